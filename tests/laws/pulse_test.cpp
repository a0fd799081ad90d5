// SPDX-License-Identifier: Apache-2.0
// No pulse in t is stepped over. More of them: tests/nightly/pulse_test.cpp.
#include "tests/laws/pulses.hpp"

namespace involute::testing {
namespace {

TEST(RandomPulse, IsNeverMissed)
{
    expect_all_seen(1, 300);
}

TEST(RandomPulse, IsNotMissedByRoughRuns)
{
    expect_all_seen(5000, 100, 1e-4, 0.1);
}

}  // namespace
}  // namespace involute::testing
