// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "involute/output/csv.hpp"

TEST(Csv, ANameWithACommaIsOneField)
{
    involute::Solution solution;
    solution.independent = "t";
    solution.names = {"q[1,2]", "der(x, 5)", "y'"};
    solution.rows = {{0, 1, 2, 3}};
    std::ostringstream out;
    involute::write_csv(out, solution);
    EXPECT_EQ(out.str(), "t,\"q[1,2]\",\"der(x, 5)\",y'\n0,1,2,3\n");
}
