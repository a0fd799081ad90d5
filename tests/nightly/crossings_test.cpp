// SPDX-License-Identifier: Apache-2.0
// The law of sections on ten thousand functions, at four tolerances and by five methods.
#include "tests/observe/random_crossings.hpp"

namespace involute {
namespace {

TEST(Crossings, OfTenThousandFunctionsAreFound)
{
    std::mt19937_64 random(1);
    testing::LawCount total;
    for (const char* method : {"taylor", "dop853", "rkf78", "radau5", "dopri54"})
        for (const double rtol : {1e-4, 1e-7, 1e-10, 1e-13})
            for (int k = 0; k < 20; ++k) testing::check_law(method, rtol, 25, random, total);
    EXPECT_GT(total.found, 20000);
    EXPECT_GT(total.close, 6000);
}

}  // namespace
}  // namespace involute
