// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/polynomial.hpp"

#include <gtest/gtest.h>

#include "involute/algebra/rational.hpp"
#include "involute/model/read.hpp"
#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

// ---- rational numbers

TEST(RationalText, FindsTheFractionADecimalStandsFor)
{
    EXPECT_EQ(rational_text(Quad("9.81")), "981/100");
    EXPECT_EQ(rational_text(Quad("0.1")), "1/10");
    EXPECT_EQ(rational_text(Quad("-2.5")), "-5/2");
    EXPECT_EQ(rational_text(Quad(1) / 3), "1/3");
    EXPECT_EQ(rational_text(Quad(-22) / 7), "-22/7");
    EXPECT_EQ(rational_text(0), "0");
    EXPECT_EQ(rational_text(42), "42");
    EXPECT_EQ(rational_text(Quad("1e-12")), "1/1000000000000");
    EXPECT_EQ(rational_text(Quad("123456789012345678901234567890")),
              "123456789012345678901234567890");
}

TEST(RationalText, ToleratesTheRoundOffOfAFewOperations)
{
    EXPECT_EQ(rational_text(Quad("0.2") * Quad("9.81")), "981/500");
    EXPECT_EQ(rational_text(Quad("0.1") + Quad("0.2")), "3/10");
}

TEST(RationalText, RefusesWhatIsIrrationalOrTooLong)
{
    EXPECT_FALSE(rational_text(sqrt(Quad(2))));
    EXPECT_FALSE(rational_text(exp(Quad(1))));
    // Every double is a fraction, but not one that somebody wrote.
    EXPECT_FALSE(rational_text(Quad(std::sqrt(2.0))));
    EXPECT_FALSE(rational_text(Quad("1e-13")));
    EXPECT_FALSE(rational_text(Quad("1e40")));
    EXPECT_FALSE(rational_text(std::numeric_limits<Quad>::infinity()));
}

// ---- what is a polynomial

struct Parsed {
    System system = read_system("param r = 1/3\nvar x, y\nx' = y\ny' = x\n");
    NodeId operator()(const std::string& text) { return parse_expression(system, text); }
    std::string obstacle(const std::string& text)
    {
        const NodeId e = (*this)(text);
        return polynomial_obstacle(system.graph, e, system.names).value_or("");
    }
};

TEST(Polynomial, IsMadeOfSumsProductsAndPowers)
{
    Parsed parsed;
    for (const char* text : {"x^3 - 2*x*y + 0.5", "(x - y)^2/4", "-x*(y + t)", "x'*y''", "r*x"})
        EXPECT_TRUE(is_polynomial(parsed.system.graph, parsed(text))) << text;
    for (const char* text :
         {"sin(x)", "x/y", "1/x", "sqrt(x)", "x^y", "x^(-2)", "sqrt(2)*x", "pi*y"})
        EXPECT_FALSE(is_polynomial(parsed.system.graph, parsed(text))) << text;
}

TEST(Polynomial, NamesThePartOfAnExpressionThatIsNotPolynomial)
{
    Parsed parsed;
    EXPECT_EQ(parsed.obstacle("x^2 + 3*cos(x + y)"), "cos(x + y) is no polynomial");
    EXPECT_TRUE(says(parsed.obstacle("sqrt(2)*x"), "1.414213562")) << parsed.obstacle("sqrt(2)*x");
    EXPECT_TRUE(says(parsed.obstacle("sqrt(2)*x"), "is no rational number"));
    EXPECT_EQ(parsed.obstacle("x^2 + y^2 - 1"), "");
}

// ---- there and back

TEST(PolynomialText, IsAsLongAsTheGraphNotAsTheExpandedPolynomial)
{
    Parsed parsed;
    NodeId e = parsed("x + y");
    for (int k = 0; k < 40; ++k)
        e = parsed.system.graph.multiply(e, parsed.system.graph.add(e, parsed("x")));
    const PolynomialText text =
        write_polynomials(parsed.system.graph, {e}, {parsed("x"), parsed("y")});
    EXPECT_LT(text.definitions.size(), 5000u);
}

TEST(PolynomialText, IsReadBackToTheSameValues)
{
    Parsed parsed;
    Graph& graph = parsed.system.graph;
    const std::vector<NodeId> variables{parsed("x"), parsed("y")};
    const auto read = [&](const std::string& text) {
        const auto e = read_polynomial(graph, text, variables);
        EXPECT_TRUE(e) << text;
        return e ? print(graph, *e, parsed.system.names) : "";
    };
    EXPECT_EQ(read("4*v2*v1+3*v1-6"), print(graph, parsed("4*y*x + 3*x - 6"), parsed.system.names));
    EXPECT_EQ(read("-3/2*v1^2+v2^10"),
              print(graph, parsed("-1.5*x^2 + y^10"), parsed.system.names));
    EXPECT_EQ(read("-v1"), "-x");
    EXPECT_EQ(read("7"), "7");
    EXPECT_EQ(read("0"), "0");
}

TEST(PolynomialText, RefusesTextThatIsNotAPolynomial)
{
    Parsed parsed;
    const std::vector<NodeId> variables{parsed("x"), parsed("y")};
    for (const char* text : {"",
                             "x",
                             "v3",
                             "v0",
                             "v",
                             "v1v2",
                             "2v1",
                             "v1**v2",
                             "v1+",
                             "+v1",
                             "v1^",
                             "v1^0",
                             "v1^99999999999",
                             "1/0",
                             "(v1)",
                             "v1 + v2",
                             "   ? error occurred",
                             "v1-",
                             "1.5*v1",
                             "v18446744073709551617"})
        EXPECT_FALSE(read_polynomial(parsed.system.graph, text, variables)) << text;
}

}  // namespace
}  // namespace involute::test
