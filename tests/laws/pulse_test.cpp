// SPDX-License-Identifier: Apache-2.0
// No pulse in t is stepped over. More of them: tests/nightly/pulse_test.cpp.
#include "tests/laws/pulses.hpp"

namespace involute::testing {
namespace {

TEST(RandomPulse, IsNeverMissed)
{
    expect_all_seen(1, 300);
}

}  // namespace
}  // namespace involute::testing
