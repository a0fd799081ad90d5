// SPDX-License-Identifier: Apache-2.0
// The text of a model, walked with numbers. Expected values are worked out by hand.
#include "involute/witness/tree_walk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/text/parse.hpp"

namespace involute {
namespace {

// x = 2, x' = 3, x'' = 5 and y = 7, y' = 11, y'' = 13 at t = 1/2.
const std::vector<Series<double>> at{Series<double>({2, 3, 2.5}), Series<double>({7, 11, 6.5})};

std::vector<TreeValue<double>> walk(const std::string& text,
                                    const std::vector<std::pair<std::string, double>>& given = {},
                                    const std::vector<Series<double>>& jets = at)
{
    const WrittenModel written{parse(text), given, {}};
    return TreeWalk<double>(written)(0.5, jets);
}

double value(const std::string& equation)
{
    return walk("var x, y\n" + equation + " = 0\n").at(0).series[0];
}

TEST(TreeWalk, DifferentiatesProductsSumsAndFunctions)
{
    EXPECT_EQ(value("(x + y)'"), 14);
    EXPECT_EQ(value("(x*y)''"), 5 * 7 + 2 * 3 * 11 + 2 * 13);
    EXPECT_EQ(value("der(x, 2) + t'"), 5 + 1);
    EXPECT_EQ(value("(x^3)'"), 3 * 4 * 3);
    EXPECT_EQ(value("(t^2)''"), 2);
    EXPECT_NEAR(value("(sin(x))'"), 3 * std::cos(2.0), 1e-15);
    // d atan2(y, x) = (x y' - y x')/(x^2 + y^2)
    EXPECT_NEAR(value("(atan2(y, x))'"), (2.0 * 11 - 7 * 3) / 53, 1e-15);
    // sqrt(8) (x''/(2 sqrt x) - x'^2/(4 x^(3/2))) at x = 2
    EXPECT_NEAR(value("(sqrt(8*x))''"), 5 - 9 / 4.0, 1e-14);
}

TEST(TreeWalk, TakesOtherValuesOfParametersAndWhatFollowsFromThem)
{
    const WrittenModel written{
        parse("param a = 2, b = 3*a, c = 5\nvar x, y\nlet s = a*x\nb*y + s + c = 0\n"), {}, {}};
    TreeWalk<double> walk(written);
    const auto value = [&] { return walk(0.5, at).at(0).series[0]; };
    EXPECT_EQ(value(), 6 * 7 + 2 * 2 + 5);
    walk.set({{"a", Quad(4)}});
    EXPECT_EQ(value(), 12 * 7 + 4 * 2 + 5);
    walk.set({{"b", Quad(1)}, {"c", Quad(0)}});
    EXPECT_EQ(value(), 7 + 2 * 2);
    walk.set({});
    EXPECT_EQ(value(), 6 * 7 + 2 * 2 + 5);
}

// Polynomials of degree 0 times those of degree 2, on either side.
TEST(TreeWalk, MultipliesByConstants)
{
    EXPECT_EQ(value("(2*x)'' + (y*3)'' + 2*3"), 2 * 5 + 3 * 13 + 6);
    EXPECT_EQ(value("(1 + x - 2 + y)' - (3 - x)''"), 3 + 11 + 5);
}

TEST(TreeWalk, DifferentiatesFunctionsOfTheIndependentVariableMoreOftenThanAnyUnknown)
{
    const std::vector<Series<double>> short_jets{Series<double>(2.0), Series<double>({7, 11})};
    const auto one = [&](const std::string& equation) {
        const TreeValue<double> f = walk("var x, y\n" + equation + " = 0\n", {}, short_jets).at(0);
        return std::pair{f.series[0], f.series[1]};
    };
    EXPECT_EQ(one("(max(t, 0)^3)''"), (std::pair{6 * 0.5, 6.0}));
    EXPECT_EQ(one("((t^4)'')' - x"), (std::pair{24 * 0.5 - 2, 24.0}));
    EXPECT_EQ(one("der(t^5, 4) + y'"), (std::pair{120 * 0.5 + 11, 120.0}));
    EXPECT_EQ(one("sum(i in 1..2: (t^(i + 1))'')"), (std::pair{2 + 6 * 0.5, 6.0}));
    EXPECT_EQ(one("if(t > 0, (t^3)'', 0)"), (std::pair{6 * 0.5, 6.0}));
    const auto f =
        walk("function d(a) = a''\nvar x, y\nlet u = d(t^5)\nlet v[1] = u'\nd(v[1]) = 0\n", {},
             short_jets);
    EXPECT_EQ(f.at(0).series[0], 120);  // the fifth derivative of t^5
}

TEST(TreeWalk, KnowsTheHiddenEquations)
{
    const TreeValue<double> f = walk("var x, y\nx^2 + y^2 = 53\n").at(0);
    EXPECT_EQ(f.series[0], 0);
    EXPECT_EQ(f.series[1], 2 * (2 * 3 + 7 * 11));
    EXPECT_EQ(2 * f.series[2], 2 * (9 + 2 * 5 + 121 + 7 * 13));
}

TEST(TreeWalk, BindsLetsLoopsArraysAndParametersByItself)
{
    const auto f = walk(
        "param n = 2, k = n + 1\nvar q[0..1]\nlet s = q[0] + q[1]\n"
        "for i in 1..n { let half = i/2; let d[i] = half*q[i-1]; d[i]' = k*i }\n"
        "s'' + d[2] = 0\n");
    ASSERT_EQ(f.size(), 3u);
    EXPECT_EQ(f[0].series[0], 0.5 * 3 - 3);
    EXPECT_EQ(f[1].series[0], 11 - 6);
    EXPECT_EQ(f[2].series[0], 5 + 13 + 7);
}

TEST(TreeWalk, TakesParametersFromOutsideBeforeAnythingElse)
{
    const auto f =
        walk("param n = 1, k = 10*n\nvar q[1..n]\nfor i in 1..n { q[i] = k }\n", {{"n", 2}});
    ASSERT_EQ(f.size(), 2u);
    EXPECT_EQ(f[0].series[0], 2 - 20);
    EXPECT_EQ(f[1].series[0], 7 - 20);
}

TEST(TreeWalk, AddsMultipliesAndCallsByItself)
{
    EXPECT_EQ(value("sum(i in 1..3: i*x)' + prod(k in 1..2: x + k)"), 6 * 3 + 3 * 4);
    EXPECT_EQ(value("sum(i in 1..2: sum(j in i..2: i*j*y))"), (1 + 2 + 4) * 7);
    EXPECT_EQ(value("max(x, 1, y, 3) - min(y, x, 4)"), 7 - 2);
    const auto f = walk(
        "function g(a) = a^2\nfunction f(x, b) = (x*g(b))'\nparam k = g(3)\nvar x, y\n"
        "f(y, x) + x - k = 0\n");
    // (y x^2)' = 11 4 + 7 2 2 3, then x itself again
    EXPECT_EQ(f.at(0).series[0], 11 * 4 + 7 * 12 + 2 - 9);
    std::vector<Series<double>> q;
    for (int k = 0; k < 12; ++k) q.push_back(Series<double>(double(k)));
    const auto g =
        walk("var q[1..2, 0..2, 4..5]\nlet d[1, 2, 3] = q[2, 1, 4]\n d[1, 2, 3] = 0\n", {}, q);
    EXPECT_EQ(g.at(0).series[0], 8);
}

TEST(TreeWalk, FindsElementsOfMatricesRowByRow)
{
    std::vector<Series<double>> q;
    for (int k = 0; k < 6; ++k) q.push_back(Series<double>(double(k)));
    const auto f = walk("var q[1..2, 0..2]\nq[2, 1] - 10*q[1, 2] = 0\n", {}, q);
    EXPECT_EQ(f.at(0).series[0], 4 - 20);
}

TEST(TreeWalk, TellsWhereItStandsOnAKink)
{
    EXPECT_TRUE(walk("var x, y\nabs(x - 2) = y\n").at(0).at_kink);
    EXPECT_TRUE(walk("var x, y\nlet m = max(x, y - 5)\n(2*m)' = y\n").at(0).at_kink);
    EXPECT_FALSE(walk("var x, y\nmin(x, y) = sign(y)\n").at(0).at_kink);
    // what is no number has no order
    EXPECT_TRUE(walk("var x, y\nmax((x - 2)/(x - 2), y) = 0\n").at(0).at_kink);
    EXPECT_TRUE(walk("var x, y\nif((x - 2)/(x - 2) < y, x, y) = 0\n").at(0).at_kink);
    EXPECT_EQ(walk("var x, y\nmin(x, y)' = sign(y)\n").at(0).series[0], 3 - 1);
}

}  // namespace
}  // namespace involute
