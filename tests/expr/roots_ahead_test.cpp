// SPDX-License-Identifier: Apache-2.0
// Zeros of functions of one variable that are known beforehand.
#include "involute/expr/roots_ahead.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/expr/functions.hpp"

namespace involute {
namespace {

struct Functions {
    Graph g{};
    NodeId t = g.independent();
    NodeId number(double value) { return g.constant(Quad(value)); }
    NodeId call(const char* name, NodeId a, NodeId b = 0)
    {
        return g.call(*find_function(name), a, b);
    }
    std::vector<RootsAhead::Root> roots(NodeId f, double from, double to)
    {
        RootsAhead ahead(g, f, t);
        ahead.begin(from, to);
        std::vector<RootsAhead::Root> found;
        while (const auto root = ahead.next()) found.push_back(*root);
        EXPECT_FALSE(ahead.gave_up());
        return found;
    }
};

/// Each within its bracket, and brackets no wider than some units of rounding.
void expect_roots(const std::vector<RootsAhead::Root>& found, const std::vector<double>& expected,
                  double width = 64)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        const double low = std::min(found[k].before, found[k].after),
                     high = std::max(found[k].before, found[k].after);
        const double slack = 4e-16 * std::abs(expected[k]);
        EXPECT_LE(low, expected[k] + slack);
        EXPECT_GE(high, expected[k] - slack);
        EXPECT_LE(high - low, width * 0x1p-52 * std::max(1.0, std::abs(expected[k])));
    }
}

TEST(RootsAhead, OfASineOnAndOn)
{
    Functions f;
    std::vector<double> expected;
    for (int k = 1; k <= 318; ++k) expected.push_back(k * std::acos(-1.0) / 100);
    const NodeId wave = f.call("sin", f.g.multiply(f.number(100), f.t));
    expect_roots(f.roots(wave, 0, 10), expected);
    std::vector<double> back(expected.rbegin(), expected.rend());
    expect_roots(f.roots(wave, 10, 0.001), back);
}

TEST(RootsAhead, OfALineAtAnIntegerWhereverThePiecesEnd)
{
    Functions f;
    for (int k = 1; k < 64; ++k)
        expect_roots(f.roots(f.g.subtract(f.t, f.number(k)), 0, 64), {double(k)});
}

TEST(RootsAhead, WithinOtherSwitches)
{
    Functions f;
    // min(5, t - 10) and the flat stretch of max(0, t - 3): zero all along is no root
    const NodeId ramp = f.call("min", f.number(5), f.g.subtract(f.t, f.number(10)));
    expect_roots(f.roots(ramp, 0, 100), {10});
    const NodeId flat = f.call("max", f.number(0), f.g.subtract(f.t, f.number(3)));
    const auto found = f.roots(flat, 0, 100);
    ASSERT_LE(found.size(), 1u);  // the end of the stretch, at most
    const NodeId hat = f.g.subtract(
        f.number(1), f.g.divide(f.call("abs", f.g.subtract(f.t, f.number(500))), f.number(0.125)));
    expect_roots(f.roots(hat, 0, 1000), {499.875, 500.125});
}

TEST(RootsAhead, ThatTouchAreFoundToo)
{
    Functions f;
    const NodeId touch = f.g.integer_power(f.g.subtract(f.t, f.number(7)), 2);
    expect_roots(f.roots(touch, 0, 30), {7});
    // the same expanded: it is not known to rounding where it is zero within 1e-7
    const NodeId t2 = f.g.integer_power(f.t, 2);
    const NodeId expanded =
        f.g.add(f.g.subtract(t2, f.g.multiply(f.number(14), f.t)), f.number(49));
    expect_roots(f.roots(expanded, 0, 30), {7}, 1e10);
}

TEST(RootsAhead, AtTheBeginningAreNotAhead)
{
    Functions f;
    expect_roots(f.roots(f.g.subtract(f.t, f.number(24)), 24, 30), {});
    expect_roots(f.roots(f.call("sin", f.t), 0, 4), {std::acos(-1.0)});
}

TEST(RootsAhead, NeverEndsInASearch)
{
    Functions f;
    // too many to be told apart
    RootsAhead ahead(f.g, f.call("sin", f.g.divide(f.number(1), f.t)), f.t);
    ahead.begin(0, 1);
    while (ahead.next()) continue;
    EXPECT_TRUE(ahead.gave_up());
}

}  // namespace
}  // namespace involute
