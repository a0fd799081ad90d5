// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/blocks.hpp"

#include <gtest/gtest.h>

#include "tests/complete/random_signature.hpp"

namespace involute::test {
namespace {

using Pattern = std::vector<std::vector<int>>;

// reach[i][k]: row i uses, directly or through others, the unknown matched to row k.
std::vector<std::vector<char>> reachability(const Pattern& pattern, const std::vector<int>& match)
{
    const int n = int(pattern.size());
    std::vector<int> row_of(n);
    for (int i = 0; i < n; ++i) row_of[match[i]] = i;
    std::vector<std::vector<char>> reach(n, std::vector<char>(n, 0));
    for (int i = 0; i < n; ++i) {
        reach[i][i] = 1;
        for (int j : pattern[i]) reach[i][row_of[j]] = 1;
    }
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) reach[i][j] |= reach[i][k] & reach[k][j];
    return reach;
}

Pattern random_pattern(int n, const std::vector<int>& match, std::mt19937& random)
{
    std::bernoulli_distribution present(1.0 / n);
    Pattern pattern(n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (j == match[i] || present(random)) pattern[i].push_back(j);
    return pattern;
}

TEST(Blocks, AreTheClassesOfMutualReachabilityInSolvingOrder)
{
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        const int n = 1 + round % 20;
        const std::vector<int> match = random_permutation(n, random);
        const Pattern pattern = random_pattern(n, match, random);
        const auto reach = reachability(pattern, match);
        const auto blocks = block_triangular_form(pattern, match);
        std::vector<int> block_of(n, -1);
        for (int b = 0; b < int(blocks.size()); ++b)
            for (int row : blocks[b]) block_of[row] = b;
        for (int i = 0; i < n; ++i) {
            ASSERT_GE(block_of[i], 0);
            for (int k = 0; k < n; ++k) {
                EXPECT_EQ(block_of[i] == block_of[k], bool(reach[i][k] && reach[k][i]));
                EXPECT_TRUE(!reach[i][k] || block_of[k] <= block_of[i]);
            }
        }
    }
}

TEST(Blocks, OfALongPathNeedNoDeepRecursion)
{
    const int n = 300'000;
    Pattern pattern(n);
    std::vector<int> match(n);
    for (int i = 0; i < n; ++i) {
        match[i] = i;
        pattern[i] = i + 1 < n ? std::vector<int>{i, i + 1} : std::vector<int>{i};
    }
    const auto blocks = block_triangular_form(pattern, match);
    ASSERT_EQ(blocks.size(), std::size_t(n));
    EXPECT_EQ(blocks.front(), (std::vector<int>{n - 1}));
}

}  // namespace
}  // namespace involute::test
