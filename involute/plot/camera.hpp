// SPDX-License-Identifier: Apache-2.0
// From space to the page: a box around the data, seen from far away.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "involute/plot/limits.hpp"
#include "involute/plot/path.hpp"

namespace involute::plot {

/// A point as it is seen, in units of the box: to the right, upwards, towards the eye.
struct Seen {
    double right = 0;
    double up = 0;
    double near = 0;
};

inline double dot(const Point3& a, const Point3& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// An orthonormal frame: two directions on the page, one towards the eye.
struct Camera {
    Point3 right{};
    Point3 up{};
    Point3 eye{};

    Seen operator()(const Point3& p) const { return {dot(right, p), dot(up, p), dot(eye, p)}; }
};

inline Camera camera(const View& view)
{
    const double a = view.azimuth * std::numbers::pi / 180;
    const double e = view.elevation * std::numbers::pi / 180;
    return {.right = {-std::sin(a), std::cos(a), 0},
            .up = {-std::sin(e) * std::cos(a), -std::sin(e) * std::sin(a), std::cos(e)},
            .eye = {std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)}};
}

/// The box around the data: centred at the origin, its longest side 1.
struct DataBox {
    std::array<Limits, 3> limits{};
    Point3 half{};  // half its sides

    Point3 operator()(const Point3& p) const
    {
        return {(2 * fraction(limits[0], p.x) - 1) * half.x,
                (2 * fraction(limits[1], p.y) - 1) * half.y,
                (2 * fraction(limits[2], p.z) - 1) * half.z};
    }
};

/// Where on the page.
struct Placement {
    double unit = 1;  // pixels
    Pixel center{};

    Pixel operator()(const Seen& s) const
    {
        return {center.x + unit * s.right, center.y - unit * s.up};
    }
};

using SeenLine = std::vector<Seen>;

}  // namespace involute::plot
