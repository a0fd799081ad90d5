// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/plot/fonts.hpp"
#include "involute/plot/heat.hpp"
#include "involute/plot/layout.hpp"
#include "involute/plot/legend.hpp"
#include "involute/plot/words.hpp"

namespace involute::plot {
namespace {

bool is_finite(Pixel p)
{
    return std::isfinite(p.x) && std::isfinite(p.y);
}

/// A point between two gaps is on no line, so it is drawn as a mark.
bool stands_alone(const Polyline& line, std::size_t i)
{
    const bool before = i > 0 && is_finite(line[i - 1]);
    const bool after = i + 1 < line.size() && is_finite(line[i + 1]);
    return is_finite(line[i]) && !before && !after;
}

Drawn drawn(const Axes& axes, const Layout& layout, std::size_t place)
{
    const Series& series = axes.series[place];
    Drawn result{.label = series.label, .style = resolved(series.style, place)};
    Polyline line;
    for (std::size_t i = 0; i < series.x.size(); ++i)
        line.push_back(placed(axes, layout, series.x[i], series.y[i]));
    if (result.style.line != Line::none)
        for (const Polyline& part : clipped(line, layout.frame))
            result.parts.push_back(thinned(part));
    const bool only_alone = result.style.marker == Marker::none;
    for (std::size_t i = 0; i < line.size(); ++i)
        if (layout.frame.contains(line[i]) && (!only_alone || stands_alone(line, i)))
            result.marks.push_back(line[i]);
    if (only_alone && !result.marks.empty()) result.style.marker = Marker::disc;
    return result;
}

/// The ends of a guide on the page; infinite ones at the edges of the frame.
Polyline guide_line(const Axes& axes, const Layout& layout, const Guide& guide)
{
    const auto end = [&](double x, double y) {
        Pixel p = placed(axes, layout, x, y);
        if (std::isinf(x)) p.x = x < 0 ? layout.frame.left : layout.frame.right;
        if (std::isinf(y)) p.y = y < 0 ? layout.frame.bottom : layout.frame.top;
        return p;
    };
    return {end(guide.x0, guide.y0), end(guide.x1, guide.y1)};
}

/// Draws the guides; returns what they and the notes say, and where.
std::vector<Words> draw_guides(Canvas& canvas, const Axes& axes, const Layout& layout,
                               std::vector<Drawn> obstacles)
{
    std::vector<Words> words;
    std::vector<Polyline> lines;
    for (const Guide& guide : axes.guides) {
        const auto parts = clipped(guide_line(axes, layout, guide), layout.frame);
        lines.insert(lines.end(), parts.begin(), parts.end());
    }
    obstacles.push_back({.parts = lines});
    std::string data;
    for (const Polyline& line : lines) data += path_data(line);
    canvas.path(data, frame_stroke(1.2) + dashes(Line::dashed, 1.2));
    for (const Guide& guide : axes.guides)
        for (const Polyline& part : clipped(guide_line(axes, layout, guide), layout.frame))
            if (!guide.label.empty())
                write_freely(words, places_beside(part, guide.label), obstacles, layout.frame);
    for (const Note& note : axes.notes) {
        const Pixel at = placed(axes, layout, note.x, note.y);
        if (layout.frame.contains(at) && !note.text.empty())
            write_freely(words, places_around(at, note.text), obstacles, layout.frame);
    }
    return words;
}

void draw_grid(Canvas& canvas, const Layout& layout)
{
    const Box& f = layout.frame;
    std::string lines, marks;
    for (const Tick& tick : layout.x_ticks.ticks) {
        const double x = f.left + fraction(layout.x, tick.at) * f.width();
        const bool major = !tick.label.empty();
        if (major) lines += path_data({{x, f.top}, {x, f.bottom}});
        marks += path_data({{x, f.bottom}, {x, f.bottom + (major ? 4 : 2.5)}});
    }
    for (const Tick& tick : layout.y_ticks.ticks) {
        const double y = f.bottom - fraction(layout.y, tick.at) * f.height();
        const bool major = !tick.label.empty();
        if (major) lines += path_data({{f.left, y}, {f.right, y}});
        marks += path_data({{f.left, y}, {f.left - (major ? 4 : 2.5), y}});
    }
    canvas.path(lines, grid_stroke());
    canvas.path(marks, frame_stroke());
}

void draw_tick_labels(Canvas& canvas, const Layout& layout)
{
    const Box& f = layout.frame;
    for (const Tick& tick : layout.x_ticks.ticks)
        canvas.text({{f.left + fraction(layout.x, tick.at) * f.width(), layout.x_tick_y},
                     tick.label,
                     Anchor::middle,
                     font::tick});
    for (const Tick& tick : layout.y_ticks.ticks)
        canvas.text({{f.left - 7, f.bottom - fraction(layout.y, tick.at) * f.height() + 4},
                     tick.label,
                     Anchor::end,
                     font::tick});
    canvas.text({{f.right, layout.x_factor_y}, layout.x_ticks.factor, Anchor::end, font::tick});
    canvas.text({{f.left, f.top - 5}, layout.y_ticks.factor, Anchor::start, font::tick});
}

void draw_frame(Canvas& canvas, const Axes& axes, const Layout& layout, const Box& cell)
{
    const Box& f = layout.frame;
    canvas.path(path_data({{f.left, f.top},
                           {f.right, f.top},
                           {f.right, f.bottom},
                           {f.left, f.bottom},
                           {f.left, f.top}}),
                frame_stroke());
    const double middle = (f.left + f.right) / 2;
    const double room = 2 * std::min(middle - cell.left, cell.right - middle) - 8;
    const double title_y = f.top - 9 - (layout.y_ticks.factor.empty() ? 0 : 1.4 * font::tick);
    canvas.fitted_text({{middle, title_y}, axes.title, Anchor::middle, font::title}, room, true);
    canvas.fitted_text({{middle, layout.x_label_y}, axes.x.label, Anchor::middle, font::label},
                       room);
    const double upwards = cell.height() - 16;
    const double size = font::fitted(axes.y.label, font::label, upwards);
    const double half = std::min(text_width(axes.y.label, size), upwards) / 2;
    const double y =
        std::clamp((f.top + f.bottom) / 2, cell.top + 8 + half, cell.bottom - 8 - half);
    canvas.upward_text({layout.y_label_x, y}, shortened(axes.y.label, size, upwards), size);
}

std::vector<LegendEntry> named(const Axes& axes)
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < axes.series.size(); ++i)
        if (!axes.series[i].label.empty())
            entries.push_back({axes.series[i].label, resolved(axes.series[i].style, i)});
    return entries;
}

/// Everything that depends on the frame.
struct Plan {
    Layout layout{};
    std::vector<Drawn> curves{};
    std::vector<Words> words{};
    Canvas back{};  // what is painted below the curves
};

Plan plan(const Axes& axes, const Box& cell, double legend_width)
{
    Plan result{.layout = layout_of(axes, cell, legend_width)};
    for (std::size_t i = 0; i < axes.series.size(); ++i)
        result.curves.push_back(drawn(axes, result.layout, i));
    draw_grid(result.back, result.layout);
    if (axes.map) draw_cells(result.back, axes, result.layout);
    result.words = draw_guides(result.back, axes, result.layout, result.curves);
    return result;
}

std::vector<Box> boxes(const std::vector<Words>& words)
{
    std::vector<Box> result;
    for (const Words& w : words) result.push_back(text_box(w));
    return result;
}

void paint(Canvas& canvas, const Axes& axes, const Plan& plan, const Box& cell)
{
    canvas.append(plan.back);
    draw_frame(canvas, axes, plan.layout, cell);
    draw_tick_labels(canvas, plan.layout);
    for (const Drawn& curve : plan.curves) draw_curve(canvas, curve);
    for (const Words& words : plan.words) canvas.text(words);
}

}  // namespace

void draw(Canvas& canvas, const Axes& asked, const Box& cell)
{
    if (asked.map) {
        const Axes axes = framed(asked);
        const Plan whole = plan(axes, cell, scale_width(*axes.map));
        paint(canvas, axes, whole, cell);
        return draw_scale(canvas, *axes.map, whole.layout.frame);
    }
    const Axes& axes = asked;
    Plan first = plan(axes, cell, 0);
    std::vector<LegendEntry> entries = named(axes);
    if (entries.empty() || axes.legend == Legend::none) return paint(canvas, axes, first, cell);

    const Box& frame = first.layout.frame;
    const LegendList inside = legend_list(entries, 0.6 * frame.width(), 0.6 * frame.height());
    const bool whole = inside.entries.size() == entries.size();
    if (axes.legend == Legend::automatic && whole)
        if (const auto corner = free_corner(frame, inside, first.curves, boxes(first.words))) {
            paint(canvas, axes, first, cell);
            return draw_legend(canvas, inside, *corner);
        }
    const LegendList beside = legend_list(entries, 0.4 * cell.width(), frame.height());
    const Plan second = plan(axes, cell, beside.width);
    paint(canvas, axes, second, cell);
    const Box& smaller = second.layout.frame;
    draw_legend(canvas, beside, {smaller.right, smaller.top, cell.right, smaller.bottom});
}

}  // namespace involute::plot
