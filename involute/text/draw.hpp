// SPDX-License-Identifier: Apache-2.0
// What `draw` can draw, and in which colours: one table each, which the parser, the messages, the
// documentation's test and the report read.
#pragma once

#include <string_view>

namespace involute {

enum class DrawShape { line, point, trace, circle, spring, polygon, arrow };

struct DrawShapeRow {
    DrawShape shape{};
    std::string_view word{};
    int least = 1, most = 1;  // points it needs; most = 0: any number
    std::string_view example{};
};

/// In the order of the enumeration. An arrow has the point where it begins and the vector it shows.
inline constexpr DrawShapeRow draw_shapes[] = {
    {DrawShape::line, "line", 2, 0, "draw line (0, 0) (x, y)"},
    {DrawShape::point, "point", 1, 1, "draw point (x, y) size 8"},
    {DrawShape::trace, "trace", 1, 1, "draw trace (x, y) color gray"},
    {DrawShape::circle, "circle", 1, 1, "draw circle (x, y) radius 0.1"},
    {DrawShape::spring, "spring", 2, 2, "draw spring (0, 0) (x, y)"},
    {DrawShape::polygon, "polygon", 3, 0, "draw polygon (0, 0) (1, 0) (x, y)"},
    {DrawShape::arrow, "arrow", 2, 2, "draw arrow (x, y) (-lambda*x, -lambda*y)"},
};

constexpr const DrawShapeRow& row_of(DrawShape shape)
{
    return draw_shapes[static_cast<int>(shape)];
}

/// Each is told from light pages and from dark ones.
struct DrawColor {
    std::string_view name{};
    std::string_view light{};
    std::string_view dark{};
};
inline constexpr DrawColor draw_colors[] = {
    {"black", "#1f2328", "#e6edf3"},  {"blue", "#0072b2", "#2f9bdb"},
    {"red", "#d62728", "#ff6b6b"},    {"green", "#009e73", "#23c495"},
    {"orange", "#b87f00", "#e69f00"}, {"purple", "#8250df", "#b392f0"},
    {"pink", "#c0639a", "#e28bbb"},   {"brown", "#8c564b", "#c49c94"},
    {"cyan", "#0f7f8c", "#4cc9d8"},   {"gray", "#6e7781", "#848d97"},
};

}  // namespace involute
