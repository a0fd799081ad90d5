// SPDX-License-Identifier: Apache-2.0
// Elimination in a planned order against solutions that are known because right sides are made
// from them.
//
// Tolerance: as in elimination_test.cpp, with pivots of a tenth of their column: far below 1e-10;
// a wrong step would be off by 1.
#include "involute/geometry/elimination_plan.hpp"

#include <gtest/gtest.h>

#include "tests/geometry/random_matrix.hpp"

namespace involute::test {
namespace {

using Complex = std::complex<double>;

/// A real matrix and complex ones of its pattern: its entries times these numbers, by entry.
struct Together {
    RandomMatrix a;
    std::vector<std::vector<Complex>> turned{};  // by matrix, by entry
};

Together random_matrices(int size, int pairs, std::mt19937& random)
{
    Together result{random_matrix(size, 2, random)};
    std::uniform_real_distribution<double> angle(-0.5, 0.5);
    for (int m = 0; m < pairs; ++m) {
        auto& entries = result.turned.emplace_back();
        for (const double value : result.a.values)
            entries.push_back(value * std::polar(1.0, angle(random)));
    }
    return result;
}

template <int pairs>
void expect_solved(const EliminationPlan& plan, const Together& matrices, std::mt19937& random)
{
    constexpr int width = 2 * pairs + 1;
    const RandomMatrix& a = matrices.a;
    const auto numbers = std::size_t(a.size * width);
    std::vector<double> values(std::size_t(plan.slots() * width), 0.0), inverses(numbers),
        x(numbers), b(numbers, 0.0), work(numbers), diagonal(std::size_t(a.size));
    std::uniform_real_distribution<double> uniform(0.5, 2);
    for (double& number : x) number = uniform(random);
    for (double& number : diagonal) number = uniform(random);
    for (std::size_t e = 0; e < a.entries.size(); ++e) {
        const auto [row, column] = a.entries[e];
        double *const slot = &values[std::size_t(plan.slot(e) * width)],
                      *const to = &b[std::size_t(row * width)];
        const double* const at = &x[std::size_t(column * width)];
        slot[0] = a.values[e];
        to[0] += a.values[e] * at[0];
        for (std::size_t m = 0; m < pairs; ++m) {
            const Complex entry = matrices.turned[m][e];
            const Complex product = entry * Complex(at[2 * m + 1], at[2 * m + 2]);
            slot[2 * m + 1] = entry.real(), slot[2 * m + 2] = entry.imag();
            to[2 * m + 1] += product.real(), to[2 * m + 2] += product.imag();
        }
    }
    for (int i = 0; i < a.size; ++i)
        for (int m = 0; m < width; ++m) b[std::size_t(i * width + m)] /= diagonal[std::size_t(i)];
    std::vector<double> real(std::size_t(a.size));
    for (int i = 0; i < a.size; ++i) real[std::size_t(i)] = b[std::size_t(i * width)];

    for (const double multiplier : plan.factor<pairs>(values.data(), inverses.data(), work.data()))
        EXPECT_LT(multiplier, 1e4);
    plan.solve<pairs>(values.data(), inverses.data(), diagonal.data(), b.data(), work.data());
    plan.solve_real<pairs>(values.data(), inverses.data(), diagonal.data(), real.data(),
                           work.data());
    for (std::size_t i = 0; i < numbers; ++i) EXPECT_NEAR(b[i], x[i], 1e-10);
    for (int i = 0; i < a.size; ++i)
        EXPECT_NEAR(real[std::size_t(i)], x[std::size_t(i * width)], 1e-10);
}

TEST(EliminationPlan, SolvesRealAndComplexSystemsTogether)
{
    std::mt19937 random(7);
    for (int size = 1; size <= 12; ++size) {
        const Together matrices = random_matrices(size, 3, random);
        EliminationPlan plan(size, matrices.a.entries);
        EXPECT_FALSE(plan);
        const std::vector<Complex> values(matrices.a.values.begin(), matrices.a.values.end());
        ASSERT_TRUE(plan.choose(values)) << size;
        expect_solved<0>(plan, matrices, random);
        expect_solved<1>(plan, matrices, random);
        expect_solved<3>(plan, matrices, random);
    }
}

// Beyond the size up to which all pivots are looked at.
TEST(EliminationPlan, SolvesLargeSystems)
{
    std::mt19937 random(8);
    for (const int size : {61, 150, 300}) {
        const Together matrices = random_matrices(size, 3, random);
        EliminationPlan plan(size, matrices.a.entries);
        const std::vector<Complex> values(matrices.a.values.begin(), matrices.a.values.end());
        ASSERT_TRUE(plan.choose(values)) << size;
        expect_solved<0>(plan, matrices, random);
        expect_solved<1>(plan, matrices, random);
        expect_solved<3>(plan, matrices, random);
    }
}

// [[e, 1], [1, 0]] has the pivots 1 and 1 in the other order; at e = 1 the diagonal would do.
TEST(EliminationPlan, ShowsAnOrderThatDoesNotServe)
{
    const std::vector<SparseEntry> entries{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    EliminationPlan plan(2, entries);
    ASSERT_TRUE(plan.choose(std::vector<Complex>{4, 1, 1, 4}));
    const int first = plan.version();
    const auto multiplier = [&](double corner) {
        const double values[] = {corner, 1, 1, corner};
        std::vector<double> slots(std::size_t(plan.slots()), 0.0), inverses(2), work(2);
        for (std::size_t e = 0; e < 4; ++e) slots[std::size_t(plan.slot(e))] = values[e];
        return plan.factor<0>(slots.data(), inverses.data(), work.data())[0];
    };
    EXPECT_EQ(multiplier(4), 0.25);
    EXPECT_EQ(multiplier(1.0 / 1024), 1024);
    EXPECT_FALSE(multiplier(0) <= 1e300);
    ASSERT_TRUE(plan.choose(std::vector<Complex>{0, 1, 1, 0}));
    EXPECT_EQ(multiplier(0), 0);
    EXPECT_NE(plan.version(), first);
    ASSERT_TRUE(plan.choose(std::vector<Complex>{4, 1, 1, 4}));
    EXPECT_EQ(plan.version(), first);  // an order that was there before
}

TEST(EliminationPlan, RefusesSingularMatrices)
{
    EliminationPlan plan(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
    EXPECT_FALSE(plan.choose(std::vector<Complex>{1, 2, 2, 4}));
    EXPECT_FALSE(plan);
}

// Numbers in L and U: those of the matrix, and what elimination adds.
int numbers_in_factors(const RandomMatrix& a)
{
    EliminationPlan plan(a.size, a.entries);
    EXPECT_TRUE(plan.choose(std::vector<Complex>(a.values.begin(), a.values.end())));
    return plan.slots();
}

TEST(EliminationPlan, AddsNothingToALongChain)
{
    RandomMatrix chain{.size = 5000};
    for (int i = 0; i < chain.size; ++i)
        for (int j = std::max(0, i - 1); j <= std::min(chain.size - 1, i + 1); ++j) {
            chain.entries.push_back({i, j});
            chain.values.push_back(i == j ? -2 : 1);
        }
    EXPECT_EQ(numbers_in_factors(chain), int(chain.entries.size()));
}

// Row by row the factors of a grid of m x m places fill a band of 2 m + 1 numbers a row.
TEST(EliminationPlan, FillsLessThanHalfOfTheBandOfAGrid)
{
    constexpr int m = 40;
    RandomMatrix grid{.size = m * m};
    const auto link = [&](int a, int b, double value) {
        grid.entries.push_back({a, b});
        grid.values.push_back(value);
    };
    for (int i = 0; i < m * m; ++i) {
        link(i, i, -4);
        if (i % m > 0) link(i, i - 1, 1), link(i - 1, i, 1);
        if (i >= m) link(i, i - m, 1), link(i - m, i, 1);
    }
    EXPECT_LT(numbers_in_factors(grid), m * m * (2 * m + 1) / 2);
}

// Masses with multipliers, [M Gᵗ; G 0], has zeros on its diagonal; its
// pivots are taken elsewhere.
TEST(EliminationPlan, ChoosesPivotsOffTheDiagonalOfLargeSystems)
{
    constexpr int bodies = 50;
    RandomMatrix a{.size = 3 * bodies};
    const auto put = [&](int i, int j, double value) {
        a.entries.push_back({i, j});
        a.values.push_back(value);
    };
    for (int i = 0; i < 2 * bodies; ++i) put(i, i, 1e-3);
    for (int k = 0; k < bodies; ++k)
        for (int i = 2 * k; i < std::min(2 * k + 3, 2 * bodies); ++i) {
            put(2 * bodies + k, i, 1 + i % 3);
            put(i, 2 * bodies + k, 1 + i % 3);
        }
    EliminationPlan plan(a.size, a.entries);
    ASSERT_TRUE(plan.choose(std::vector<Complex>(a.values.begin(), a.values.end())));
    std::vector<double> values(std::size_t(plan.slots()), 0.0), inverses(std::size_t(a.size)),
        work(inverses), ones(inverses.size(), 1.0), b(inverses.size(), 0.0);
    for (std::size_t e = 0; e < a.entries.size(); ++e) {
        values[std::size_t(plan.slot(e))] += a.values[e];
        b[std::size_t(a.entries[e].row)] += a.values[e];  // the solution is 1, 1, ..
    }
    EXPECT_LE(plan.factor<0>(values.data(), inverses.data(), work.data())[0], 10);
    plan.solve_real<0>(values.data(), inverses.data(), ones.data(), b.data(), work.data());
    for (const double x : b) EXPECT_NEAR(x, 1, 1e-9);
}

TEST(EliminationPlan, RefusesLargeSingularMatrices)
{
    RandomMatrix a{.size = 100};
    for (int i = 0; i < a.size; ++i)
        for (const int j : {i, (i + 1) % a.size}) {  // rows add up to nothing
            a.entries.push_back({i, j});
            a.values.push_back(i == j ? 1 : -1);
        }
    EliminationPlan plan(a.size, a.entries);
    EXPECT_FALSE(plan.choose(std::vector<Complex>(a.values.begin(), a.values.end())));
}

}  // namespace
}  // namespace involute::test
