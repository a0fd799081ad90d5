// SPDX-License-Identifier: Apache-2.0
// Pictures as values: a Figure is a grid of panels, a panel is a plane (Axes) or a space (Space),
// and to_svg draws it. The same figure gives the same bytes. Everything reads without colour
// (line styles and markers differ too), on light pages and on dark ones.
//
//     Axes axes{.x = {.label = "t"}, .series = {{.label = "x", .x = times, .y = values}}};
//     write_svg("x.svg", figure(axes));
//
// In every text `^{..}` raises and `_{..}` lowers: "10^{-6}", "x_{1}". Other marks stand as they
// are. A value that is not finite, or not positive on a logarithmic axis, is a gap.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace involute::plot {

enum class Scale { linear, log };
enum class Line { automatic, none, solid, dashed, dotted, dash_dot, long_dashed };
enum class Marker { none, automatic, dot, disc, circle, square, triangle, diamond, cross, plus };
enum class Legend { automatic, right, none };  // automatic: a free corner, else at the right

/// How a curve or a set of points looks; `automatic` and no colour: by its place in the panel.
struct Style {
    Line line = Line::automatic;
    Marker marker = Marker::none;
    std::optional<int> color{};  // a place in the palette, taken modulo its size
    double width = 1.6;          // of the line, in pixels
};

/// Markers and no line.
inline Style points(Marker marker = Marker::disc)
{
    return {.line = Line::none, .marker = marker};
}

/// A curve, or a set of points. What is not named is not in the legend.
struct Series {
    std::string label{};
    std::vector<double> x{};
    std::vector<double> y{};
    Style style{};
};

/// A thin neutral line from (x0, y0) to (x1, y1), named where it runs. Straight on the page, so
/// that it is a power law between logarithmic axes. Infinite ends are the edges of the frame. It
/// does not widen the axes.
struct Guide {
    double x0 = 0;
    double y0 = 0;
    double x1 = 0;
    double y1 = 0;
    std::string label{};
};

Guide horizontal(double y, std::string label = "");
Guide vertical(double x, std::string label = "");
/// For logarithmic axes: y grows as x^order from (x0, y0) on, until x1.
Guide slope(double order, double x0, double y0, double x1, std::string label = "");

/// Words beside a point of the plane.
struct Note {
    double x = 0;
    double y = 0;
    std::string text{};
};

/// A colour for every pair of an x and a y, which rise or fall along their axes; the axes end where
/// the cells around them do.
struct HeatMap {
    std::vector<double> x{};
    std::vector<double> y{};
    std::vector<double> values{};  // of x[0] with every y, then of x[1]; not a number: no colour
    std::string label{};           // of the scale beside it
    std::vector<std::string> names{};  // not empty: values are places in it, each with its colour
};

struct Axis {
    std::string label{};  // with the unit: "t [s]"
    Scale scale = Scale::linear;
    std::optional<double> low{};  // absent: from the data
    std::optional<double> high{};
};

/// A panel with two axes.
struct Axes {
    std::string title{};
    Axis x{};
    Axis y{};
    std::vector<Series> series{};
    std::vector<Guide> guides{};
    std::vector<Note> notes{};
    bool equal = false;  // one unit is as long on both axes
    Legend legend = Legend::automatic;
    std::optional<HeatMap> map{};  // below everything else
};

struct Point3 {
    double x = 0;
    double y = 0;
    double z = 0;
};

/// A curve in space or a set of points. What lies behind a surface is drawn dashed and lighter.
struct Curve {
    std::string label{};
    std::vector<Point3> points{};
    Style style{};
};

/// A surface, as a grid of points: rows × columns, row by row. Lines are drawn along every
/// `row_lines`-th row and every `column_lines`-th column, the edges included.
struct Surface {
    int rows = 0;
    int columns = 0;
    std::vector<Point3> points{};
    int row_lines = 4;
    int column_lines = 4;
};

/// With meridians and parallels, every 15 degrees.
Surface sphere(double radius = 1, Point3 center = {});

/// The graph of z(x, y) over a rectangle, with `lines` by `lines` cells.
template <class Height>
Surface graph(double x0, double x1, double y0, double y1, Height&& z, int lines = 12);

/// The points p(u, v) of a rectangle, with `lines` by `lines` cells.
template <class Point>
Surface parametric(double u0, double u1, double v0, double v1, Point&& p, int lines = 12);

/// From where a space is seen, in degrees: `azimuth` from the x axis towards the y axis, then
/// `elevation` above the plane. Parallel rays, so that equal lengths stay equal along an axis.
struct View {
    double azimuth = 35;
    double elevation = 25;
};

/// A panel with three axes.
struct Space {
    std::string title{};
    Axis x{};  // linear
    Axis y{};
    Axis z{};
    std::vector<Curve> curves{};
    std::vector<Surface> surfaces{};
    View view{};
    bool equal = true;  // one unit is as long on all axes
    Legend legend = Legend::automatic;
};

using Panel = std::variant<Axes, Space>;

/// `page`: painted in the page's colour, light or dark, for viewers that do not show the page
/// behind the picture.
enum class Background { transparent, page };

struct Figure {
    std::string title{};        // above all panels
    std::string description{};  // for those who cannot see the picture
    std::vector<Panel> panels{};
    int columns = 0;    // panels in a row; 0: as many as make the picture nearly square
    double width = 0;   // in pixels; 0: 640 for one panel, 480 each for several
    double height = 0;  // in pixels; 0: 420 for one row, 360 each for several
    Background background = Background::transparent;
};

/// A figure of one panel.
Figure figure(Panel panel);

/// An SVG document. Throws Error if a series has more x than y or a surface is not its grid.
std::string to_svg(const Figure& figure);

/// Writes it to a file, whole or not at all. Throws Error as to_svg does, and if the file cannot be
/// written.
void write_svg(const std::string& path, const Figure& figure);

// ---- implementation

template <class Point>
Surface parametric(double u0, double u1, double v0, double v1, Point&& p, int lines)
{
    constexpr int fine = 4;  // grid cells between two drawn lines
    const int n = fine * lines;
    Surface surface{.rows = n + 1, .columns = n + 1, .row_lines = fine, .column_lines = fine};
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
            surface.points.push_back(p(u0 + (u1 - u0) * i / n, v0 + (v1 - v0) * j / n));
    return surface;
}

template <class Height>
Surface graph(double x0, double x1, double y0, double y1, Height&& z, int lines)
{
    return parametric(
        x0, x1, y0, y1,
        [&](double x, double y) {
            return Point3{x, y, z(x, y)};
        },
        lines);
}

}  // namespace involute::plot
