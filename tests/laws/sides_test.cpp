// SPDX-License-Identifier: Apache-2.0
#include "tests/laws/sides.hpp"

namespace involute::testing {
namespace {

TEST(TwoSides, OfASwitchAreFollowedFromEveryStartBesideIt)
{
    for (unsigned seed = 1; seed <= 150; ++seed) expect_both_sides(seed);
}

}  // namespace
}  // namespace involute::testing
