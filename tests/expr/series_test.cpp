// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/series.hpp"
#include "involute/expr/calculus.hpp"

#include <gtest/gtest.h>

#include "involute/expr/functions.hpp"

namespace involute {
namespace {

constexpr std::size_t length = 8;
using Coefficients = std::vector<Quad>;

/// value + t
Series<Quad> at(const Quad& value)
{
    return Series<Quad>::variable(value, length);
}

/// Equal up to a few roundings of the largest coefficient.
void expect_series(const Series<Quad>& found, const Coefficients& expected)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k)
        EXPECT_LT(abs(found[k] - expected[k]), 64 * unit_roundoff<Quad>()) << "coefficient " << k;
}

Quad ratio(int a, int b)
{
    return Quad(a) / b;
}

// The expansions are those of Abramowitz and Stegun, chapters 3 and 4.

TEST(SeriesOfArithmetic, MatchTheirClosedForms)
{
    expect_series(Series<Quad>(1) / (Series<Quad>(1) - at(0)), Coefficients(length, Quad(1)));
    expect_series(at(1) * at(1) * at(1), {1, 3, 3, 1, 0, 0, 0, 0});
    expect_series(sqrt(at(1)), {1, ratio(1, 2), ratio(-1, 8), ratio(1, 16), ratio(-5, 128),
                                ratio(7, 256), ratio(-21, 1024), ratio(33, 2048)});
    expect_series(pow(at(1), Series<Quad>(ratio(-1, 2))),
                  {1, ratio(-1, 2), ratio(3, 8), ratio(-5, 16), ratio(35, 128), ratio(-63, 256),
                   ratio(231, 1024), ratio(-429, 2048)});
}

TEST(SeriesOfFunctions, MatchTheirClosedForms)
{
    expect_series(exp(at(0)), {1, 1, ratio(1, 2), ratio(1, 6), ratio(1, 24), ratio(1, 120),
                               ratio(1, 720), ratio(1, 5040)});
    expect_series(log(at(1)), {0, 1, ratio(-1, 2), ratio(1, 3), ratio(-1, 4), ratio(1, 5),
                               ratio(-1, 6), ratio(1, 7)});
    expect_series(sin(at(0)), {0, 1, 0, ratio(-1, 6), 0, ratio(1, 120), 0, ratio(-1, 5040)});
    expect_series(cos(at(0)), {1, 0, ratio(-1, 2), 0, ratio(1, 24), 0, ratio(-1, 720), 0});
    expect_series(sinh(at(0)), {0, 1, 0, ratio(1, 6), 0, ratio(1, 120), 0, ratio(1, 5040)});
    expect_series(cosh(at(0)), {1, 0, ratio(1, 2), 0, ratio(1, 24), 0, ratio(1, 720), 0});
    expect_series(tan(at(0)), {0, 1, 0, ratio(1, 3), 0, ratio(2, 15), 0, ratio(17, 315)});
    expect_series(tanh(at(0)), {0, 1, 0, ratio(-1, 3), 0, ratio(2, 15), 0, ratio(-17, 315)});
    expect_series(asin(at(0)), {0, 1, 0, ratio(1, 6), 0, ratio(3, 40), 0, ratio(5, 112)});
    expect_series(acos(at(0)),
                  {acos(Quad(0)), -1, 0, ratio(-1, 6), 0, ratio(-3, 40), 0, ratio(-5, 112)});
    expect_series(atan(at(0)), {0, 1, 0, ratio(-1, 3), 0, ratio(1, 5), 0, ratio(-1, 7)});
    expect_series(asinh(at(0)), {0, 1, 0, ratio(-1, 6), 0, ratio(3, 40), 0, ratio(-5, 112)});
    expect_series(atanh(at(0)), {0, 1, 0, ratio(1, 3), 0, ratio(1, 5), 0, ratio(1, 7)});
    // acosh(cosh(1) + t) and log10(1 + t) by their derivatives, erf by its series (7.1.5)
    const Quad s = sinh(Quad(1)), c = cosh(Quad(1)), ten = log(Quad(10));
    const Series<Quad> arc = acosh(at(c));
    EXPECT_TRUE(abs(arc[0] - 1) < 1e-30 && abs(arc[1] - 1 / s) < 1e-30 &&
                abs(arc[2] + c / (2 * s * s * s)) < 1e-30);
    expect_series(log10(at(1)) * Series<Quad>(ten), {0, 1, ratio(-1, 2), ratio(1, 3), ratio(-1, 4),
                                                     ratio(1, 5), ratio(-1, 6), ratio(1, 7)});
    expect_series(erf(at(0)) * Series<Quad>(sqrt(atan(Quad(1)))),
                  {0, 1, 0, ratio(-1, 3), 0, ratio(1, 10), 0, ratio(-1, 42)});
    expect_series(atan2(at(0), Series<Quad>(1)),
                  {0, 1, 0, ratio(-1, 3), 0, ratio(1, 5), 0, ratio(-1, 7)});
}

TEST(SeriesOfChoices, OfAbsAndComparisonsFollowTheValueJustAfterTheStart)
{
    expect_series(abs(-at(2)), {2, 1, 0, 0, 0, 0, 0, 0});
    expect_series(abs(-at(0)), {0, 1, 0, 0, 0, 0, 0, 0});
    EXPECT_TRUE(at(0) > Series<Quad>(0));
    EXPECT_TRUE(-at(0) < Series<Quad>(0));
    EXPECT_TRUE(Series<Quad>(2) == Series<Quad>(2));
}

TEST(SeriesOfEveryFunction, AreItsTotalDerivativesOverFactorials)
{
    // x = a + t, y = b - 2t: the k-th derivative along the line is D^k with x' = 1, y' = -2.
    const Quad b("0.7");
    const auto is_close = [](const Quad& p, const Quad& q) {
        return abs(p - q) <= Quad("1e-28") * (1 + abs(q));
    };
    for (std::size_t id = 0; id <= functions().size(); ++id) {
        const bool beyond_one = id < functions().size() && functions()[id].name == "acosh";
        const Quad a = beyond_one ? Quad("1.3") : Quad("0.3");
        Graph g;
        const NodeId x = g.jet(0, 0), y = g.jet(1, 0);
        NodeId e = id < functions().size() ? g.call(FunctionId(id), x, y) : g.power(x, y);
        const auto series = evaluate<Series<Quad>>(g, e, [&](NodeId leaf) {
            return leaf == x ? at(a) : at(0) * Series<Quad>(-2) + Series<Quad>(b);
        });
        Quad factorial = 1;
        for (std::size_t k = 0; k < 5; ++k) {
            const Quad derivative = evaluate<Quad>(g, e, [&](NodeId leaf) -> Quad {
                if (g[leaf].b > 1) return 0;
                if (g[leaf].b == 1) return g[leaf].a == 0 ? 1 : -2;
                return leaf == x ? a : b;
            });
            EXPECT_TRUE(is_close(series[k] * factorial, derivative)) << id << ", order " << k;
            factorial *= int(k) + 1;
            e = total_derivative(g, e);
        }
    }
}

}  // namespace
}  // namespace involute
