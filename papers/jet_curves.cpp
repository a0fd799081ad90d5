// SPDX-License-Identifier: Apache-2.0
#include "papers/jet_curves.hpp"

#include <algorithm>

#include "papers/figure_runs.hpp"

namespace involute::papers {

Solution walk(const System& system, double length, bool forwards)
{
    SolveOptions options = as_in_papers("dopri54", 1e-9);
    options.length = length;
    options.to = forwards ? 1e3 : -1e3;  // the direction; the length ends the run
    options.max_step = 0.03;             // for the picture
    return solve(system, options);
}

std::vector<plot::Point3> points(const Solution& solution)
{
    std::vector<plot::Point3> result;
    for (const auto& row : solution.rows) result.push_back({row[0], row[1], row[2]});
    return result;
}

std::vector<plot::Point3> both_ways(const System& system, double length_back, double length)
{
    std::vector<plot::Point3> curve = points(walk(system, length_back, false));
    std::ranges::reverse(curve);
    const std::vector<plot::Point3> forwards = points(walk(system, length));
    curve.insert(curve.end(), forwards.begin() + 1, forwards.end());
    return curve;
}

plot::Curve in_space(std::vector<plot::Point3> points, int color)
{
    return {.points = std::move(points),
            .style = {.line = plot::Line::solid, .color = color, .width = 2}};
}

plot::Series in_plane(const std::vector<plot::Point3>& points, int color, std::string label)
{
    plot::Series series{.label = std::move(label),
                        .style = {.line = plot::Line::solid, .color = color}};
    for (const plot::Point3& p : points) {
        series.x.push_back(p.x);
        series.y.push_back(p.y);
    }
    return series;
}

plot::Space jet_space(std::string title)
{
    return {.title = std::move(title),
            .x = {.label = "x"},
            .y = {.label = "y"},
            .z = {.label = "y'"},
            .legend = plot::Legend::none};
}

plot::Axes plane(std::string title)
{
    return {.title = std::move(title),
            .x = {.label = "x"},
            .y = {.label = "y"},
            .equal = true,
            .legend = plot::Legend::none};
}

plot::Figure side_by_side(plot::Panel left, plot::Panel right, std::string description)
{
    return {.description = std::move(description),
            .panels = {std::move(left), std::move(right)},
            .columns = 2,
            .height = 440};
}

}  // namespace involute::papers
