// SPDX-License-Identifier: Apache-2.0
// Sums, functions of the model, arrays of many indices, min and max of many: each is the same
// system as the one written out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/model/read.hpp"
#include "involute/system/tolerances.hpp"

namespace involute {
namespace {

/// The equation of a model is this formula.
void expect_equation(const std::string& model, std::string_view formula)
{
    System s = read_system(model);
    EXPECT_EQ(s.equations.at(0).f, parse_expression(s, formula))
        << print(s.graph, s.equations.at(0).f, s.names) << " is not " << formula;
}

std::string message_of(const std::string& text)
{
    try {
        read_system(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

void expect_refused(const std::string& text, std::string_view message)
{
    EXPECT_NE(message_of(text).find(message), std::string::npos) << message_of(text);
}

TEST(Sums, AreTheirTermsAddedInOrder)
{
    expect_equation("var p[1..3]\nsum(i in 1..3: i*p[i]) = 0", "p[1] + 2*p[2] + 3*p[3]");
    expect_equation("var x\nprod(k in 1..3: x - k) = 0", "(x - 1)*(x - 2)*(x - 3)");
    expect_equation("var x\nsum(i in 1..0: x)^2 + prod(i in 1..0: x) + x = 0", "1 + x");
    expect_equation("var x\nx' = sum(i in 1..2: sum(j in i..2: x^(i*j)))", "x' - (x + x^2 + x^4)");
    expect_equation("param N = 4\nvar x\nx = sum(i in 1..N: 1/i)", "x - 25/12");
    expect_equation("var x\n(sum(i in 1..2: x^i))' = 0", "x' + 2*x*x'");
}

TEST(Sums, HaveAnIndexOfTheirOwn)
{
    expect_refused("var x, i\nx = sum(i in 1..2: x); i = 1",
                   "`i` is an unknown and cannot be an index too");
    expect_refused("var x\nfor i in 1..2 { x = sum(i in 1..2: x) }",
                   "`i` is a loop variable and cannot be an index too");
    expect_refused("var x\nx = sum(i in 1..2: x) + i", "unknown name `i`");
    expect_refused("var x\nx = sum(i in 1..x: x)", "the last index of a sum must be a constant");
    expect_refused("var x\nx = sum(i in 1..2, x)", "expected `:` and what is added");
    expect_refused("var x\nx = sum(x, 2)", "write `sum(i in 1..N: ...)`");
    expect_refused("var x\nx = sum(i in 1..100000000: i*x)", "too many terms");
}

TEST(Sums, AreWordsOnlyBeforeAnIndex)
{
    expect_equation("var sum, prod, in\nsum*prod = in; sum = 1; in = 1", "sum*prod - in");
    expect_equation("function sum2(a) = a + 2\nvar x\nx = sum2(x^2)", "x - (x^2 + 2)");
}

TEST(Functions, ArePutInPlaceOfTheirCalls)
{
    expect_equation("var x, y\nfunction f(a, b) = sqrt(a^2 + b^2)\nf(x, y)' = f(1, 0); y = 1",
                    "(sqrt(x^2 + y^2))' - 1");
    expect_equation(
        "f(x) = g(2)\nparam k = g(3)\nvar x\nfunction g(a) = a/2\nfunction f(b) = g(b^2) + k",
        "x^2/2 + 3/2 - 1");
    expect_equation("var x, y\nfunction f(y) = x + y^2\nf(3) = 0; y = 0", "x + 9");
    expect_equation("var p[1..2]\nfunction f(i) = p[i]^2\nsum(k in 1..2: f(k)) = 0; p[1] = 0",
                    "p[1]^2 + p[2]^2");
    expect_equation("var x\nfunction g(a) = sum(k in 1..2: a^k)\nx = g(2)", "x - 6");
}

TEST(Functions, AreRefusedWhereTheyCannotBeMeant)
{
    const std::string head = "var x\nx' = 1\n";
    expect_refused(head + "function f(a) = f(a - 1)\nx = f(1)", "`f` calls itself");
    expect_refused(head + "function f(a) = g(a)\nfunction g(a) = a\nx = f(1)",
                   "`g` is defined below this");
    expect_refused(head + "function f(a) = a\nx = f(1, 2)", "`f` has 1 argument, not 2");
    expect_refused(head + "function sin(a) = a", "there is already a function `sin`");
    expect_refused(head + "function der(a) = a", "there is already a function `der`");
    expect_refused(head + "function x(a) = a", "`x` is an unknown and cannot be a function too");
    expect_refused(head + "function f(a) = a\nfunction f(b) = b", "`f` is defined twice");
    expect_refused(head + "function f(a, a) = a", "there are two arguments `a`");
    expect_refused(head + "function f(a) = a + q", "unknown name `q`");
    expect_refused(head + "function f(a) = h(a)", "unknown function `h`");
    expect_refused(head + "for i in 1..2 { function f(a) = a }", "cannot stand inside `for`");
    expect_refused(head + "function f() = 1", "the name of an argument");
    // a loop variable is no business of a function
    expect_refused("var x\nfunction f(a) = a*i\nfor i in 1..1 { x = f(2) }", "unknown name `i`");
}

/// A chain in which each calls the one before twice has 2^60 terms; a call within a call is no
/// deeper than a person writes.
TEST(Functions, ThatGrowWithoutBoundAreRefusedInTime)
{
    std::string text = "var x\nfunction f0(a) = a + 1\n";
    for (int k = 1; k <= 60; ++k)
        text += "function f" + std::to_string(k) + "(a) = f" + std::to_string(k - 1) + "(a)*f" +
                std::to_string(k - 1) + "(2*a)\n";
    expect_refused(text + "x' = f60(x)", "too large");
}

TEST(Arrays, HaveAnyNumberOfIndices)
{
    const System s = read_system(
        "var q[1..2, 0..1, 5..6]\n"
        "for i in 1..2 { for j in 0..1 { for k in 5..6 {\n"
        "let d[i, j, k] = i*q[i, j, k]; d[i, j, k]' = k } } }");
    ASSERT_EQ(s.unknowns(), 8);
    EXPECT_EQ(s.names.unknowns[0], "q[1,0,5]");
    EXPECT_EQ(s.names.unknowns[1], "q[1,0,6]");
    EXPECT_EQ(s.names.unknowns[6], "q[2,1,5]");
    System copy = s;
    EXPECT_EQ(s.equations[6].f, parse_expression(copy, "2*q[2,1,5]' - 5"));
    expect_refused("var q[1..2, 1..2, 1..2]\nq[1, 2] = 0", "`q` has 3 indices");
}

TEST(MinAndMax, HaveAnyNumberOfArguments)
{
    expect_equation("var x, y\nx = max(0, y, 2*y, 7); y = 1", "x - max(max(max(0, y), 2*y), 7)");
    expect_equation("var x\nx = min(3, 1, 2)", "x - 1");
    expect_equation("var x\nx = min(2*x) + 1", "x - (2*x + 1)");
    expect_equation("param N = 1; var x\nx = max(3)*N", "x - 3");
}

TEST(Primes, OfWhatDoesNotChangeAreRefused)
{
    expect_refused("var x\nx = 3'", "the derivative of a number is 0");
    expect_refused("var x\nparam g = 1\nx = g'", "the derivative of a parameter is 0");
    expect_refused("var x\nx = der(pi, 2)", "the derivative of the number pi is 0");
    expect_refused("var x\nx = t'", "the derivative of the independent variable is 1");
    for (const char* jump :
         {"sign(t)'", "floor(x)'", "mod(t, 2)'", "if(t < 1, x, t)'", "abs(x)''", "(max(t, 1)^2)''"})
        expect_refused(std::string("var x\nx' = ") + jump, "this differentiates what may jump");
    expect_refused("var x\nfor i in 1..2 { x = i' }", "the derivative of a loop variable is 0");
    // an expression may happen to be constant
    expect_equation("var x\nlet c = 3\nparam g = 1\nx = c' + (g*2)' + (t^2)'", "x - 2*t");
    expect_equation("var x\nfunction f(a) = a'\nx = f(2)", "x - 0");
}

TEST(NewWords, AreNamesWhereTheyAreNotMeant)
{
    expect_equation(
        "var function, log10, erf, asinh\nfunction' = log10*erf\n"
        "log10 = 1; erf = asinh; asinh = erf(function)",
        "function' - log10*erf");
}

/// Between jumps, where completion differentiates.
void expect_derivative(const std::string& of, const std::string& is)
{
    System s = read_system("var x\nx' = 0");
    const NodeId derivative = total_derivative(s.graph, parse_expression(s, of));
    EXPECT_EQ(derivative, parse_expression(s, is)) << print(s.graph, derivative, s.names);
}

TEST(Choices, AreGatesOfTheirBranches)
{
    // what is printed is read as the same node
    for (const char* text :
         {"x' = if(t < 1, x, -x)", "x' = if(x^2 > t or x < 0, 1, sqrt(x))",
          "x' = 1 + if(x <= 0 and not (t > 3), 1/x, 2)^2", "x' = if(t >= 1, if(x < 0, 1, 2), 3)"}) {
        System s = read_system("var x\n" + std::string(text));
        const NodeId f = s.equations[0].f;
        EXPECT_EQ(parse_expression(s, print(s.graph, f, s.names)), f) << print(s.graph, f, s.names);
    }
    expect_equation("var x\nx' = if(1 < 2, x, 1/0)", "x' - x");
    expect_equation("param L = 0\nvar x\nx' = if(L > 0, 1/L, 2*x)", "x' - 2*x");
    expect_equation("var x\nx' = if(2 <= 2 and not 1 > 2, 3, x)", "x' - 3");
    expect_equation("var x\nx' = if(2 < 2 or 1 > 2, x, 4)", "x' - 4");
    expect_derivative("if(t > 1, x^2, t)", "if(t > 1, 2*x*x', 1)");
    expect_equation("var x\nx' = if(not t < 1, 1, 2)", "x' - if(t < 1, 2, 1)");
    expect_equation("var x\nx' = if(t >= 1, 1, 2)", "x' - if(not (t < 1), 1, 2)");
}

TEST(Choices, HaveTheValueOfTheBranchTaken)
{
    System s = read_system("var x\nx' = 0");
    const auto value = [&](std::string_view text, double t, double x) {
        return evaluate<double>(s.graph, parse_expression(s, text), [&](NodeId leaf) {
            return s.graph[leaf].op == Op::independent ? t : x;
        });
    };
    EXPECT_EQ(value("if(x > 0, sqrt(x), 7)", 0, -4), 7);
    EXPECT_EQ(value("if(x > 0, sqrt(x), 7)", 0, 4), 2);
    EXPECT_EQ(value("if(x > 0, 1/x, 7)", 0, 0), 7);
    EXPECT_EQ(value("if(x >= 0, 5, log(x))", 0, 0), 5);
    const NodeId derivative =
        total_derivative(s.graph, parse_expression(s, "if(x > 0, sqrt(x), 7)"));
    EXPECT_EQ(evaluate<double>(s.graph, derivative, [](NodeId) { return -4.0; }), 0);
    EXPECT_EQ(value("if(x > 0 and sqrt(x) > 1, 1, 2)", 0, -4), 2);
    EXPECT_EQ(value("if(x > 0 and sqrt(x) > 1, 1, 2)", 0, 4), 1);
    EXPECT_EQ(value("if(not (x > 0 or t > 0), 1, 2)", -1, -1), 1);
    EXPECT_EQ(value("if(not (x > 0 or t > 0), 1, 2)", 1, -1), 2);
    EXPECT_EQ(value("if(not x > 0 or t > 0 and x > 1, 1, 2)", -1, 2), 2);
    EXPECT_TRUE(std::isnan(value("if(sqrt(x) > 0, 1, 2)", 0, -1)));
}

TEST(Numbers, ThatAreTooSmallAreNamedAsSuch)
{
    expect_refused("var x\nx' = 3*exp(-20000)", "this number is too small");
    expect_refused("var x\nx' = 3*exp(20000)", "is not a finite number");
}

TEST(Stairs, AreExactOfNumbers)
{
    for (const char* text :
         {"floor(7/2) = 3", "floor(-7/2) = -4", "ceil(7/2) = 4", "ceil(-1/2) = 0", "floor(3) = 3",
          "ceil(3) = 3", "mod(7, 3) = 1", "mod(-1, 3) = 2", "mod(11/2, -2) = -1/2",
          "floor(0.1*30) = 3", "mod(0.3, 0.1) = 0", "floor(1e20 + 1/2) = 1e20"}) {
        const std::string both = text;
        const std::size_t at = both.find(" = ");
        System s = read_system("var x\nx' = 0");
        EXPECT_EQ(parse_expression(s, both.substr(0, at)), parse_expression(s, both.substr(at + 3)))
            << text;
    }
    expect_refused("var x\nx' = mod(1, 0)", "the value of this `mod` is not a finite number");
    expect_refused("var x\nx' = mod(x, 0)", "the value of this `mod` is not a finite number");
}

TEST(Stairs, HaveTheDerivativesOfTheirPieces)
{
    expect_derivative("x*floor(x)", "x'*floor(x)");
    expect_derivative("mod(x, 2)", "x'");
    expect_equation("var x\nx' = ceil(x)", "x' + floor(-x)");
    expect_equation("var x\nx' = mod(x, t)", "x' - (x - t*floor(x/t))");
    expect_refused("var x\nx' = mod(x)", "`mod` has two arguments, not 1");
    expect_refused("var x\nx' = floor(x, 1)", "`floor` has one argument, not 2");
    expect_refused("function mod(a, b) = a\nvar x\nx' = 1", "there is already a function `mod`");
    expect_refused("var x\nx' = fmod(x, 1)", "write `mod(a, b)`");
    expect_refused("var x\nx' = trunc(x)", "write `sign(x)*floor(abs(x))`");
    expect_equation("var floor, ceil, mod\nfloor' = mod*ceil; ceil = floor(mod); mod = 3",
                    "floor' - mod*ceil");
}

TEST(Choices, AreWordsOnlyInTheirPlace)
{
    expect_equation("var if, and, or, not\nif' = and*or; and = 1; or = 2; not = 3", "if' - and*or");
    expect_equation(
        "var if, and, or, not\nif' = if(not > or and and < 3, 1, not); and = 1\n"
        "or = if(not not < 1, if, 2); not = 3",
        "if' - if(not > or and and < 3, 1, not)");
    expect_refused("function if(a) = a\nvar x\nx' = 1", "there is already a function `if`");
    expect_refused("var x\nx' = heaviside(t)", "write `if(t < 1, a, b)`");
}

TEST(Tolerances, AreOfUnknownsAndTheirDerivatives)
{
    const System s = read_system(
        "param N = 3\nvar x, c[1..N], state, input, atol, table\nx'' = 1\n"
        "for i in 1..N { c[i]' = 1 }\nstate' = input*atol; input = 1; atol = table; table = 3\n"
        "atol x = 1e-6, c[1..2] = 1e-14, x' = 2*1e-4\natol atol = 1e-2\n"
        "for i in 2..N { atol c[i] = i*1e-3 }");
    const OwnTolerances own = own_tolerances(s.names, s.tolerances, 1e-10);
    EXPECT_EQ(own[0], (std::vector<double>{1e-6, 2e-4}));
    EXPECT_EQ(own[1], std::vector<double>{1e-14});
    EXPECT_EQ(own[2], std::vector<double>{2e-3});
    EXPECT_EQ(own[3], std::vector<double>{3e-3});
    EXPECT_TRUE(own[4].empty());
    EXPECT_EQ(own[6], std::vector<double>{1e-2});
    EXPECT_EQ(own_tolerances(s.names, {{"c", 1.0}}, 1e-10)[3], std::vector<double>{1.0});
    EXPECT_EQ(own_tolerances(s.names, {{"x''", 1.0}}, 0.5)[0],
              (std::vector<double>{0.5, 0.5, 1.0}));
    expect_refused("var x\nx' = 1\natol x[1] = 1", "there is no unknown `x[1]`");
    expect_refused("var x\nx' = 1\natol x = -1", "a tolerance must be positive");
    expect_refused("var x\nx' = 1\natol x = 1\natol x = 2", "there is already a tolerance of `x`");
    expect_refused("var x\nx'' = 1\natol x = 1, x' = 2, x' = 3",
                   "there is already a tolerance of `x'`");
    expect_refused("var x\nx' = 1\natol x = t", "a tolerance must be a constant");
}

TEST(Definitions, AreKnownToColumns)
{
    System s = read_system(
        "var x, y\nlet r = sqrt(x^2 + y^2)\nfor i in 1..2 { let d[i] = i*r; let local = i }\n"
        "x' = y; y' = -x");
    System copy = s;
    EXPECT_EQ(parse_expression(s, "2*r + d[2]"), parse_expression(copy, "4*sqrt(x^2 + y^2)"));
    EXPECT_THROW(parse_expression(s, "local"), Error);
    EXPECT_THROW(parse_expression(s, "d[3]"), Error);
}

}  // namespace
}  // namespace involute
