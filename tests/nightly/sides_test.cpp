// SPDX-License-Identifier: Apache-2.0
// The law of tests/laws/sides_test.cpp with more systems.
#include "tests/laws/sides.hpp"

namespace involute::testing {
namespace {

TEST(TwoSides, OfManySwitchesAreFollowed)
{
    for (unsigned seed = 10'000; seed < 15'000; ++seed) expect_both_sides(seed);
}

}  // namespace
}  // namespace involute::testing
