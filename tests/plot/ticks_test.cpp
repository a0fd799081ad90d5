// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/ticks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace involute::plot {
namespace {

std::vector<std::string> labels(const Ticks& ticks)
{
    std::vector<std::string> result;
    for (const Tick& tick : ticks.ticks)
        if (!tick.label.empty()) result.push_back(tick.label);
    return result;
}

using List = std::vector<std::string>;

TEST(Ticks, AreMultiplesOfOneTwoOrFive)
{
    EXPECT_EQ(labels(linear_ticks(0, 10, 6)), (List{"0", "2", "4", "6", "8", "10"}));
    EXPECT_EQ(labels(linear_ticks(0, 10, 3)), (List{"0", "5", "10"}));
    EXPECT_EQ(labels(linear_ticks(-0.3, 1.2, 4)), (List{"0.0", "0.5", "1.0"}));
    EXPECT_EQ(labels(linear_ticks(97, 103, 7)),
              (List{"97", "98", "99", "100", "101", "102", "103"}));
}

TEST(Ticks, HaveEnoughDecimalsToDiffer)
{
    EXPECT_EQ(labels(linear_ticks(0, 0.3, 4)), (List{"0.0", "0.1", "0.2", "0.3"}));
    EXPECT_EQ(labels(linear_ticks(0.9, 1.1, 5)), (List{"0.90", "0.95", "1.00", "1.05", "1.10"}));
}

TEST(Ticks, BearMinusSignsAndNoMinusBeforeZero)
{
    EXPECT_EQ(labels(linear_ticks(-1, 1, 3)), (List{"\u22121", "0", "1"}));
    EXPECT_EQ(labels(linear_ticks(-0.1, 0.1, 3)), (List{"\u22120.1", "0.0", "0.1"}));
}

TEST(Ticks, ShareAPowerOfTenWhenNumbersGetLong)
{
    const Ticks large = linear_ticks(0, 3e7, 4);
    EXPECT_EQ(labels(large), (List{"0", "1", "2", "3"}));
    EXPECT_EQ(large.factor, "×10^{7}");
    const Ticks small = linear_ticks(0, 4e-9, 3);
    EXPECT_EQ(labels(small), (List{"0", "2", "4"}));
    EXPECT_EQ(small.factor, "×10^{\u22129}");
    EXPECT_EQ(linear_ticks(0, 9999, 6).factor, "") << "four digits are read as they are";
}

TEST(Ticks, ShareAnOffsetWhenTheyLieFarFromZero)
{
    const Ticks ticks = linear_ticks(1 - 1e-9, 1 + 1e-9, 3);
    EXPECT_EQ(labels(ticks), (List{"\u22121", "0", "1"}));
    EXPECT_EQ(ticks.factor, "×10^{\u22129} + 1");
}

TEST(Ticks, AreInsideTheRangeAndNotMoreThanAllowed)
{
    for (const double size : {1e-300, 1e-12, 0.37, 1.0, 6.28, 4711.0, 1e15, 8e307})
        for (const double low : {-1.0, -0.41, 0.0, 0.013})
            for (int most = 2; most <= 10; ++most) {
                const double a = low * size, b = a + 0.93 * size;
                const Ticks ticks = linear_ticks(a, b, most);
                ASSERT_LE(int(ticks.ticks.size()), most) << a << " " << b;
                ASSERT_GE(ticks.ticks.size(), most >= 5 ? 2u : 1u) << a << " " << b;
                for (const Tick& tick : ticks.ticks) {
                    EXPECT_GE(tick.at, a - 1e-6 * size);
                    EXPECT_LE(tick.at, b + 1e-6 * size);
                }
            }
}

TEST(LogTicks, ArePowersOfTen)
{
    EXPECT_EQ(labels(log_ticks(-3.2, 1.1, 6)),
              (List{"10^{\u22123}", "10^{\u22122}", "10^{\u22121}", "10^{0}", "10^{1}"}));
    EXPECT_EQ(labels(log_ticks(-12, 0, 5)),
              (List{"10^{\u221212}", "10^{\u22129}", "10^{\u22126}", "10^{\u22123}", "10^{0}"}));
}

TEST(LogTicks, HaveMinorTicksAtTwoToNine)
{
    const Ticks ticks = log_ticks(0, 4, 6);
    int minor = 0;
    for (const Tick& tick : ticks.ticks) minor += tick.label.empty();
    EXPECT_EQ(minor, 4 * 8);
}

TEST(LogTicks, ShowTwoAndFiveWhereFewPowersAreSeen)
{
    EXPECT_EQ(labels(log_ticks(-0.1, 1.1, 8)), (List{"10^{0}", "2×10^{0}", "5×10^{0}", "10^{1}"}));
}

TEST(LogTicks, FollowTheLinearRuleWithinADecade)
{
    const Ticks ticks = log_ticks(std::log10(2.9), std::log10(5.1), 4);
    EXPECT_EQ(labels(ticks), (List{"3", "4", "5"}));
    EXPECT_DOUBLE_EQ(ticks.ticks[1].at, std::log10(4));
}

TEST(LogTicks, CoverTheWholeRangeOfDoubles)
{
    const Ticks ticks = log_ticks(-323, 308, 8);
    EXPECT_LE(labels(ticks).size(), 8u);
    EXPECT_GE(labels(ticks).size(), 4u);
}

}  // namespace
}  // namespace involute::plot
