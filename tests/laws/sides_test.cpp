// SPDX-License-Identifier: Apache-2.0
#include "tests/laws/sides.hpp"

namespace involute::testing {
namespace {

TEST(TwoSides, OfASwitchAreFollowedFromEveryStartBesideIt)
{
    std::string words;
    for (unsigned seed = 1; seed <= 150; ++seed)
        EXPECT_TRUE(follows_both_sides(seed, words)) << words;
}

}  // namespace
}  // namespace involute::testing
