// SPDX-License-Identifier: Apache-2.0
// Rows of one to eight linkages through their flat positions, by five methods at five tolerances.
#include "tests/singular/linkage_support.hpp"

namespace involute {
namespace {

TEST(Linkages, PassEveryFlatPosition)
{
    for (const int loops : {1, 2, 3, 5, 8})
        for (const char* method : {"auto", "dop853", "dopri54", "taylor", "radau"})
            for (const double rtol : {1e-5, 1e-6, 1e-8, 1e-10, 1e-12})
                testing::expect_parallelogram(loops, rtol, method, 3, 3);
}

}  // namespace
}  // namespace involute
