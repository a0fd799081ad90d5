// SPDX-License-Identifier: Apache-2.0
#include "involute/project/felt_size.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace involute::test {
namespace {

TEST(FeltSize, IsWherePowersReachOne)
{
    for (const double begin : {1e-9, 1.0, 1e9})
        EXPECT_NEAR(size_where_felt([](double h) { return std::pow(h / 3, 2); }, 0, begin), 3,
                    1e-6);
}

// Starts that ran away leave nothing finite to begin with (found by fuzzing: a search without end).
TEST(FeltSize, IsNotSoughtFromWhereNoSizeLeadsOn)
{
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto felt = [](double h) { return h; };
    for (const double begin : {inf, nan, 0.0}) EXPECT_EQ(size_where_felt(felt, 0, begin), 0);
    EXPECT_EQ(size_where_felt(felt, inf, 1), inf);
}

}  // namespace
}  // namespace involute::test
