// SPDX-License-Identifier: Apache-2.0
// No passage of a switch of the state is stepped over. More of them:
// tests/nightly/thin_kink_test.cpp.
#include "tests/laws/thin_kinks.hpp"

namespace involute::testing {
namespace {

TEST(ThinKink, IsNeverMissed)
{
    for (unsigned k = 0; k < 200; ++k)
        expect_no_thin_kink_missed(1 + k, thin_kink_tolerances[k / 4 % 4]);
}

}  // namespace
}  // namespace involute::testing
