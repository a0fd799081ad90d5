// SPDX-License-Identifier: Apache-2.0
// Tolerances as in elimination_test.cpp; partial pivoting has a growth factor below 1e2 here.
#include "involute/geometry/linear_solver.hpp"
#include "involute/base/dense.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/geometry/random_matrix.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Dense below 150 unknowns, sparse above: every law is tried on both sides of the border.
class LinearSolvers : public ::testing::TestWithParam<int> {
protected:
    std::mt19937 random_{unsigned(GetParam())};
    RandomMatrix matrix_ = random_matrix(GetParam(), 2, random_);
    LinearSolver<double> solver_{matrix_.size, matrix_.entries};

    Eigen::VectorXd solve(Eigen::VectorXd rhs)
    {
        solver_.solve(rhs.data());
        return rhs;
    }
};

TEST_P(LinearSolvers, SolveToRoundOff)
{
    ASSERT_TRUE(solver_.factor(matrix_.values.data()));
    const Eigen::MatrixXd dense = matrix_.dense();
    for (int round = 0; round < 3; ++round) {
        const Eigen::VectorXd rhs = random_vector(matrix_.size, random_);
        const Eigen::VectorXd exact = FullLu<double>(dense).solve(rhs);
        EXPECT_LE((solve(rhs) - exact).norm(),
                  3e2 * matrix_.size * eps * condition(dense) * exact.norm());
    }
}

TEST_P(LinearSolvers, KnowTheSignOfTheDeterminant)
{
    const Eigen::MatrixXd dense = matrix_.dense();
    ASSERT_TRUE(solver_.factor(matrix_.values.data()));
    const bool expected = Lu<double>(dense).determinant() < 0;
    EXPECT_EQ(solver_.determinant_is_negative(), expected);
    // One row turned round turns the sign round.
    for (std::size_t e = 0; e < matrix_.entries.size(); ++e)
        if (matrix_.entries[e].row == 0) matrix_.values[e] = -matrix_.values[e];
    ASSERT_TRUE(solver_.factor(matrix_.values.data()));
    EXPECT_EQ(solver_.determinant_is_negative(), !expected);
}

TEST_P(LinearSolvers, AreIndependentOfUnits)
{
    // Powers of two round nothing.
    std::uniform_int_distribution<int> power(-30, 30);
    Eigen::VectorXd rows(matrix_.size), columns(matrix_.size);
    for (double& s : rows) s = std::ldexp(1.0, power(random_));
    for (double& s : columns) s = std::ldexp(1.0, power(random_));
    const double kappa = condition(matrix_.dense());
    const Eigen::VectorXd rhs = random_vector(matrix_.size, random_);
    const Eigen::VectorXd exact = FullLu<double>(matrix_.dense()).solve(rhs);
    for (std::size_t e = 0; e < matrix_.entries.size(); ++e)
        matrix_.values[e] *= rows[matrix_.entries[e].row] * columns[matrix_.entries[e].column];
    ASSERT_TRUE(solver_.factor(matrix_.values.data()));
    EXPECT_LE((solve(rhs.cwiseProduct(rows)).cwiseProduct(columns) - exact).norm(),
              3e2 * matrix_.size * eps * kappa * exact.norm());
}

TEST_P(LinearSolvers, DoNotMistakeUnitsForSingularity)
{
    std::uniform_int_distribution<int> power(-8, 8);
    Eigen::VectorXd rows(matrix_.size), columns(matrix_.size);
    for (double& s : rows) s = std::ldexp(1.0, power(random_));
    for (double& s : columns) s = std::ldexp(1.0, power(random_));
    for (std::size_t e = 0; e < matrix_.entries.size(); ++e)
        matrix_.values[e] *= rows[matrix_.entries[e].row] * columns[matrix_.entries[e].column];
    ASSERT_TRUE(solver_.factor(matrix_.values.data()));
    EXPECT_GT(solver_.pivot_ratio(), 1e-13);
}

TEST_P(LinearSolvers, RefuseAZeroRowAndAZeroColumn)
{
    std::vector<double> values = matrix_.values;
    for (std::size_t e = 0; e < values.size(); ++e)
        if (matrix_.entries[e].row == 1) values[e] = 0;
    EXPECT_FALSE(solver_.factor(values.data()));
    values = matrix_.values;
    for (std::size_t e = 0; e < values.size(); ++e)
        if (matrix_.entries[e].column == 1) values[e] = 0;
    EXPECT_FALSE(solver_.factor(values.data()));
    EXPECT_EQ(solver_.pivot_ratio(), 0);
}

TEST_P(LinearSolvers, RefuseNumbersThatAreNotFinite)
{
    for (const double bad : {nan, infinity, -infinity}) {
        std::vector<double> values = matrix_.values;
        values[values.size() / 2] = bad;
        EXPECT_FALSE(solver_.factor(values.data()));
    }
    EXPECT_TRUE(solver_.factor(matrix_.values.data()));  // and recover
}

TEST_P(LinearSolvers, CallAMatrixWithDependentRowsSingular)
{
    // The last row := the sum of two others, or a copy of one, in a pattern that has room for it.
    for (const int summands : {1, 2}) {
        const int n = matrix_.size;
        RandomMatrix a = matrix_;
        std::vector<double> last(n, 0);
        for (std::size_t e = 0; e < a.entries.size(); ++e)
            if (a.entries[e].row < summands) last[a.entries[e].column] += a.values[e];
        RandomMatrix b{.size = n};
        for (std::size_t e = 0; e < a.entries.size(); ++e) {
            if (a.entries[e].row == n - 1) continue;
            b.entries.push_back(a.entries[e]);
            b.values.push_back(a.values[e]);
        }
        for (int j = 0; j < n; ++j) {
            if (last[j] == 0) continue;
            b.entries.push_back({n - 1, j});
            b.values.push_back(last[j]);
        }
        LinearSolver<double> solver(n, b.entries);
        const bool regular = solver.factor(b.values.data());
        EXPECT_TRUE(!regular || solver.pivot_ratio() < 1e-13)
            << summands << " rows, pivot ratio " << solver.pivot_ratio();
    }
}

INSTANTIATE_TEST_SUITE_P(OfAllSizes, LinearSolvers,
                         ::testing::Values(3, 8, 40, 149, 150, 151, 220));

TEST(LinearSolver, AddsEntriesAtTheSamePosition)
{
    LinearSolver<double> solver(2, {{0, 0}, {0, 0}, {1, 1}});
    const double values[] = {1, 2, 4};
    ASSERT_TRUE(solver.factor(values));
    double b[] = {6, 8};
    solver.solve(b);
    EXPECT_DOUBLE_EQ(b[0], 2);
    EXPECT_DOUBLE_EQ(b[1], 2);
}

TEST(LinearSolver, MeasuresHowNearlySingularAMatrixIs)
{
    // [1 1; 1 1+δ] has pivots 1 and δ.
    for (const double delta : {1e-3, 1e-6, 1e-9}) {
        LinearSolver<double> solver(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
        const double values[] = {1, 1, 1, 1 + delta};
        ASSERT_TRUE(solver.factor(values));
        EXPECT_NEAR(solver.pivot_ratio() / delta, 1, 0.01);
    }
}

TEST(LinearSolver, SolvesInExtendedPrecision)
{
    // Hilbert's matrix of order 6 (condition 1.5e7) times a vector of integers, exactly rational.
    constexpr int n = 6;
    std::vector<SparseEntry> entries;
    std::vector<Quad> values;
    std::vector<Quad> b(n, 0);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            entries.push_back({i, j});
            values.push_back(Quad(1) / (i + j + 1));
            b[i] += Quad(j + 1) / (i + j + 1);
        }
    LinearSolver<Quad> solver(n, entries);
    ASSERT_TRUE(solver.factor(values.data()));
    solver.solve(b.data());
    // eps = 2e-34, times condition and a hundred.
    for (int j = 0; j < n; ++j) EXPECT_NEAR(to_double(Quad(b[j] - (j + 1))), 0, 3e-25);
}

}  // namespace
}  // namespace involute::test
