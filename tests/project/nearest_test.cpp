// SPDX-License-Identifier: Apache-2.0
#include "involute/project/nearest.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

const Scale scale{1e-2};
const std::string circle = "var x, y\nx' = 1\nx^2 + y^2 = 1\n";

/// The point of the circle found for (x, y), all weights 1, beginning at angle `from`.
std::vector<double> nearest_to(double x, double y, double from)
{
    Geometry<double> geometry = geometry_of(circle);
    NearestPoint<double> nearest(geometry, scale, {0});
    const std::vector<double> p = {0, x, y}, weights = {0, 1, 1};
    std::vector<double> q = {0, std::cos(from), std::sin(from)};
    EXPECT_TRUE(nearest.find(p.data(), weights.data(), q.data()).converged);
    EXPECT_NEAR(q[1] * q[1] + q[2] * q[2], 1, 1e-13);
    EXPECT_NEAR(nearest.distance_squared(p.data(), weights.data(), q.data()),
                std::pow(q[1] - x, 2) + std::pow(q[2] - y, 2), 1e-13);
    return q;
}

TEST(NearestPoint, OfACircleLiesInTheDirectionOfAFarPoint)
{
    // At a distance d outside, Gauss-Newton multiplies errors by -d/R: it needs the descent.
    for (const double radius : {0.5, 1.5, 2.5, 5.0, 20.0, 300.0})
        for (const double from : {0.1, 1.0, 2.0, 3.0}) {
            const std::vector<double> q = nearest_to(radius * 0.8, radius * 0.6, from);
            // The direction to p is normal up to 1e-4 of the distance |radius - 1|: so is the
            // angle, seen from the centre, times radius.
            const double allowed = 1e-4 * std::abs(radius - 1) / radius + 1e-12;
            EXPECT_NEAR(q[1], 0.8, allowed) << radius << " from " << from;
            EXPECT_NEAR(q[2], 0.6, allowed) << radius << " from " << from;
        }
}

TEST(NearestPoint, DoesNotMoveCoordinatesOfWeightZero)
{
    Geometry<double> geometry = geometry_of(circle);
    NearestPoint<double> nearest(geometry, scale, {0});
    const std::vector<double> p = {0, 0.6, 5}, weights = {0, 0, 1};
    std::vector<double> q = p;
    EXPECT_TRUE(nearest.find(p.data(), weights.data(), q.data()).converged);
    EXPECT_EQ(q[1], 0.6);
    EXPECT_NEAR(q[2], 0.8, 1e-13);
}

TEST(NearestPoint, SaysSoIfThereIsNone)
{
    Geometry<double> geometry = geometry_of(circle);
    NearestPoint<double> nearest(geometry, scale, {0});
    const std::vector<double> p = {0, 2, 0.5}, weights = {0, 0, 1};
    std::vector<double> q = p;
    const auto found = nearest.find(p.data(), weights.data(), q.data());
    EXPECT_FALSE(found.converged);
    EXPECT_EQ(found.worst_row, 0);
}

}  // namespace
}  // namespace involute::test
