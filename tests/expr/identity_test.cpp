// SPDX-License-Identifier: Apache-2.0
// What is proved, and what is not: proofs must be right, and find what models are written with.
#include "involute/expr/identity.hpp"

#include <gtest/gtest.h>

#include "involute/expr/calculus.hpp"
#include "involute/model/read.hpp"
#include "tests/expr/random_expression.hpp"

namespace involute {
namespace {

class Identity : public ::testing::Test {
protected:
    NodeId e(const std::string& text) { return parse_expression(system, text); }
    bool is_zero(const std::string& text) { return is_proved_zero(system.graph, e(text)); }
    bool is_free_of(const std::string& text, const std::string& leaf)
    {
        return is_proved_free_of(system.graph, e(text), e(leaf));
    }

    System system = read_system(
        "param a = sqrt(2), b = 0.1, w = 2*pi\nvar x, y, z\nx' = y\ny' = z\nz' = x\nstart x = 1\n");
};

TEST_F(Identity, OfAlgebraIsProved)
{
    for (const char* text :
         {"(x + y)^3 - x^3 - 3*x^2*y - 3*x*y^2 - y^3", "1/(x*(x + 1)) - 1/x + 1/(x + 1)",
          "(x^2 - y^2)/(x - y) - x - y", "0.1*x + 0.2*x - 0.3*x", "(1/3 + 1/7 - 10/21)*x",
          "(x*y)' - x'*y - x*y'", "(x^20)' - 20*x^19*x'"})
        EXPECT_TRUE(is_zero(text)) << text;
}

TEST_F(Identity, OfFunctionsIsProved)
{
    for (const char* text :
         {"sin(z)^2 + cos(z)^2 - 1", "tan(x)*cos(x) - sin(x)", "sin(-x) + sin(x)",
          "sin(2*(x + 1)) - sin(2 + x*2)", "exp(x)*exp(-x) - 1", "cosh(x)^2 - sinh(x)^2 - 1",
          "cosh(x) + sinh(x) - exp(x)", "max(x, y) + min(x, y) - x - y", "max(x, y) - max(y, x)",
          "abs(x - y) - abs(y - x)", "abs(x) - x*sign(x)", "sqrt(x)^2 - x", "x^1.5 - x*sqrt(x)",
          "(sqrt(x) + 1)*(sqrt(x) - 1) - x + 1"})
        EXPECT_TRUE(is_zero(text)) << text;
}

TEST_F(Identity, OfNumbersIsProved)
{
    for (const char* text : {"sqrt(2)^2 - 2", "(1 + sqrt(2))^2 - 3 - 2*sqrt(2)",
                             "sin(1)^2 + cos(1)^2 - 1", "w*x - 2*pi*x", "exp(1)*exp(-1) - 1"})
        EXPECT_TRUE(is_zero(text)) << text;
}

TEST_F(Identity, IsNotTakenFromWhatLooksFlat)
{
    for (const char* text :
         {"max(0, x - 1000)", "(x/50)^20", "exp(-(x - 30)^2)", "1e-300*x", "exp(-1e6)*x",
          "(0.1 + 0.2 - 0.3 + 1e-60)*x", "sign(x - 100) + 1", "abs(x) - x", "sqrt(x^2) - x",
          "sign(x)^2 - 1", "(sqrt(2) - 1.4142135623730950488)*x", "max(x, y) - x", "sin(x) - x",
          "1 - tanh(40 + x^2)"}) {
        EXPECT_FALSE(is_zero(text)) << text;
        EXPECT_FALSE(is_free_of(text, "x")) << text;
    }
}

TEST_F(Identity, FreesFromWhatCancels)
{
    EXPECT_TRUE(is_free_of("(x + y)' - x'", "x'"));
    EXPECT_FALSE(is_free_of("(x + y)' - x'", "y'"));
    EXPECT_TRUE(is_free_of("(sin(z)^2 + cos(z)^2 - 1)*y'' + x", "y''"));
    EXPECT_TRUE(is_free_of("(a^2 - 2)*y' + x", "y'"));
    EXPECT_TRUE(is_free_of("0.1*y' + 0.2*y' - 0.3*y' + y", "y'"));
    EXPECT_TRUE(is_free_of("b*y' - y'/10 + y", "y'"));
    EXPECT_TRUE(is_free_of("sqrt(y^2)*x - x*sqrt(y*y) + z", "y"));
    // |y| is a function of y whichever way it is written.
    EXPECT_FALSE(is_free_of("sqrt(y^2)/y", "y"));
    EXPECT_FALSE(is_free_of("abs(y)/y", "y"));
    EXPECT_FALSE(is_free_of("sign(y)", "y"));
    EXPECT_FALSE(is_free_of("sign(y - 100)*x", "y"));
}

TEST_F(Identity, WithoutAnyValueIsNotProved)
{
    EXPECT_FALSE(is_zero("y/(sin(x)^2 + cos(x)^2 - 1)"));
    EXPECT_FALSE(is_free_of("y/(sin(x)^2 + cos(x)^2 - 1)", "y"));
}

// The same formula with its leaves written in another way: x = (x + y) - y.
TEST_F(Identity, OfRandomFormulasWrittenInTwoWaysIsProved)
{
    Graph graph;
    testing::RandomExpressions random(graph, 11, {.operations = 10});
    const NodeId x = graph.jet(0, 0), y = graph.jet(1, 0);
    const NodeId other = graph.subtract(
        graph.multiply(graph.add(x, y), graph.constant(3)),
        graph.add(graph.multiply(graph.constant(2), x), graph.multiply(graph.constant(3), y)));
    int proved = 0, tried = 0;
    for (int i = 0; i < 600; ++i) {
        const NodeId f = random(), again = substitute(graph, f, {x}, {other});
        if (f == again) continue;
        ++tried;
        proved += is_proved_zero(graph, graph.subtract(f, again));
        const NodeId off = graph.add(f, graph.multiply(graph.constant(Quad(1e-30)), y));
        EXPECT_FALSE(is_proved_zero(graph, graph.subtract(off, again)));
    }
    EXPECT_GT(tried, 100);
    EXPECT_GE(proved, tried * 9 / 10);
}

}  // namespace
}  // namespace involute
