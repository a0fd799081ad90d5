// SPDX-License-Identifier: Apache-2.0
// Bounds of a function over a piece contain its values and derivatives at all points of the piece:
// every function of the table, tried at random points with dual numbers in quadruple precision.
#include "involute/expr/enclosure.hpp"

#include <gtest/gtest.h>

#include <random>

#include "involute/expr/dual.hpp"
#include "involute/expr/functions.hpp"

namespace involute {
namespace {

bool contains(const Interval& i, const Quad& x)
{
    return Quad(i.low) <= x && x <= Quad(i.high);
}

TEST(Enclosure, ContainsValuesAndSlopesOfEveryFunction)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> part(0, 1);
    for (FunctionId f = 0; f < functions().size(); ++f) {
        int told = 0;
        for (int trial = 0; trial < 400; ++trial) {
            // x = m + s, y = n - 2 s for s in a piece of some size
            const double width = std::pow(10.0, -4 * part(random)), m = 4 * part(random) - 2,
                         n = 4 * part(random) - 2;
            const Enclosure x(Interval(m) + Interval(0, width), Interval(1));
            const Enclosure y(Interval(n) - Interval(0, 2 * width), Interval(-2));
            const bool unary = functions()[f].arity == 1;
            const Enclosure found = unary ? rows::unary_values<Enclosure>[f](x)
                                          : rows::binary_values<Enclosure>[f](x, y);
            told += std::isfinite(found.v.width()) && std::isfinite(found.d.width());
            for (int k = 0; k < 5; ++k) {
                const double s = width * part(random);
                const Dual<Quad> u(Quad(m) + s, 1), v(Quad(n) - 2 * Quad(s), -2);
                const Dual<Quad> value = unary ? rows::unary_values<Dual<Quad>>[f](u)
                                               : rows::binary_values<Dual<Quad>>[f](u, v);
                if (!isfinite(value.v) || !isfinite(value.d)) continue;
                EXPECT_FALSE(found.nowhere) << functions()[f].name << " at " << m + s;
                EXPECT_TRUE(contains(found.v, value.v) && contains(found.d, value.d))
                    << functions()[f].name << " at " << m + s << ", " << n - 2 * s;
            }
        }
        // asin and acosh have values on a half or a quarter of the places that are tried
        EXPECT_GT(told, 60) << functions()[f].name;
    }
}

}  // namespace
}  // namespace involute
