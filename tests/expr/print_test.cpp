// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "involute/expr/calculus.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/print.hpp"
#include "tests/expr/random_expression.hpp"
#include "tests/expr/same_shape.hpp"
#include "tests/expr/small_parser.hpp"

namespace involute {
namespace {

using testing::Minus;
using testing::RandomExpressions;
using testing::SmallParser;

struct PrintTest : ::testing::Test {
    Graph g;
    Names names{"t", {"x", "y", "z"}};
    NodeId x = g.jet(0, 0), y = g.jet(1, 0), t = g.independent();
    NodeId c(const Quad& value) { return g.constant(value); }
    std::string text(NodeId e) { return print(g, e, names); }
};

TEST_F(PrintTest, JetsHavePrimesUpToFour)
{
    EXPECT_EQ(text(g.jet(0, 0)), "x");
    EXPECT_EQ(text(g.jet(1, 2)), "y''");
    EXPECT_EQ(text(g.jet(1, 4)), "y''''");
    EXPECT_EQ(text(g.jet(2, 5)), "der(z, 5)");
}

TEST_F(PrintTest, SumsReadNaturally)
{
    EXPECT_EQ(text(g.subtract(x, y)), "x - y");
    EXPECT_EQ(text(g.add(x, g.negate(y))), "x - y");
    EXPECT_EQ(text(g.add(x, c(-1))), "x - 1");
    EXPECT_EQ(text(g.add(c(1), x)), "x + 1");
    EXPECT_EQ(text(g.subtract(x, g.subtract(y, t))), "x - (y - t)");
    EXPECT_EQ(text(g.negate(g.add(x, y))), "-(x + y)");
    EXPECT_EQ(text(g.add(x, g.multiply(c(-2), y))), "x - 2*y");
}

TEST_F(PrintTest, ProductsNeedFewBrackets)
{
    EXPECT_EQ(text(g.multiply(c(2), g.multiply(x, y))), "2*x*y");
    EXPECT_EQ(text(g.multiply(x, g.add(y, t))), "x*(y + t)");
    EXPECT_EQ(text(g.divide(x, g.multiply(y, t))), "x/(y*t)");
    EXPECT_EQ(text(g.divide(g.multiply(c(3), x), y)), "3*x/y");
    EXPECT_EQ(text(g.divide(x, c(2))), "x/2");
    EXPECT_EQ(text(g.negate(g.multiply(x, y))), "-x*y");
    EXPECT_EQ(text(g.divide(c(1), x)), "1/x");
}

TEST_F(PrintTest, PowersBindTighterThanTheMinus)
{
    EXPECT_EQ(text(g.negate(g.integer_power(x, 2))), "-x^2");
    EXPECT_EQ(text(g.integer_power(g.jet(0, 1), 2)), "x'^2");
    EXPECT_EQ(text(g.power(g.negate(x), y)), "(-x)^y");
    EXPECT_EQ(text(g.power(x, g.negate(y))), "x^(-y)");
    EXPECT_EQ(text(g.power(x, g.power(y, t))), "x^y^t");
    EXPECT_EQ(text(g.power(g.power(x, y), t)), "(x^y)^t");
    EXPECT_EQ(text(g.power(c(-2), x)), "(-2)^x");
}

TEST_F(PrintTest, CallsAndNumbers)
{
    EXPECT_EQ(text(g.call(*find_function("sin"), g.add(x, y))), "sin(x + y)");
    EXPECT_EQ(text(g.call(*find_function("atan2"), y, x)), "atan2(y, x)");
    EXPECT_EQ(text(c(Quad("0.1"))), "0.1");
    EXPECT_EQ(text(c(-3)), "-3");
}

TEST_F(PrintTest, ReadingTheTextGivesTheSameNode)
{
    RandomExpressions random(g, 4, {.operations = 14});
    for (int i = 0; i < 3000; ++i) {
        const NodeId e = random();
        const std::string printed = text(e);
        for (const Minus minus : {Minus::before_product, Minus::before_factor})
            EXPECT_TRUE(testing::SameShape(g)(SmallParser(g, names, printed, minus).parse(), e))
                << printed;
    }
}

// Models cannot say it, but derivatives can come to it.
TEST_F(PrintTest, ReadingADivisionByZeroGivesTheSameNode)
{
    const auto expect_same = [&](NodeId e) {
        const std::string printed = text(e);
        for (const Minus minus : {Minus::before_product, Minus::before_factor})
            EXPECT_TRUE(testing::SameShape(g)(SmallParser(g, names, printed, minus).parse(), e))
                << printed;
    };
    const NodeId square = g.integer_power(g.jet(0, 1), 2);
    expect_same(g.divide(g.negate(g.divide(square, c(Quad(1.25)))), c(0)));
    expect_same(g.negate(g.divide(g.divide(square, c(Quad(1.25))), c(0))));
    RandomExpressions random(g, 6, {.operations = 6});
    for (int i = 0; i < 1000 && !HasFailure(); ++i) {
        const NodeId e = g.divide(random(), c(0)), other = random();
        expect_same(e);
        expect_same(g.multiply(e, other));
        expect_same(g.subtract(other, e));
        if (!g.is_constant(other)) expect_same(g.divide(e, other));
    }
}

TEST_F(PrintTest, ReadingADerivativeGivesTheSameNode)
{
    RandomExpressions random(g, 5, {.operations = 6});
    for (int i = 0; i < 500; ++i) {
        const NodeId e = total_derivative(g, random());
        const std::string printed = text(e);
        for (const Minus minus : {Minus::before_product, Minus::before_factor})
            EXPECT_TRUE(testing::SameShape(g)(SmallParser(g, names, printed, minus).parse(), e))
                << printed;
    }
}

}  // namespace
}  // namespace involute
