// SPDX-License-Identifier: Apache-2.0
#include "involute/output/plot_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/output/plot_fonts.hpp"
#include "involute/output/plot_layout.hpp"
#include "involute/output/plot_legend.hpp"

namespace involute::plot {
namespace {

bool is_finite(Pixel p)
{
    return std::isfinite(p.x) && std::isfinite(p.y);
}

/// A point between two gaps has no line to show it: it gets a mark.
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
    if (result.style.line != Line::none) result.parts = clipped(line, layout.frame);
    const bool only_alone = result.style.marker == Marker::none;
    for (std::size_t i = 0; i < line.size(); ++i)
        if (layout.frame.contains(line[i]) && (!only_alone || stands_alone(line, i)))
            result.marks.push_back(line[i]);
    if (only_alone && !result.marks.empty()) result.style.marker = Marker::disc;
    return result;
}

/// Moved inwards where it would leave the frame.
Words kept_inside(Words words, const Box& frame)
{
    const Box box = text_box(words);
    const double right = box.right - (frame.right - 3), left = frame.left + 3 - box.left;
    const double bottom = box.bottom - (frame.bottom - 3), top = frame.top + 3 - box.top;
    words.at.x += left > 0 ? left : right > 0 ? -right : 0;
    words.at.y += top > 0 ? top : bottom > 0 ? -bottom : 0;
    return words;
}

/// Beside the middle of the line, on the side where it does not run through the words; at the
/// end of level lines.
Words beside(const Polyline& line, const std::string& text, const Box& frame)
{
    Pixel a = line.front(), b = line.back();
    if (a.x > b.x) std::swap(a, b);
    const Pixel middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double width = b.x - a.x, fall = b.y - a.y;
    if (std::abs(fall) < 0.1 * width)
        return kept_inside({{b.x - 4, b.y - 5}, text, Anchor::end, font::tick}, frame);
    if (width < 0.1 * std::abs(fall)) {
        const double top = std::min(a.y, b.y);
        return kept_inside(
            {{middle.x + 5, top + 1.2 * font::tick}, text, Anchor::start, font::tick}, frame);
    }
    const double down = fall < 0 ? 1.1 * font::tick : -3;
    return kept_inside({{middle.x + 7, middle.y + down}, text, Anchor::start, font::tick}, frame);
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
std::vector<Words> draw_guides(Canvas& canvas, const Axes& axes, const Layout& layout)
{
    std::vector<Words> words;
    std::string data;
    for (const Guide& guide : axes.guides)
        for (const Polyline& part : clipped(guide_line(axes, layout, guide), layout.frame)) {
            data += path_data(part);
            if (!guide.label.empty()) words.push_back(beside(part, guide.label, layout.frame));
        }
    canvas.path(data, frame_stroke(1.2) + dashes(Line::dashed, 1.2));
    for (const Note& note : axes.notes) {
        const Pixel at = placed(axes, layout, note.x, note.y);
        if (layout.frame.contains(at))
            words.push_back(kept_inside(
                {{at.x + 7, at.y - 6}, note.text, Anchor::start, font::tick}, layout.frame));
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
    result.words = draw_guides(result.back, axes, result.layout);
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

void draw(Canvas& canvas, const Axes& axes, const Box& cell)
{
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
