// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/offsets.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/complete/random_signature.hpp"

namespace involute::test {
namespace {

Offsets offsets_of(const Signature& sigma)
{
    return canonical_offsets(sigma, highest_value_transversal(sigma, int(sigma.size())));
}

// Whether d_j = max_i(sigma_ij + c_i) leaves some transversal with sum d - sum c as its value:
// then c, d is a solution of the dual problem (all permutations are tried).
bool is_dual_solution(const Signature& sigma, const std::vector<int>& c, std::vector<int>& d)
{
    const int n = int(sigma.size());
    d.assign(n, 0);
    for (int i = 0; i < n; ++i)
        for (const auto& [j, order] : sigma[i]) d[j] = std::max(d[j], order + c[i]);
    std::vector<int> p(n);
    std::iota(p.begin(), p.end(), 0);
    do {
        bool tight = true;
        for (int i = 0; i < n && tight; ++i) {
            const int order = sigma_of(sigma[i], p[i]);
            tight = order >= 0 && d[p[i]] - c[i] == order;
        }
        if (tight) return true;
    } while (std::next_permutation(p.begin(), p.end()));
    return false;
}

// Counts c through {0..limit}^n; the smallest solution is the componentwise minimum of all.
std::vector<int> smallest_by_trying_all(const Signature& sigma, int limit)
{
    const int n = int(sigma.size());
    std::vector<int> c(n, 0), d, smallest(n, limit + 1);
    for (;;) {
        if (is_dual_solution(sigma, c, d))
            for (int i = 0; i < n; ++i) smallest[i] = std::min(smallest[i], c[i]);
        int i = 0;
        while (i < n && c[i] == limit) c[i++] = 0;
        if (i == n) return smallest;
        ++c[i];
    }
}

TEST(Offsets, AreTheSmallestOfAllSolutionsOfTheDualProblem)
{
    std::mt19937 random(4);
    int compared = 0;
    for (int round = 0; round < 400; ++round) {
        const int n = 1 + round % 4;
        // Offsets of n rows with orders up to 2 do not exceed 2 (n - 1).
        const Signature sigma = random_signature(n, 0.6, 2, random);
        if (!highest_value_transversal(sigma, n).perfect) continue;
        ++compared;
        const Offsets found = offsets_of(sigma);
        EXPECT_EQ(found.c, smallest_by_trying_all(sigma, 2 * (n - 1)));
        std::vector<int> d;
        EXPECT_TRUE(is_dual_solution(sigma, found.c, d));
        EXPECT_EQ(found.d, d);
    }
    EXPECT_GT(compared, 150);
}

TEST(Offsets, DoNotDependOnTheOrderOfEquationsAndUnknowns)
{
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        const int n = 2 + round % 15;
        const Signature sigma = random_signature(n, 3.0 / n, 3, random);
        const auto rows = random_permutation(n, random), columns = random_permutation(n, random);
        const Signature other = permuted(sigma, rows, columns);
        if (!highest_value_transversal(sigma, n).perfect) {
            EXPECT_FALSE(highest_value_transversal(other, n).perfect);
            continue;
        }
        const Offsets a = offsets_of(sigma), b = offsets_of(other);
        for (int i = 0; i < n; ++i) EXPECT_EQ(b.c[i], a.c[rows[i]]);
        for (int j = 0; j < n; ++j) EXPECT_EQ(b.d[columns[j]], a.d[j]);
    }
}

TEST(Offsets, OfADifferentiationChainCountBackwards)
{
    const Offsets found = offsets_of(differentiation_chain(5));
    EXPECT_EQ(found.c, (std::vector<int>{3, 2, 1, 0, 4}));
    EXPECT_EQ(found.d, (std::vector<int>{4, 3, 2, 1, 0}));
}

TEST(Offsets, OfAChainOfLinksDifferentiateEveryLengthTwice)
{
    std::mt19937 random(6);
    const int links = 40, n = 3 * links;
    const auto rows = random_permutation(n, random);
    const Offsets found =
        offsets_of(permuted(chain_of_links(links), rows, random_permutation(n, random)));
    for (int i = 0; i < n; ++i) EXPECT_EQ(found.c[i], rows[i] % 3 == 2 ? 2 : 0);
}

TEST(Offsets, WorkIsOneVisitOfEveryEntry)
{
    for (const Signature& sigma : {chain_of_links(2000), differentiation_chain(6000)}) {
        long entries = 0;
        for (const auto& row : sigma) entries += long(row.size());
        EXPECT_EQ(offsets_of(sigma).work, entries);
    }
}

}  // namespace
}  // namespace involute::test
