// SPDX-License-Identifier: Apache-2.0
// The law of tests/laws/wall_test.cpp with more walls.
#include "tests/laws/walls.hpp"

namespace involute::testing {
namespace {

TEST(RandomWall, OfManyIsNeverMissed)
{
    for (unsigned seed = 10000; seed < 15000; ++seed) expect_no_wall_missed(seed);
}

}  // namespace
}  // namespace involute::testing
