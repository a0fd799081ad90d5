// SPDX-License-Identifier: Apache-2.0
// The law of tests/laws/thin_kink_test.cpp with more models, each at all tolerances.
#include "tests/laws/thin_kinks.hpp"

namespace involute::testing {
namespace {

TEST(ThinKink, OfManyIsNeverMissed)
{
    for (unsigned seed = 10000; seed < 12500; ++seed)
        for (const double rtol : thin_kink_tolerances) expect_no_thin_kink_missed(seed, rtol);
}

}  // namespace
}  // namespace involute::testing
