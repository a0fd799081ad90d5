// SPDX-License-Identifier: Apache-2.0
#include "involute/base/scalar.hpp"

#include <gtest/gtest.h>

#include <random>

namespace involute {
namespace {

TEST(TextOfNumbers, IsTheShortestThatReadsBack)
{
    EXPECT_EQ(to_text(0.1), "0.1");
    EXPECT_EQ(to_text(3.0), "3");
    EXPECT_EQ(to_text(-2.5), "-2.5");
    EXPECT_EQ(to_text(-0.0), "0");
    EXPECT_EQ(to_text(-Quad(0)), "0");
    EXPECT_EQ(to_full_text(-Quad(0)), to_full_text(Quad(0)));
    EXPECT_EQ(to_text(Quad("0.1")), "0.1");
    EXPECT_EQ(to_text(Quad(9.81)),
              to_text(Quad("9.8100000000000004973799150320701301097869873046875")));
    EXPECT_EQ(to_text(Quad("9.81")), "9.81");
    EXPECT_EQ(to_text(Quad(-7)), "-7");
    EXPECT_EQ(to_text(Quad(0)), "0");
    EXPECT_EQ(to_text(Quad(1250)), "1250");
    EXPECT_EQ(to_text(Quad("-0.00125")), "-0.00125");
    EXPECT_EQ(to_text(Quad("6.674e-11")), "6.674e-11");
    EXPECT_EQ(to_text(Quad("1e4000")), "1e4000");
    EXPECT_EQ(to_text(Quad("1e-7")), "1e-7");
    EXPECT_EQ(to_text(Quad(1) / 3), "0.3333333333333333333333333333333333");
}

TEST(TextOfNumbers, ReadsBackToTheSameBits)
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const int exponent = int(random() % 600) - 300;
        const double d = std::ldexp(double(random()), exponent);
        EXPECT_EQ(std::stod(to_text(d)), d);
        const Quad q = ldexp(Quad(random()) + Quad(random()) / Quad(0x1p64), 10 * exponent);
        EXPECT_EQ(Quad(to_text(q)), q);
        EXPECT_LE(to_text(q).size(), std::string("0.e-4000").size() + 36);
    }
}

TEST(TextForMessages, IsRoundedAndSaysWhatIsNotFiniteInWords)
{
    EXPECT_EQ(to_text(1.0 / 3, 6), "0.333333");
    EXPECT_EQ(to_text(-1e-20, 3), "-1e-20");
    EXPECT_EQ(to_text(-0.0, 6), "0");
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(to_text(infinity, 6), "infinity");
    EXPECT_EQ(to_text(-infinity, 6), "-infinity");
    EXPECT_EQ(to_text(std::numeric_limits<double>::quiet_NaN(), 6), "undefined");
    EXPECT_EQ(to_text(-std::numeric_limits<double>::quiet_NaN()), "undefined");
}

}  // namespace
}  // namespace involute
