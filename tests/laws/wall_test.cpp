// SPDX-License-Identifier: Apache-2.0
// No pulse of the state is stepped over. More of them: tests/nightly/wall_test.cpp.
#include "tests/laws/walls.hpp"

namespace involute::testing {
namespace {

TEST(RandomWall, IsNeverMissed)
{
    for (unsigned seed = 1; seed <= 200; ++seed) expect_no_wall_missed(seed);
}

}  // namespace
}  // namespace involute::testing
