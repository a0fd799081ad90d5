// SPDX-License-Identifier: Apache-2.0
// Solutions of one equation f(x, y, y') = 0 as curves on its surface, and their projections.
#pragma once

#include <string>
#include <vector>

#include "involute/drive/solve.hpp"
#include "involute/plot/plot.hpp"

namespace involute::papers {

inline constexpr int ink = 4;  // of the palette: for what is not a solution

/// dopri54 along the curve, in the direction of growing or falling x, with points close enough for
/// a picture.
Solution walk(const System& system, double length, bool forwards = true);

std::vector<plot::Point3> points(const Solution& solution);

/// The curve through the start in both directions, from one end to the other.
std::vector<plot::Point3> both_ways(const System& system, double length_back, double length);

plot::Curve in_space(std::vector<plot::Point3> points, int color);
plot::Series in_plane(const std::vector<plot::Point3>& points, int color, std::string label = "");

/// A thin line of the plane without a name: (x, y) = point(s).
template <class Point>
plot::Series outline(double from, double to, Point&& point)
{
    plot::Series series{.style = {.line = plot::Line::dotted, .color = ink, .width = 1}};
    for (int i = 0; i <= 200; ++i) {
        const auto [x, y] = point(from + (to - from) * i / 200);
        series.x.push_back(x);
        series.y.push_back(y);
    }
    return series;
}

/// Panels without a legend: (x, y, y'), and (x, y) in one unit of length.
plot::Space jet_space(std::string title);
plot::Axes plane(std::string title);

plot::Figure side_by_side(plot::Panel left, plot::Panel right, std::string description);

}  // namespace involute::papers
