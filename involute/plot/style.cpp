// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace involute::plot {
namespace {

constexpr Line line_cycle[] = {Line::solid, Line::dashed, Line::dash_dot, Line::dotted,
                               Line::long_dashed};
constexpr Marker marker_cycle[] = {Marker::disc,    Marker::square, Marker::triangle,
                                   Marker::diamond, Marker::circle, Marker::cross,
                                   Marker::plus};

/// A marker's outline around its place, in relative path commands.
struct Shape {
    Marker marker = Marker::none;
    double dx = 0;  // from the place to the start of the outline
    double dy = 0;
    std::string_view outline{};
    bool filled = false;
    double stroke_width = 0;
};

// A line of no length with round caps is a disc: ten bytes a point.
constexpr Shape shapes[] = {
    {Marker::dot, 0, 0, "h0", false, 2.2},
    {Marker::disc, 0, 0, "h0", false, 5},
    {Marker::circle, -2.6, 0, "a2.6,2.6 0 1 0 5.2,0a2.6,2.6 0 1 0 -5.2,0z", false, 1.3},
    {Marker::square, -2.3, -2.3, "h4.6v4.6h-4.6z", true, 0},
    {Marker::triangle, 0, -3.2, "l2.9,5.2h-5.8z", true, 0},
    {Marker::diamond, 0, -3.4, "l3.4,3.4l-3.4,3.4l-3.4,-3.4z", true, 0},
    {Marker::cross, -2.6, -2.6, "l5.2,5.2m0,-5.2l-5.2,5.2", false, 1.4},
    {Marker::plus, -3.2, 0, "h6.4m-3.2,-3.2v6.4", false, 1.4},
};

std::string rule(std::string_view name, std::string_view property, const Color& color)
{
    return fmt::format(".iv-{}{{{}:{}}}", name, property, color.dark);
}

}  // namespace

std::string style_sheet()
{
    std::string rules = rule("page", "fill", colors::page) + rule("ink text", "fill", colors::ink) +
                        rule("axis", "stroke", colors::axis) +
                        rule("grid", "stroke", colors::grid) + rule("cell", "fill", colors::axis);
    for (std::size_t i = 0; i < std::size(palette); ++i)
        rules += rule(fmt::format("s{}", i), "stroke", palette[i]) +
                 rule(fmt::format("f{}", i), "fill", palette[i]);
    return fmt::format("<style>@media (prefers-color-scheme:dark){{{}}}</style>\n", rules);
}

std::string stroke(std::size_t color)
{
    return fmt::format(" class=\"iv-s{0}\" stroke=\"{1}\" fill=\"none\"", color,
                       palette[color].light);
}

std::string fill(std::size_t color)
{
    return fmt::format(" class=\"iv-f{0}\" fill=\"{1}\"", color, palette[color].light);
}

Resolved resolved(const Style& style, std::size_t place)
{
    const int size = int(std::size(palette));
    Resolved result{.line = style.line, .marker = style.marker, .width = style.width};
    result.color = style.color ? std::size_t(((*style.color % size) + size) % size)
                               : place % std::size(palette);
    if (style.line == Line::automatic) result.line = line_cycle[place % std::size(line_cycle)];
    if (style.marker == Marker::automatic)
        result.marker = marker_cycle[place % std::size(marker_cycle)];
    if (!(result.width > 0 && result.width < 100)) result.width = Style{}.width;
    return result;
}

std::string dashes(Line line, double width)
{
    // In widths, so that thick lines keep their look.
    static const auto pattern = [](Line l) -> std::vector<double> {
        switch (l) {
            case Line::dashed:
                return {4, 2.5};
            case Line::dotted:
                return {1, 2};
            case Line::dash_dot:
                return {6, 2, 1, 2};
            case Line::long_dashed:
                return {9, 3};
            case Line::automatic:
            case Line::none:
            case Line::solid:
                return {};
        }
        return {};
    };
    std::string list;
    for (const double part : pattern(line))
        list += (list.empty() ? "" : ",") + coordinate(part * width);
    return list.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", list);
}

Marks marks(Marker marker, const std::vector<Pixel>& places, std::size_t color)
{
    const auto shape = std::ranges::find(shapes, marker, &Shape::marker);
    if (shape == std::end(shapes)) return {};
    Marks result;
    std::set<std::pair<long, long>> seen;
    for (const Pixel p : places)
        if (seen.insert({std::lround(p.x * 10), std::lround(p.y * 10)}).second)
            result.data += fmt::format("M{},{}{}", coordinate(p.x + shape->dx),
                                       coordinate(p.y + shape->dy), shape->outline);
    result.attributes = shape->filled
                            ? fill(color)
                            : fmt::format("{} stroke-width=\"{}\" stroke-linecap=\"round\"",
                                          stroke(color), shape->stroke_width);
    return result;
}

}  // namespace involute::plot
