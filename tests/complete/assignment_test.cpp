// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/assignment.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/complete/random_signature.hpp"

namespace involute::test {
namespace {

// The largest sum over all permutations; -1 if no permutation avoids the empty places.
int best_value_by_trying_all(const Signature& sigma)
{
    std::vector<int> p(sigma.size());
    std::iota(p.begin(), p.end(), 0);
    int best = -1;
    do {
        int value = 0;
        for (std::size_t i = 0; i < p.size() && value >= 0; ++i) {
            const int order = sigma_of(sigma[i], p[i]);
            value = order < 0 ? -1 : value + order;
        }
        best = std::max(best, value);
    } while (std::next_permutation(p.begin(), p.end()));
    return best;
}

int value_of(const Signature& sigma, const std::vector<int>& match)
{
    int value = 0;
    for (std::size_t i = 0; i < match.size(); ++i) value += sigma_of(sigma[i], match[i]);
    return value;
}

void expect_valid_offsets(const Signature& sigma, const Assignment& found)
{
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        EXPECT_GE(found.c[i], 0);
        for (const auto& [j, order] : sigma[i]) {
            const int slack = found.d[j] - found.c[i] - order;
            EXPECT_GE(slack, 0);
            EXPECT_TRUE(found.match[i] != j || slack == 0);
        }
    }
}

// The distinct columns of some rows.
std::vector<int> columns_of(const Signature& sigma, const std::vector<int>& rows)
{
    std::vector<int> columns;
    for (int i : rows)
        for (const auto& entry : sigma[i]) columns.push_back(entry.first);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
}

Signature transposed(const Signature& sigma)
{
    Signature result(sigma.size());
    for (int i = 0; i < int(sigma.size()); ++i)
        for (const auto& [j, order] : sigma[i]) result[j].push_back({i, order});
    return result;
}

TEST(Assignment, ValueIsTheBestOfAllPermutations)
{
    std::mt19937 random(1);
    int perfect = 0;
    for (int round = 0; round < 600; ++round) {
        const int n = 1 + round % 7;
        const Signature sigma = random_signature(n, 0.25 + 0.1 * (round % 5), 4, random);
        const int best = best_value_by_trying_all(sigma);
        const Assignment found = highest_value_transversal(sigma, n);
        ASSERT_EQ(found.perfect, best >= 0);
        if (!found.perfect) continue;
        ++perfect;
        EXPECT_EQ(value_of(sigma, found.match), best);
        expect_valid_offsets(sigma, found);
    }
    EXPECT_GT(perfect, 100);
}

TEST(Assignment, WithoutTransversalTheHallViolatorsLackExactlyOne)
{
    std::mt19937 random(2);
    int singular = 0;
    for (int round = 0; round < 300; ++round) {
        const int n = 2 + round % 12;
        const Signature sigma = random_signature(n, 1.3 / n, 3, random);
        const Assignment found = highest_value_transversal(sigma, n);
        if (found.perfect) continue;
        ++singular;
        const HallViolator& v = found.violator;
        EXPECT_EQ(v.rows.size(), v.their_columns.size() + 1);
        EXPECT_EQ(v.columns.size(), v.their_rows.size() + 1);
        EXPECT_EQ(columns_of(sigma, v.rows), v.their_columns);
        EXPECT_EQ(columns_of(transposed(sigma), v.columns), v.their_rows);
    }
    EXPECT_GT(singular, 100);
}

TEST(Assignment, AnEmptySystemHasTheEmptyTransversal)
{
    EXPECT_TRUE(highest_value_transversal({}, 0).perfect);
}

// Growth exponent of the work between n and 10 n.
template <class Make>
double growth(Make make, int n)
{
    const auto work = [&](int size) {
        const Signature sigma = make(size);
        const Assignment found = highest_value_transversal(sigma, int(sigma.size()));
        EXPECT_TRUE(found.perfect);
        return double(found.work);
    };
    return std::log10(work(10 * n) / work(n));
}

TEST(Assignment, WorkGrowsNearlyLinearlyOnChains)
{
    EXPECT_LT(growth(chain_of_links, 500), 1.1);
    EXPECT_LT(growth(differentiation_chain, 500), 1.1);
}

TEST(Assignment, WorkGrowsNearlyLinearlyOnShuffledChains)
{
    const auto shuffled = [](int links) {
        std::mt19937 random(3);
        const int n = 3 * links;
        return permuted(chain_of_links(links), random_permutation(n, random),
                        random_permutation(n, random));
    };
    EXPECT_LT(growth(shuffled, 500), 1.2);
}

}  // namespace
}  // namespace involute::test
