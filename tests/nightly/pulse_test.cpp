// SPDX-License-Identifier: Apache-2.0
// The law of tests/laws/pulse_test.cpp with more pulses.
#include "tests/laws/pulses.hpp"

namespace involute::testing {
namespace {

TEST(RandomPulse, OfManyIsNeverMissed)
{
    expect_all_seen(10000, 20000);
}

TEST(RandomPulse, OfManyIsNotMissedByRoughRuns)
{
    expect_all_seen(100000, 5000, 1e-4, 0.1);
}

}  // namespace
}  // namespace involute::testing
