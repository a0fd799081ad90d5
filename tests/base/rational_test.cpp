// SPDX-License-Identifier: Apache-2.0
#include "involute/base/rational.hpp"

#include <gtest/gtest.h>

#include "involute/text/parse.hpp"

namespace involute {
namespace {

TEST(Rational, IsExact)
{
    const Rational tenth(1, 10);
    EXPECT_EQ(tenth + Rational(2, 10) - Rational(3, 10), 0);
    EXPECT_EQ(Rational(1, 3) * 3, 1);
    EXPECT_EQ(Rational(2, 3) / Rational(4, 9), Rational(3, 2));
    EXPECT_EQ(-Rational(1, 2), Rational(-1, 2));
    EXPECT_THROW(Rational(1) / 0, std::overflow_error);
    EXPECT_FALSE(Rational(1, 3) == Rational(333'333'333, 1'000'000'000));
}

TEST(Rational, HasAsManyDigitsAsNeeded)
{
    Rational product = 1, quotient = 1;
    for (int k = 1; k <= 60; ++k) {
        product *= k;
        quotient /= k;
    }
    EXPECT_EQ(product.text(),
              "8320987112741390144276341183223364380754172606361245952449277696409"
              "600000000000000");  // 60!
    EXPECT_EQ(product * quotient, 1);
}

TEST(Rational, CanBeCopiedMovedAndAssignedToItself)
{
    Rational x(3, 7);
    Rational y = x;
    y += 1;
    EXPECT_EQ(x, Rational(3, 7));
    const Rational moved = std::move(y);
    EXPECT_EQ(moved, Rational(10, 7));
    y = moved;
    EXPECT_EQ(y, moved);
    const Rational& same = x;
    x = same;
    EXPECT_EQ(x, Rational(3, 7));
    x *= x;
    EXPECT_EQ(x, Rational(9, 49));
}

TEST(Rational, IsWhatADecimalStandsFor)
{
    EXPECT_EQ(rational_of("0.1"), Rational(1, 10));
    EXPECT_EQ(rational_of("-1.50e-3"), Rational(-3, 2000));
    EXPECT_EQ(rational_of("007"), Rational(7));  // not octal
    EXPECT_EQ(rational_of("2e3"), Rational(2000));
    EXPECT_EQ(rational_of(".125"), Rational(1, 8));
    EXPECT_EQ(rational_of("0"), Rational(0));
    EXPECT_EQ(rational_of("x"), std::nullopt);
    EXPECT_EQ(rational_of(""), std::nullopt);
    EXPECT_EQ(rational_of("1e-99999"), std::nullopt);  // a fraction of 99999 digits
}

TEST(Literals, StayExactBesideTheirRoundedValue)
{
    const Model model =
        parse("# ä\nx = 0.1 + 2e-3*y - 12345678901234567890123456789012345678901\n");
    ASSERT_EQ(model.numbers.size(), 3u);
    EXPECT_EQ(exact_value(model, model.numbers[0]), Rational(1, 10));
    EXPECT_EQ(exact_value(model, model.numbers[1]), Rational(1, 500));
    EXPECT_EQ(exact_value(model, model.numbers[2])->text(),
              "12345678901234567890123456789012345678901");
    EXPECT_EQ(model.numbers[0].value, Quad(1) / 10);
}

}  // namespace
}  // namespace involute
