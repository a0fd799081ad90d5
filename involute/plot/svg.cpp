// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/output/output_file.hpp"
#include "involute/plot/axes.hpp"
#include "involute/plot/fonts.hpp"
#include "involute/plot/space.hpp"
#include "involute/plot/style.hpp"

namespace involute::plot {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse(std::string message)
{
    throw Error(Diagnostic{.message = std::move(message)});
}

void require_drawable(const Axes& axes)
{
    for (const Series& series : axes.series)
        if (series.x.size() != series.y.size())
            refuse(fmt::format("the series `{}` has {} values of x and {} of y", series.label,
                               series.x.size(), series.y.size()));
}

void require_drawable(const Space& space)
{
    for (const Surface& s : space.surfaces)
        if (s.rows < 2 || s.columns < 2 || s.row_lines < 1 || s.column_lines < 1 ||
            s.points.size() != std::size_t(s.rows) * std::size_t(s.columns))
            refuse(fmt::format("a surface of {} by {} points cannot have {}", s.rows, s.columns,
                               s.points.size()));
}

struct Grid {
    int rows = 1;
    int columns = 1;
    double width = 640;
    double height = 420;
};

/// A page is at least as large as its words need and at most as a browser shows.
double sensible(double size, double chosen, double least)
{
    return std::clamp(size > 0 ? size : chosen, least, 16'000.0);
}

Grid grid_of(const Figure& figure)
{
    const int panels = std::max(1, int(figure.panels.size()));
    Grid grid;
    grid.columns =
        std::min(panels, figure.columns > 0 ? figure.columns : int(std::ceil(std::sqrt(panels))));
    grid.rows = (panels + grid.columns - 1) / grid.columns;
    grid.width =
        sensible(figure.width, grid.columns > 1 ? 480 * grid.columns : 640, 160 * grid.columns);
    grid.height = sensible(figure.height, grid.rows > 1 ? 360 * grid.rows : 420, 140 * grid.rows);
    return grid;
}

/// What a screen reader says: the figure's title, or the titles of its panels.
std::string spoken_title(const Figure& figure)
{
    if (!figure.title.empty()) return plain(figure.title);
    std::string titles;
    for (const Panel& panel : figure.panels) {
        const std::string title = std::visit([](const auto& p) { return plain(p.title); }, panel);
        if (!title.empty()) titles += (titles.empty() ? "" : "; ") + title;
    }
    return titles.empty() ? "Figure" : titles;
}

std::string names_of(const Axes& axes)
{
    std::string names = axes.map ? plain(axes.map->label) : "";
    for (const Series& series : axes.series)
        if (!series.label.empty()) names += (names.empty() ? "" : ", ") + plain(series.label);
    return fmt::format("{} against {}", names.empty() ? plain(axes.y.label) : names,
                       plain(axes.x.label));
}

std::string names_of(const Space& space)
{
    return fmt::format("{} curves in the space of {}, {}, {}", space.curves.size(),
                       plain(space.x.label), plain(space.y.label), plain(space.z.label));
}

std::string spoken_description(const Figure& figure)
{
    if (!figure.description.empty()) return plain(figure.description);
    std::string text;
    for (const Panel& panel : figure.panels)
        text += (text.empty() ? "" : "; ") +
                std::visit([](const auto& p) { return names_of(p); }, panel);
    return text;
}

void draw_panels(Canvas& canvas, const Figure& figure, const Grid& grid)
{
    const double title = figure.title.empty() ? 0 : 1.9 * font::figure_title;
    canvas.fitted_text({{grid.width / 2, 1.5 * font::figure_title},
                        figure.title,
                        Anchor::middle,
                        font::figure_title},
                       grid.width - 16, true);
    const double width = grid.width / grid.columns, height = (grid.height - title) / grid.rows;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const double left = double(i % std::size_t(grid.columns)) * width;
        const std::size_t row = i / std::size_t(grid.columns);
        const double top = title + double(row) * height;
        const Box cell{left, top, left + width, top + height};
        std::visit([&](const auto& panel) { draw(canvas, panel, cell); }, figure.panels[i]);
    }
}

std::string background(const Figure& figure, const Grid& grid)
{
    if (figure.background == Background::transparent) return "";
    return fmt::format("<path class=\"iv-page\" fill=\"{}\" d=\"M0,0H{}V{}H0z\"/>\n",
                       colors::page.light, coordinate(grid.width), coordinate(grid.height));
}

}  // namespace

Guide horizontal(double y, std::string label)
{
    return {-infinite, y, infinite, y, std::move(label)};
}

Guide vertical(double x, std::string label)
{
    return {x, -infinite, x, infinite, std::move(label)};
}

Guide slope(double order, double x0, double y0, double x1, std::string label)
{
    return {x0, y0, x1, y0 * std::pow(x1 / x0, order), std::move(label)};
}

Figure figure(Panel panel)
{
    Figure result;
    result.panels.push_back(std::move(panel));
    return result;
}

std::string to_svg(const Figure& figure)
{
    for (const Panel& panel : figure.panels)
        std::visit([](const auto& p) { require_drawable(p); }, panel);
    const Grid grid = grid_of(figure);
    Canvas canvas;
    draw_panels(canvas, figure, grid);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"iv-ink\" role=\"img\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" fill=\"{2}\" "
        "font-family=\"'Helvetica Neue',Arial,'DejaVu Sans',sans-serif\">\n"
        "<title>{3}</title>\n<desc>{4}</desc>\n{5}{6}{7}</svg>\n",
        coordinate(grid.width), coordinate(grid.height), colors::ink.light,
        escaped(spoken_title(figure)), escaped(spoken_description(figure)), style_sheet(),
        background(figure, grid), canvas.elements());
}

void write_svg(const std::string& path, const Figure& figure)
{
    OutputFile file(path);
    file.stream() << to_svg(figure);
    file.commit();
}

}  // namespace involute::plot
