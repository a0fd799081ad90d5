// SPDX-License-Identifier: Apache-2.0
// Four hundred of the ten thousand functions of tests/nightly/crossings_test.cpp.
#include "tests/observe/random_crossings.hpp"

namespace involute {
namespace {

TEST(Crossings, SeparatedFromTangencyAreAllFound)
{
    std::mt19937_64 random(20);
    testing::LawCount total;
    for (const char* method : {"taylor", "dop853", "rkf78", "radau5", "dopri54"})
        for (const double rtol : {1e-4, 1e-7, 1e-10, 1e-13})
            testing::check_law(method, rtol, 20, random, total);
    EXPECT_GT(total.found, 800);
    EXPECT_GT(total.close, 250);
}

}  // namespace
}  // namespace involute
