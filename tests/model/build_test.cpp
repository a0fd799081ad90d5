// SPDX-License-Identifier: Apache-2.0
#include "involute/model/read.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace involute {
namespace {

std::string printed(const System& s, std::size_t equation)
{
    return print(s.graph, s.equations.at(equation).f, s.names);
}

// The same formula written otherwise is the same node.
void expect_same(System& s, std::size_t equation, std::string_view formula)
{
    EXPECT_EQ(s.equations.at(equation).f, parse_expression(s, formula))
        << printed(s, equation) << " is not " << formula;
}

std::string message_of(const std::string& text, const Overrides& overrides = {})
{
    try {
        read_system(text, "", overrides);
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

constexpr const char* pendulum = R"ode(
title  "Planar pendulum"                 source "Tuomela, Arponen, (4.1)"
independent t                            # default t
param  g = 1,  N = 10                    # constants; expressions of earlier ones allowed
var    x, y, lambda                      # unknowns are declared: a typo is an error
var    p[1..N]                           # arrays; p[i]' is the derivative of p[i]
let    r = sqrt(x^2 + y^2)               # named sub-expression
x'' + lambda*x = 0                       # equations: anything with `=`
y'' + lambda*y + g = 0
x^2 + y^2 = 1
for i in 2..N { p[i]'' = p[i-1] - p[i] } # loops over equations, starts, invariants
start  x = 1, x' = 0, t = 0              # what the user demands
guess  lambda = 0                        # what the user thinks
solve  to 100
invariant E = (x'^2 + y'^2)/2 + g*y
section s: x = 0 rising
event  e: y + 1/2 = 0 stop
expect x(100) = -0.99997405204635617 +- 1e-8
expect index 3
expect dimension 2
expect stops singular
)ode";

TEST(Build, AModelBecomesASystem)
{
    System s = read_system(pendulum, "pendulum.ode");
    EXPECT_EQ(s.title, "Planar pendulum");
    EXPECT_EQ(s.source, "Tuomela, Arponen, (4.1)");
    EXPECT_EQ(s.file, "pendulum.ode");
    EXPECT_EQ(s.unknowns(), 13);
    EXPECT_EQ(s.names.unknowns[2], "lambda");
    EXPECT_EQ(s.names.unknowns[12], "p[10]");
    ASSERT_EQ(s.equations.size(), 12u);
    expect_same(s, 1, "y'' + lambda*y + 1");
    expect_same(s, 3, "p[2]'' - (p[1] - p[2])");
    EXPECT_EQ(s.equations[3].text, "p[i]'' = p[i-1] - p[i] (i = 2)");
    EXPECT_EQ(s.equations[0].place.line, 8);
    ASSERT_EQ(s.starts.size(), 3u);
    EXPECT_EQ(s.starts[1].order, 1);
    EXPECT_EQ(s.starts[2].unknown, -1);
    EXPECT_EQ(s.guesses.size(), 1u);
    EXPECT_EQ(s.solve.to, 100.0);
    ASSERT_EQ(s.invariants.size(), 1u);
    EXPECT_FALSE(s.invariants[0].value);
    ASSERT_EQ(s.crossings.size(), 2u);
    EXPECT_EQ(s.crossings[0].direction, Direction::rising);
    EXPECT_FALSE(s.crossings[0].is_event);
    EXPECT_TRUE(s.crossings[1].stop);
    ASSERT_EQ(s.expectations.size(), 4u);
    EXPECT_EQ(s.expectations[0].at, 100.0);
    EXPECT_EQ(s.expectations[0].tolerance, 1e-8);
    EXPECT_EQ(s.expectations[1].expected, 3);
    EXPECT_EQ(s.expectations[3].word, "singular");
}

TEST(Build, PrimesAreTotalDerivatives)
{
    System s = read_system(
        "param g = 2\nvar x, y\nlet r = x*y\n"
        "r' = 0\n(x + y)'' = (2*g)'\nder(x, 5) = (2*t)'\nsin(x)' = 0\n(x^2)'' = der(y, 4 - 3)\n");
    expect_same(s, 0, "x'*y + x*y'");
    expect_same(s, 1, "x'' + y''");
    expect_same(s, 2, "x''''' - 2");
    expect_same(s, 3, "cos(x)*x'");
    expect_same(s, 4, "2*(x*x'' + x'^2) - y'");
}

TEST(Build, ArraysHaveAnyBoundsAndTwoDimensions)
{
    System s = read_system(
        "param N = 2\nvar p[0..N], q[1..N, 1..2*N - 1], none[1..0]\n"
        "for i in 1..N { for j in 1..3 { q[i, j]' = p[i-1]*j } }\n"
        "for i in 3..N { p[i]' = 0 }\n");
    const std::vector<std::string> names{"p[0]",   "p[1]",   "p[2]",   "q[1,1]", "q[1,2]",
                                         "q[1,3]", "q[2,1]", "q[2,2]", "q[2,3]"};
    EXPECT_EQ(s.names.unknowns, names);
    ASSERT_EQ(s.equations.size(), 6u);
    expect_same(s, 5, "q[2,3]' - 3*p[1]");
    EXPECT_EQ(s.equations[5].text, "q[i, j]' = p[i-1]*j (i = 2, j = 3)");
}

TEST(Build, LetsMayHaveIndicesAndAreLocalInLoops)
{
    System s = read_system(
        "var x, y\nlet d[0] = x\n"
        "for i in 1..3 { let d[i] = d[i-1]*y; let twice = 2*d[i]; twice' = y }\n"
        "for i in 1..2 { let twice = i; d[i]' = twice }\n");
    ASSERT_EQ(s.equations.size(), 5u);
    expect_same(s, 0, "2*(x*y)' - y");
    expect_same(s, 4, "((x*y)*y)' - 2");
}

TEST(Build, DeclarationsMayFollowTheirUse)
{
    const System s = read_system("x' = k*x\nvar x\nparam k = 2\nindependent s\n");
    EXPECT_EQ(s.names.independent, "s");
    EXPECT_EQ(s.parameters.at(0).value, 2);
}

TEST(Build, KeywordsAndFunctionsMayBeNames)
{
    System s = read_system("var start, sin, to\nstart' = 3\nsin' = sin(sin)\nto' = start*to\n");
    EXPECT_EQ(s.equations.size(), 3u);
    EXPECT_EQ(printed(s, 0), "start' - 3");
}

TEST(Build, ParametersAreOverriddenFromOutside)
{
    const std::string text = "param N = 2, h = 1/N\nvar p[1..N]\nfor i in 1..N { p[i]' = h }\n";
    const System s = read_system(text, "", {{"N", 4}});
    EXPECT_EQ(s.unknowns(), 4);
    EXPECT_EQ(s.parameters.at(1).value, Quad(0.25));
    EXPECT_EQ(read_system(text, "", {{"h", -0.1}}).parameters.at(1).value, -Quad(1) / 10);
    EXPECT_EQ(message_of(text, {{"M", 1}}), "error: the model has no parameter `M`");
    EXPECT_EQ(message_of("param mass = 1\nvar x\nx' = mass\n", {{"mas", 1}}),
              "error: the model has no parameter `mas`\n    hint: did you mean `mass`?");
    EXPECT_EQ(message_of(text, {{"h", 1.0 / 0.0}}),
              "error: the value of the parameter `h` is not finite");
}

TEST(Build, StartValuesAreConstantsAndOverrideGuesses)
{
    const System s = read_system(
        "param L = 2\nvar x, p[1..3]\nx' = 1\n"
        "start x = L*cos(pi), p[1]'' = sqrt(4), x = -2, t = -1\n"
        "guess x = 7\nfor i in 1..3 { guess p[i] = i }\n");
    ASSERT_EQ(s.starts.size(), 3u);
    EXPECT_EQ(s.starts[0].value, -2);
    EXPECT_EQ(s.starts[1].unknown, 1);
    EXPECT_EQ(s.starts[1].order, 2);
    EXPECT_EQ(s.starts[2].unknown, -1);
    EXPECT_EQ(s.guesses.size(), 3u);
}

TEST(Build, InvariantsAreKeptPrescribedOrImposed)
{
    const System s = read_system(
        "var x, p[1..2]\nx' = 0\ninvariant A = x\ninvariant B: x^2 = 1/4\nimpose C = x^3\n"
        "impose D: x = -1\nfor i in 1..2 { invariant E[i] = p[i] }\n");
    ASSERT_EQ(s.invariants.size(), 6u);
    EXPECT_FALSE(s.invariants[0].value);
    EXPECT_EQ(s.invariants[1].value, Quad(0.25));
    EXPECT_TRUE(s.invariants[2].imposed);
    EXPECT_EQ(s.invariants[3].value, Quad(-1));
    EXPECT_EQ(s.invariants[5].name, "E[2]");
}

TEST(Build, EveryExpectationIsUnderstood)
{
    const System s = read_system(
        "var x, p[1..2]\nx' = 0\nsection s[1]: x = 0\nsolve length 6 scale 1/2\n"
        "expect x'(2*pi) = 1 + 2 +- 1e-3\nexpect p[2]''(1) = -1 +- 2*1e-3\n"
        "expect x(end) = (1 +-2) +- 1e-9\nexpect t(end) = 3 +-1e-9\nexpect der(x, 5)(1) = 0 +- 1\n"
        "expect rejects underdetermined\nexpect crossings s[1] 95\n");
    ASSERT_EQ(s.expectations.size(), 7u);
    EXPECT_EQ(s.expectations[0].expected, 3);
    EXPECT_EQ(s.expectations[0].order, 1);
    EXPECT_EQ(s.expectations[1].unknown, 2);
    EXPECT_EQ(s.expectations[1].tolerance, 2e-3);
    EXPECT_FALSE(s.expectations[2].at);
    EXPECT_EQ(s.expectations[2].expected, -1);
    EXPECT_EQ(s.expectations[3].unknown, -1);
    EXPECT_EQ(s.expectations[4].order, 5);
    EXPECT_EQ(s.expectations[5].kind, ExpectationKind::rejects);
    EXPECT_EQ(s.expectations[6].word, "s[1]");
    EXPECT_EQ(s.expectations[6].expected, 95);
    EXPECT_EQ(s.solve.length, 6.0);
    EXPECT_EQ(s.solve.scale, 0.5);
}

TEST(AddStarts, ReplacesEarlierStartValuesAndGuesses)
{
    System s = read_system("param L = 2\nvar x, p[1..2]\nx' = 1\nstart x = 1\nguess x' = 3\n");
    add_starts(s, "x = L*pi, x' = 0, p[2] = 1e-3, t = 5");
    ASSERT_EQ(s.starts.size(), 4u);
    EXPECT_NEAR(to_double(s.starts[0].value), 6.283185307179586, 1e-15);
    EXPECT_EQ(s.starts[2].unknown, 2);
    EXPECT_TRUE(s.guesses.empty());
}

TEST(AddStarts, ReportsPlacesInItsOwnText)
{
    System s = read_system("var x, lambda, p[1..2]\nx' = 1\n");
    const auto message = [&](std::string_view text) -> std::string {
        try {
            add_starts(s, text);
        } catch (const Error& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(message("x = 1, lamda = 0"),
              "error: unknown name `lamda`\n    x = 1, lamda = 0\n           ^~~~~\n"
              "    hint: did you mean `lambda`?");
    EXPECT_EQ(message("x"),
              "error: expected `=` and the value, found the end of the text\n    x\n     ^");
    EXPECT_EQ(message("p[3] = 1"), "error: there is no unknown `p[3]`\n    p[3] = 1\n    ^");
    EXPECT_EQ(
        message("q = 1"),
        "error: unknown name `q`\n    q = 1\n    ^\n    hint: the names are pi, t, x, lambda, p");
    EXPECT_EQ(message(""), "error: expected an expression, found the end of the text");
    EXPECT_TRUE(s.starts.empty());
}

TEST(Build, ModelsOfTheProjectAreRead)
{
    for (const char* name : {"pendulum", "andrews", "chain", "car_axis", "four_bar"}) {
        std::ifstream file(std::string(INVOLUTE_MODELS "/") + name + ".ode");
        std::ostringstream text;
        text << file.rdbuf();
        EXPECT_NO_THROW(read_system(text.str(), name)) << name;
    }
}

// Nodes grow with the length of the chain, not with its square.
TEST(Build, LongChainsAreLinear)
{
    const auto nodes = [](double links) {
        const System s = read_system(
            "param N = 1\nvar x[0..N], lam[1..N]\nx[0] = 0\n"
            "for i in 1..N { (x[i] - x[i-1])^2 = 1; start x[i] = i }\n"
            "for i in 1..N-1 { x[i]'' = lam[i]*(x[i-1] - x[i]) - lam[i+1]*(x[i] - x[i+1]) }\n"
            "x[N]'' = lam[N]*(x[N-1] - x[N])\n",
            "", {{"N", links}});
        EXPECT_EQ(s.equations.size(), std::size_t(2 * links + 1));
        return double(s.graph.size());
    };
    EXPECT_LT(nodes(5000), 10.1 * nodes(500));
}

}  // namespace
}  // namespace involute
