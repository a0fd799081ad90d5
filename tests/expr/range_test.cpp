// SPDX-License-Identifier: Apache-2.0
// Bounds of expressions by hand, and random values that must lie within them.
#include "involute/expr/range.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "involute/expr/evaluate.hpp"
#include "involute/expr/functions.hpp"

namespace involute {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Unknowns {
    Graph g{};
    NodeId x = g.jet(0, 0), y = g.jet(1, 0);
    NodeId call(const char* name, NodeId a) { return g.call(*find_function(name), a); }
    ValueRange with_x(NodeId e, double value)
    {
        return range_of(g, e, [&](NodeId leaf) -> std::optional<double> {
            return leaf == x ? std::optional(value) : std::nullopt;
        });
    }
};

void expect_range(const ValueRange& found, double low, double high)
{
    EXPECT_DOUBLE_EQ(found.low, low);
    EXPECT_DOUBLE_EQ(found.high, high);
}

TEST(Range, OfSquaresFunctionsAndQuotients)
{
    Unknowns u;
    const NodeId one = u.g.constant(1);
    const NodeId circle =
        u.g.subtract(u.g.add(u.g.integer_power(u.x, 2), u.g.integer_power(u.y, 2)), one);
    expect_range(u.with_x(circle, 2), 3, infinity);
    expect_range(u.with_x(u.g.multiply(u.x, u.call("sin", u.y)), -3), -3, 3);
    expect_range(u.with_x(u.g.add(u.call("exp", u.y), u.x), 1), 1, infinity);
    expect_range(u.with_x(u.g.divide(one, u.g.add(one, u.g.integer_power(u.y, 2))), 0), 0, 1);
    expect_range(u.with_x(u.g.divide(u.x, u.y), 1), -infinity, infinity);
    expect_range(u.with_x(u.g.integer_power(u.y, 3), 0), -infinity, infinity);
    expect_range(u.with_x(u.g.multiply(u.y, u.g.subtract(u.x, one)), 1), -infinity, infinity);
}

TEST(Range, HoldsForRandomValues)
{
    Unknowns u;
    const NodeId s = u.call("sin", u.y), q = u.g.integer_power(u.y, 2), e = u.call("exp", s);
    const NodeId all[] = {
        u.g.subtract(u.g.multiply(u.x, s), q),
        u.g.divide(u.g.add(u.x, s), u.g.add(q, u.g.constant(2))),
        u.g.integer_power(u.g.subtract(s, u.x), -2),
        u.g.call(*find_function("max"), u.g.multiply(e, u.x), s),
        u.call("sqrt", u.g.add(q, u.call("abs", u.x))),
    };
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-3, 3);
    for (int k = 0; k < 2000; ++k) {
        const double x = uniform(random), y = uniform(random);
        for (const NodeId node : all) {
            const ValueRange found = u.with_x(node, x);
            const double value =
                evaluate<double>(u.g, node, [&](NodeId leaf) { return leaf == u.x ? x : y; });
            EXPECT_GE(value, found.low - 1e-12 * std::abs(found.low));
            EXPECT_LE(value, found.high + 1e-12 * std::abs(found.high));
        }
    }
}

}  // namespace
}  // namespace involute
