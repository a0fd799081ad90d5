// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/heat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/plot/fonts.hpp"
#include "involute/plot/style.hpp"

namespace involute::plot {
namespace {

// Steps of the scale: finer ones cannot be told apart, and cells of one step are one path.
constexpr int steps = 64;
constexpr double bar_gap = 14, bar_width = 14, name_gap = 6;

/// From dark to light, blue over green to yellow, so that it reads without colour.
std::string ramp(double part)
{
    struct Rgb {
        double r, g, b;
    };
    constexpr std::array<Rgb, 5> stops{
        {{38, 24, 95}, {43, 85, 143}, {31, 142, 134}, {122, 196, 82}, {250, 230, 66}}};
    const double at = std::clamp(part, 0.0, 1.0) * (stops.size() - 1);
    const auto k = std::min(std::size_t(at), stops.size() - 2);
    const double rest = at - double(k);
    const auto mixed = [&](double a, double b) { return int(std::lround(a + (b - a) * rest)); };
    return fmt::format("#{:02x}{:02x}{:02x}", mixed(stops[k].r, stops[k + 1].r),
                       mixed(stops[k].g, stops[k + 1].g), mixed(stops[k].b, stops[k + 1].b));
}

/// A class has a colour of the palette; where there are more of them, one of the ramp.
std::string paint_of(const HeatMap& map, int step)
{
    const int count = int(map.names.size());
    if (count == 0) return fmt::format(" fill=\"{}\"", ramp((step + 0.5) / steps));
    if (count <= int(std::size(palette))) return fill(std::size_t(step));
    return fmt::format(" fill=\"{}\"", ramp(step / double(count - 1)));
}

Limits range_of(const HeatMap& map)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Limits range{infinite, -infinite};
    for (const double value : map.values)
        if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
    if (range.low > range.high) return {0, 1};
    if (range.low == range.high) {  // one colour, in the middle of its scale
        const double half = range.low == 0 ? 1 : 0.1 * std::abs(range.low);
        return {range.low - half, range.high + half};
    }
    return range;
}

/// Which colour; -1: none.
int step_of(const HeatMap& map, const Limits& range, double value)
{
    if (!std::isfinite(value)) return -1;
    if (!map.names.empty()) return value >= 0 && value < double(map.names.size()) ? int(value) : -1;
    return std::clamp(int(steps * (value - range.low) / (range.high - range.low)), 0, steps - 1);
}

/// Between the values of an axis, and as far beyond its ends.
std::vector<double> edges(const std::vector<double>& values, Scale scale)
{
    std::vector<double> at, between;
    for (const double value : values) at.push_back(scaled(scale, value));
    const std::size_t n = at.size();
    const double lone = n == 1 ? std::max(0.5, 0.1 * std::abs(at[0])) : 0;
    between.push_back(n == 1 ? at[0] - lone : at[0] - (at[1] - at[0]) / 2);
    for (std::size_t k = 1; k < n; ++k) between.push_back((at[k - 1] + at[k]) / 2);
    between.push_back(n == 1 ? at[0] + lone : at[n - 1] + (at[n - 1] - at[n - 2]) / 2);
    if (scale == Scale::log)
        for (double& one : between) one = std::pow(10, one);
    return between;
}

void require_map(const HeatMap& map)
{
    const auto goes_one_way = [](const std::vector<double>& v) {
        return std::ranges::adjacent_find(v, std::less_equal{}) == v.end() ||
               std::ranges::adjacent_find(v, std::greater_equal{}) == v.end();
    };
    if (map.x.empty() || map.y.empty() || map.values.size() != map.x.size() * map.y.size())
        throw Error(
            Diagnostic{.message = fmt::format("{} by {} cells cannot have {} values", map.x.size(),
                                              map.y.size(), map.values.size())});
    if (!goes_one_way(map.x) || !goes_one_way(map.y))
        throw Error(Diagnostic{.message = "the values along an axis of a heat map go both ways",
                               .hint = "put them in order"});
}

std::string rectangle(Pixel a, Pixel b)
{
    return fmt::format("M{},{}H{}V{}H{}z", coordinate(a.x), coordinate(a.y), coordinate(b.x),
                       coordinate(b.y), coordinate(a.x));
}

}  // namespace

Axes framed(const Axes& axes)
{
    require_map(*axes.map);
    Axes result = axes;
    const auto set = [](Axis& axis, const std::vector<double>& values) {
        const std::vector<double> all = edges(values, axis.scale);
        axis.low = std::min(all.front(), all.back());
        axis.high = std::max(all.front(), all.back());
    };
    set(result.x, axes.map->x);
    set(result.y, axes.map->y);
    return result;
}

void draw_cells(Canvas& canvas, const Axes& axes, const Layout& layout)
{
    const HeatMap& map = *axes.map;
    const Limits range = range_of(map);
    const std::vector<double> x = edges(map.x, axes.x.scale), y = edges(map.y, axes.y.scale);
    std::vector<std::string> paths(std::max<std::size_t>(steps, map.names.size()));
    const std::size_t rows = map.y.size();
    for (std::size_t i = 0; i < map.x.size(); ++i)
        for (std::size_t j = 0, end = 0; j < rows; j = end) {
            const int step = step_of(map, range, map.values[i * rows + j]);
            end = j + 1;  // neighbours of one colour are one rectangle
            while (end < rows && step_of(map, range, map.values[i * rows + end]) == step) ++end;
            if (step >= 0)
                paths[std::size_t(step)] += rectangle(placed(axes, layout, x[i], y[j]),
                                                      placed(axes, layout, x[i + 1], y[end]));
        }
    for (std::size_t k = 0; k < paths.size(); ++k)
        if (!paths[k].empty())
            canvas.path(paths[k], paint_of(map, int(k)) + " shape-rendering=\"crispEdges\"");
}

double scale_width(const HeatMap& map)
{
    double widest = 0;
    for (const std::string& name : map.names)
        widest = std::max(widest, text_width(name, font::tick));
    if (map.names.empty()) {
        const Limits range = range_of(map);
        for (const Tick& tick : ticks(Scale::linear, range.low, range.high, 9).ticks)
            widest = std::max(widest, text_width(tick.label, font::tick));
    }
    const double label = map.label.empty() ? 0 : 1.6 * font::label;
    return bar_gap + bar_width + name_gap + std::min(widest, 180.0) + label;
}

void draw_scale(Canvas& canvas, const HeatMap& map, const Box& frame)
{
    const double left = frame.right + bar_gap, right = left + bar_width;
    const int count = map.names.empty() ? steps : int(map.names.size());
    const auto at = [&](double part) { return frame.bottom - part * frame.height(); };
    for (int k = 0; k < count; ++k) {
        canvas.path(rectangle({left, at(double(k) / count)}, {right, at(double(k + 1) / count)}),
                    paint_of(map, k) + " shape-rendering=\"crispEdges\"");
        if (!map.names.empty())
            canvas.fitted_text({{right + name_gap, at((k + 0.5) / count) + 4},
                                map.names[std::size_t(k)],
                                Anchor::start,
                                font::tick},
                               180);
    }
    canvas.path(rectangle({left, frame.top}, {right, frame.bottom}), frame_stroke());
    if (map.names.empty()) {
        const Limits range = range_of(map);
        const Ticks marked = ticks(Scale::linear, range.low, range.high, 9);
        for (const Tick& tick : marked.ticks)
            canvas.text({{right + name_gap, at(fraction(range, tick.at)) + 4},
                         tick.label,
                         Anchor::start,
                         font::tick});
        canvas.text({{right, frame.top - 5}, marked.factor, Anchor::end, font::tick});
    }
    canvas.upward_text(
        {left + scale_width(map) - bar_gap - 0.2 * font::label, (frame.top + frame.bottom) / 2},
        map.label, font::label);
}

}  // namespace involute::plot
