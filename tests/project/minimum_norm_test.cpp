// SPDX-License-Identifier: Apache-2.0
// Against Eigen's complete orthogonal decomposition: δ = -√W (A √W)⁺ r. The normal equations square
// the condition, so a relative error of about m eps cond² is their right.
#include "involute/project/minimum_norm.hpp"
#include "involute/base/dense.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/geometry/random_matrix.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

struct Problem {
    SparsePattern pattern{};
    std::vector<double> entries{}, weights{};
    Eigen::VectorXd residual{};

    Eigen::MatrixXd dense() const
    {
        Eigen::MatrixXd a = Eigen::MatrixXd::Zero(pattern.rows, pattern.columns);
        for (std::size_t e = 0; e < entries.size(); ++e)
            a(pattern.entries[e].row, pattern.entries[e].column) = entries[e];
        return a;
    }
    Eigen::VectorXd roots() const
    {
        return Eigen::Map<const Eigen::VectorXd>(weights.data(), Eigen::Index(weights.size()))
            .cwiseSqrt();
    }
    Eigen::VectorXd expected() const
    {
        const Eigen::MatrixXd scaled = dense() * roots().asDiagonal();
        return -(roots().asDiagonal() * least_squares<double>(scaled, residual, 1e-14));
    }
};

/// Rows i with entries at columns i and some others, so that they are independent.
Problem random_problem(int rows, int columns, double extra, std::mt19937& random)
{
    std::uniform_real_distribution<double> unit(0, 1);
    Problem p;
    p.pattern.rows = rows;
    p.pattern.columns = columns;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            if (i != j && unit(random) * columns >= extra) continue;
            p.pattern.entries.push_back({i, j});
            p.entries.push_back(i == j ? 1.5 + unit(random) : 2 * unit(random) - 1);
        }
    for (int j = 0; j < columns; ++j) p.weights.push_back(0.5 + unit(random));
    p.residual = random_vector(rows, random);
    return p;
}

Eigen::VectorXd solve(MinimumNorm<double>& solver, const Problem& p)
{
    Eigen::VectorXd delta(p.pattern.columns);
    EXPECT_TRUE(
        solver.correct(p.entries.data(), p.weights.data(), p.residual.data(), delta.data()));
    return delta;
}

double tolerance(const Problem& p)
{
    const double kappa = condition(p.dense() * p.roots().asDiagonal());
    return 30 * p.pattern.rows * eps * kappa * kappa;
}

/// Dense up to 200 rows, sparse above.
class MinimumNorms : public ::testing::TestWithParam<int> {
protected:
    std::mt19937 random_{unsigned(GetParam())};
    Problem problem_ = random_problem(GetParam(), GetParam() + GetParam() / 2 + 2, 1.5, random_);
};

TEST_P(MinimumNorms, GiveTheShortestCorrection)
{
    MinimumNorm<double> solver(problem_.pattern);
    const Eigen::VectorXd delta = solve(solver, problem_), exact = problem_.expected();
    EXPECT_LE((delta - exact).norm(), tolerance(problem_) * exact.norm());
    EXPECT_EQ(solver.rank(), problem_.pattern.rows);
}

TEST_P(MinimumNorms, DoNotMoveCoordinatesOfWeightZero)
{
    for (int j = problem_.pattern.rows; j < problem_.pattern.columns; j += 2)
        problem_.weights[j] = 0;
    MinimumNorm<double> solver(problem_.pattern);
    const Eigen::VectorXd delta = solve(solver, problem_), exact = problem_.expected();
    for (int j = problem_.pattern.rows; j < problem_.pattern.columns; j += 2)
        EXPECT_EQ(delta[j], 0);
    EXPECT_LE((delta - exact).norm(), tolerance(problem_) * exact.norm());
}

TEST_P(MinimumNorms, DoNotDependOnAFactorOfAnEquation)
{
    const Eigen::VectorXd exact = problem_.expected();
    const double allowed = tolerance(problem_);
    for (std::size_t e = 0; e < problem_.entries.size(); ++e)
        problem_.entries[e] *= problem_.pattern.entries[e].row % 2 == 0 ? 1e6 : 1e-6;
    for (int i = 0; i < problem_.pattern.rows; ++i) problem_.residual[i] *= i % 2 == 0 ? 1e6 : 1e-6;
    MinimumNorm<double> solver(problem_.pattern);
    EXPECT_LE((solve(solver, problem_) - exact).norm(), allowed * exact.norm());
}

TEST_P(MinimumNorms, AreNotHarmedByRedundantRows)
{
    // Two more rows: a copy of the first, and the sum of the first two.
    const Eigen::VectorXd exact = problem_.expected();
    const double allowed = tolerance(problem_);
    Problem more = problem_;
    const Eigen::MatrixXd a = problem_.dense();
    const int rows = problem_.pattern.rows;
    for (int j = 0; j < problem_.pattern.columns; ++j) {
        more.pattern.entries.push_back({rows, j});
        more.entries.push_back(a(0, j));
        more.pattern.entries.push_back({rows + 1, j});
        more.entries.push_back(a(0, j) + a(1, j));
    }
    more.pattern.rows += 2;
    more.residual.conservativeResize(rows + 2);
    more.residual[rows] = problem_.residual[0];
    more.residual[rows + 1] = problem_.residual[0] + problem_.residual[1];
    MinimumNorm<double> solver(more.pattern);
    EXPECT_LE((solve(solver, more) - exact).norm(), 100 * allowed * exact.norm());
    if (more.pattern.rows <= 200) {
        EXPECT_EQ(solver.rank(), rows);
    }
}

TEST_P(MinimumNorms, AreNotHarmedByARowThatNoCoordinateCanChange)
{
    // One more row, in the last column alone, which is held.
    problem_.weights.back() = 0;
    const Eigen::VectorXd exact = problem_.expected();
    const double allowed = tolerance(problem_);
    Problem more = problem_;
    const int rows = more.pattern.rows++;
    more.pattern.entries.push_back({rows, more.pattern.columns - 1});
    more.entries.push_back(1);
    more.residual.conservativeResize(rows + 1);
    more.residual[rows] = 1;
    MinimumNorm<double> solver(more.pattern);
    EXPECT_LE((solve(solver, more) - exact).norm(), allowed * exact.norm());
}

TEST_P(MinimumNorms, RefuseNumbersThatAreNotFinite)
{
    MinimumNorm<double> solver(problem_.pattern);
    Eigen::VectorXd delta(problem_.pattern.columns);
    const auto correct = [&](const Problem& p) {
        return solver.correct(p.entries.data(), p.weights.data(), p.residual.data(), delta.data());
    };
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Problem p = problem_;
        p.entries[1] = bad;
        EXPECT_FALSE(correct(p));
        p = problem_;
        p.residual[0] = bad;
        EXPECT_FALSE(correct(p));
    }
    EXPECT_TRUE(correct(problem_));
}

INSTANTIATE_TEST_SUITE_P(OfAllSizes, MinimumNorms, ::testing::Values(2, 7, 40, 198, 230));

TEST(MinimumNorm, DropsARowThatNoCoordinateCanChange)
{
    // Both columns of row 1 are held: row 0 must still be solved.
    Problem p;
    p.pattern = {2, 3, {{0, 0}, {0, 1}, {1, 1}, {1, 2}}};
    p.entries = {2, 1, 1, 1};
    p.weights = {1, 0, 0};
    p.residual = Eigen::Vector2d(4, 1);
    MinimumNorm<double> solver(p.pattern);
    const Eigen::VectorXd delta = solve(solver, p);
    EXPECT_EQ(solver.rank(), 1);
    EXPECT_DOUBLE_EQ(delta[0], -2);
    EXPECT_EQ(delta[1], 0);
    EXPECT_EQ(delta[2], 0);
}

TEST(MinimumNorm, OfOneRowIsTheWeightedNormal)
{
    // δ = -W a r / (aᵗ W a): a = (3, 4), W = (1, 4), r = 73 gives -(3, 16).
    Problem p;
    p.pattern = {1, 2, {{0, 0}, {0, 1}}};
    p.entries = {3, 4};
    p.weights = {1, 4};
    p.residual = Eigen::VectorXd::Constant(1, 73);
    MinimumNorm<double> solver(p.pattern);
    const Eigen::VectorXd delta = solve(solver, p);
    EXPECT_NEAR(delta[0], -3, 20 * eps);
    EXPECT_NEAR(delta[1], -16, 100 * eps);
}

}  // namespace
}  // namespace involute::test
