// SPDX-License-Identifier: Apache-2.0
// The order of elimination is fixed in the compiled code; a pivot that vanishes on the way must not
// spoil the result.
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "involute/geometry/geometry.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
using Vector = std::vector<double>;

// J = [cos t, sin t; -sin t, cos t]: the order chosen at t = 0 divides by cos t.
const std::string rotating = R"(
var x, y
cos(t)*x + sin(t)*y = 1
-sin(t)*x' + cos(t)*y' = t
start x = 1, y = 0
)";

// Solved by hand: (x', y') = a (cos t, sin t) + t (-sin t, cos t), a = x sin t - y cos t.
Vector rotating_field(const Vector& p)
{
    const double c = std::cos(p[0]), s = std::sin(p[0]), a = p[1] * s - p[2] * c;
    return {a * c - p[0] * s, a * s + p[0] * c};
}

class BrokenOrder : public ::testing::TestWithParam<bool> {
protected:
    Geometry<double> geometry_ = geometry_of(rotating, GetParam());
    const Vector start_{0, 1, 0};
    void SetUp() override { ASSERT_TRUE(geometry_.choose_order(start_.data())); }
};

TEST_P(BrokenOrder, FallsBackOnPivotingAndStaysAccurate)
{
    for (int k = 0; k <= 200; ++k) {
        // ... and at t = π/2, where cos t = 6e-17.
        const Vector p{k == 200 ? std::numbers::pi / 2 : 0.02 * k, 0.3, -1.2};
        Vector z(2);
        const Factored found = geometry_.field(p.data(), z.data());
        EXPECT_EQ(found.health, Health::good) << p[0];
        EXPECT_FALSE(found.negative) << p[0];  // det J = 1
        const Vector exact = rotating_field(p);
        // A pivot may be 1e-4 of what it was before it is given up: four digits.
        for (int j = 0; j < 2; ++j) EXPECT_NEAR(z[j], exact[j], 1e4 * 100 * eps) << p[0];
    }
    EXPECT_GT(geometry_.counts.fallbacks, 0);
}

TEST_P(BrokenOrder, SweepsAccuratelyWhereAPivotVanishes)
{
    // J δ = (-g, 0) gives δ = -g (cos t, sin t), exactly, since the constraint is linear.
    const Vector p{std::numbers::pi / 2, 0.3, -1.2};
    Vector q = p;
    EXPECT_EQ(geometry_.sweep(q.data()).health, Health::good);
    const double c = std::cos(p[0]), s = std::sin(p[0]), g = c * p[1] + s * p[2] - 1;
    EXPECT_EQ(q[0], p[0]);
    EXPECT_NEAR(q[1], p[1] - g * c, 10 * eps);
    EXPECT_NEAR(q[2], p[2] - g * s, 10 * eps);
}

TEST_P(BrokenOrder, AsksForANewOrderAfterManyFallbacks)
{
    const Vector p{std::numbers::pi / 2, 0, 1};
    Vector z(2);
    EXPECT_FALSE(geometry_.wants_new_order());
    int evaluations = 0;
    while (!geometry_.wants_new_order() && evaluations < 1000) {
        geometry_.field(p.data(), z.data());
        ++evaluations;
    }
    EXPECT_LT(evaluations, 1000);
    EXPECT_GT(evaluations, 1);  // one bad moment is no reason
    ASSERT_TRUE(geometry_.choose_order(p.data()));
    EXPECT_FALSE(geometry_.wants_new_order());
    const long before = geometry_.counts.fallbacks;
    const Factored found = geometry_.field(p.data(), z.data());
    EXPECT_EQ(geometry_.counts.fallbacks, before);
    EXPECT_FALSE(found.negative);
    EXPECT_NEAR(z[0], rotating_field(p)[0], 100 * eps);
    EXPECT_NEAR(z[1], rotating_field(p)[1], 100 * eps);
}

INSTANTIATE_TEST_SUITE_P(InterpretedAndNative, BrokenOrder, ::testing::Bool());

}  // namespace
}  // namespace involute::test
