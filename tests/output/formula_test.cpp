// SPDX-License-Identifier: Apache-2.0
#include "involute/output/formula.hpp"

#include <gtest/gtest.h>

#include "involute/base/error.hpp"

using involute::to_latex;
using involute::to_mathml;

TEST(Formula, AnEquationKeepsItsSides)
{
    EXPECT_EQ(to_latex("x'' + lambda*x = 0"), "x'' + \\lambda\\,x = 0");
    EXPECT_EQ(to_latex("m_1*a2 = -k*(x - 1)"), "m_{1}\\,a_{2} = -k\\,\\left(x - 1\\right)");
}

TEST(Formula, ParenthesesStandWhereTheyAreNeededAndNowhereElse)
{
    EXPECT_EQ(to_latex("(a + b)*c"), "\\left(a + b\\right)\\,c");
    EXPECT_EQ(to_latex("(a*b)*c"), "a\\,b\\,c");
    EXPECT_EQ(to_latex("a - (b - c)"), "a - \\left(b - c\\right)");
    EXPECT_EQ(to_latex("a - b*c"), "a - b\\,c");
    EXPECT_EQ(to_latex("a*(b*c)"), "a\\,\\left(b\\,c\\right)");
    EXPECT_EQ(to_latex("(a/b)^2"), "{\\left(\\frac{a}{b}\\right)}^{2}");
    EXPECT_EQ(to_latex("-a^2"), "-{a}^{2}");
    EXPECT_EQ(to_latex("(-a)^2"), "{\\left(-a\\right)}^{2}");
    EXPECT_EQ(to_latex("x'^2"), "{\\left(x'\\right)}^{2}");
    EXPECT_EQ(to_latex("a*(-b)"), "a\\,\\left(-b\\right)");
}

TEST(Formula, FunctionsNumbersAndIndices)
{
    EXPECT_EQ(to_latex("sqrt(x) + abs(y) + sin(z)"),
              "\\sqrt{x} + \\left|y\\right| + \\sin\\left(z\\right)");
    EXPECT_EQ(to_latex("atan2(y, x)"), "\\operatorname{atan2}\\left(y, x\\right)");
    EXPECT_EQ(to_latex("1e-6*x + 2.5e3"), "10^{-6}\\,x + 2.5 \\cdot 10^{3}");
    EXPECT_EQ(to_latex("2*3"), "2 \\cdot 3");
    EXPECT_EQ(to_latex("p[1, 2]'"), "{p}_{1,2}'");
    EXPECT_EQ(to_latex("der(x, 5)"), "{x}^{(5)}");
    EXPECT_EQ(to_latex("sum(i in 1..3: c[i])"), "\\sum_{i=1}^{3} {c}_{i}");
}

TEST(Formula, ChoicesAreCases)
{
    EXPECT_EQ(to_latex("if(x < 1 and t >= 0, 1, -x)"),
              "\\begin{cases}1 & \\text{if } x < 1 \\land t \\ge 0 \\\\ -x & "
              "\\text{otherwise}\\end{cases}");
}

TEST(Formula, MathmlIsOneElement)
{
    EXPECT_EQ(to_mathml("x' = -2*eps"),
              "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mrow><msup><mi>x</mi><mo>′</mo>"
              "</msup><mo>=</mo><mrow><mrow><mo>−</mo><mn>2</mn></mrow><mo>&#x2062;</mo><mi>ε</mi>"
              "</mrow></mrow></math>");
    EXPECT_NE(to_mathml("if(x < 1, 1, 2)").find("<mo>&lt;</mo>"), std::string::npos);
}

TEST(Formula, WhatIsNoEquationIsRefused)
{
    EXPECT_THROW(to_latex("x ="), involute::Error);
    EXPECT_THROW(to_latex("var x = 1"), involute::Error);
    EXPECT_THROW(to_latex(""), involute::Error);
    EXPECT_THROW(to_mathml("x + ..."), involute::Error);
}
