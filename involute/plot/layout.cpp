// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/layout.hpp"

#include <algorithm>
#include <cmath>

#include "involute/plot/fonts.hpp"

namespace involute::plot {
namespace {

constexpr double edge = 8;             // free at the edges of a cell
constexpr double tick_room = 7;        // a tick mark and the gap to its label
constexpr double label_gap = 8;        // between tick labels and the name of the axis
constexpr double least_frame = 40;     // a frame is not smaller, whatever must be overlapped
constexpr double row_distance = 26;    // between labels of the y axis
constexpr double label_distance = 14;  // free between labels of the x axis

Limits limits_across(const Axes& axes)
{
    std::vector<const std::vector<double>*> values;
    for (const Series& series : axes.series) values.push_back(&series.x);
    return limits_of(axes.x, values);
}

Limits limits_upwards(const Axes& axes)
{
    std::vector<const std::vector<double>*> values;
    for (const Series& series : axes.series) values.push_back(&series.y);
    return limits_of(axes.y, values);
}

double widest_label(const Ticks& ticks)
{
    double widest = 0;
    for (const Tick& tick : ticks.ticks)
        widest = std::max(widest, text_width(tick.label, font::tick));
    return widest;
}

/// Would two neighbours touch?
bool crowded(const Ticks& ticks, const Limits& limits, double width)
{
    double free_from = -1e9;
    for (const Tick& tick : ticks.ticks) {
        if (tick.label.empty()) continue;
        const double half = text_width(tick.label, font::tick) / 2;
        const double at = fraction(limits, tick.at) * width;
        if (at - half < free_from) return true;
        free_from = at + half + label_distance;
    }
    return false;
}

Ticks ticks_across(Scale scale, const Limits& limits, double width)
{
    for (int most = 10; most > 2; --most)
        if (Ticks found = ticks(scale, limits.low, limits.high, most);
            !crowded(found, limits, width))
            return found;
    Ticks last = ticks(scale, limits.low, limits.high, 2);
    if (crowded(last, limits, width) && last.ticks.size() > 1) last.ticks.resize(1);
    return last;
}

Ticks ticks_upwards(Scale scale, const Limits& limits, double height)
{
    const int most = std::clamp(int(height / row_distance), 2, 9);
    return ticks(scale, limits.low, limits.high, most);
}

/// Shrinks the frame, in its middle, until a unit is as long on both axes; an axis that would
/// become too short is continued beyond its data instead.
void make_equal(Layout& layout)
{
    const double across = layout.x.high - layout.x.low, upwards = layout.y.high - layout.y.low;
    Box& frame = layout.frame;
    const double unit = std::min(frame.width() / across, frame.height() / upwards);
    if (!std::isfinite(unit) || !(unit > 0)) return;
    const auto fit = [&](Limits& limits, double& low, double& high) {
        const double wanted = (limits.high - limits.low) * unit;
        const double length = std::clamp(wanted, std::min(3 * least_frame, high - low), high - low);
        const double middle = (low + high) / 2, center = (limits.low + limits.high) / 2;
        low = middle - length / 2;
        high = middle + length / 2;
        if (length > wanted) limits = {center - length / 2 / unit, center + length / 2 / unit};
    };
    fit(layout.x, frame.left, frame.right);
    fit(layout.y, frame.top, frame.bottom);
}

double room_above(const Axes& axes, const Ticks& y_ticks)
{
    const double title = axes.title.empty() ? 0 : 1.6 * font::title;
    const double factor = y_ticks.factor.empty() ? 0 : 1.4 * font::tick;
    return edge + std::max(title + factor, font::tick / 2);
}

/// Whether the common factor of the labels needs a line of its own.
bool needs_line(const Axes& axes, const Ticks& x_ticks, double width)
{
    if (x_ticks.factor.empty()) return false;
    if (axes.x.label.empty()) return true;
    const double label = text_width(axes.x.label, font::label) / 2;
    return label + text_width(x_ticks.factor, font::tick) + label_distance > width / 2;
}

/// Base lines below the frame; returns where all of it ends.
double place_below(Layout& layout, const Axes& axes)
{
    layout.x_tick_y = layout.frame.bottom + tick_room + 0.9 * font::tick;
    double y = layout.x_tick_y;
    if (layout.factor_line) y += 1.35 * font::tick;
    layout.x_factor_y = y;
    if (!axes.x.label.empty()) y += 1.55 * font::label;
    layout.x_label_y = y;
    if (layout.x_factor_y == layout.x_tick_y) layout.x_factor_y = y;
    return y + 0.3 * font::label;
}

void place_frame(Layout& layout, const Axes& axes, const Box& cell, double legend_width)
{
    Box& frame = layout.frame;
    const double label = axes.y.label.empty() ? 0 : font::label + label_gap;
    const double half_label = widest_label(layout.x_ticks) / 2;
    frame.top = cell.top + room_above(axes, layout.y_ticks);
    frame.left = cell.left + edge + label + tick_room + widest_label(layout.y_ticks);
    frame.right = cell.right - edge - std::max(legend_width, half_label);
    frame.right = std::max(frame.right, frame.left + least_frame);
    frame.bottom = cell.bottom;
    frame.bottom =
        std::max(2 * cell.bottom - edge - place_below(layout, axes), frame.top + least_frame);
}

}  // namespace

Layout layout_of(const Axes& axes, const Box& cell, double legend_width)
{
    Layout layout;
    const Limits x = limits_across(axes), y = limits_upwards(axes);
    // Several rounds, because the number of ticks depends on the frame and the frame on their
    // labels. After the second round almost nothing changes.
    for (int round = 0; round < 3; ++round) {
        layout.x = x;
        layout.y = y;
        place_frame(layout, axes, cell, legend_width);
        if (axes.equal && axes.x.scale == axes.y.scale) make_equal(layout);
        layout.x_ticks = ticks_across(axes.x.scale, layout.x, layout.frame.width());
        layout.y_ticks = ticks_upwards(axes.y.scale, layout.y, layout.frame.height());
        if (round < 2)  // the last round keeps what its frame was made for
            layout.factor_line |= needs_line(axes, layout.x_ticks, layout.frame.width());
    }
    place_below(layout, axes);
    layout.y_label_x = layout.frame.left - tick_room - widest_label(layout.y_ticks) - label_gap;
    return layout;
}

Pixel placed(const Axes& axes, const Layout& layout, double x, double y)
{
    const Box& frame = layout.frame;
    return {frame.left + fraction(layout.x, scaled(axes.x.scale, x)) * frame.width(),
            frame.bottom - fraction(layout.y, scaled(axes.y.scale, y)) * frame.height()};
}

}  // namespace involute::plot
