// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/error.hpp"

namespace involute::plot {
namespace {

// Beyond it the length of an axis with its margins would overflow.
constexpr double largest = 8e307;

Limits range(Scale scale, std::span<const std::vector<double>* const> values)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Limits found{infinite, -infinite};
    for (const std::vector<double>* list : values)
        for (const double value : *list) {
            const double v = std::clamp(scaled(scale, value), -largest, largest);
            if (std::isnan(v) || std::isinf(value)) continue;
            found.low = std::min(found.low, v);
            found.high = std::max(found.high, v);
        }
    if (found.low > found.high) return scale == Scale::log ? Limits{0, 1} : Limits{-1, 1};
    return found;
}

/// What differs by round-off alone is one value, shown in the middle of an axis around it.
Limits widened(const Limits& range, Scale scale)
{
    constexpr double round_off = 1e-12;  // of the value, also of one whose logarithm is given
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    const double least = scale == Scale::log ? round_off : std::max(round_off * size, 1e-300);
    if (range.high - range.low > least) return range;
    const double middle = range.low / 2 + range.high / 2;
    if (scale == Scale::log) return {middle - 0.5, middle + 0.5};
    const double half = std::abs(middle) > 1e-299 ? 0.1 * std::abs(middle) : 1;
    return {middle - half, middle + half};
}

void require_interval(const Axis& axis, const Limits& limits)
{
    if (std::isfinite(limits.low) && std::isfinite(limits.high) && limits.low < limits.high) return;
    throw Error(Diagnostic{
        .message = fmt::format("the axis `{}` has no room between its ends", axis.label),
        .hint = "the low end must be less than the high one, and positive on a logarithmic axis"});
}

}  // namespace

double scaled(Scale scale, double value)
{
    if (scale == Scale::linear) return value;
    return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

double fraction(const Limits& limits, double scaled_value)
{
    const double length = limits.high / 2 - limits.low / 2;  // halves: no overflow
    return (scaled_value / 2 - limits.low / 2) / length;
}

Limits limits_of(const Axis& axis, std::span<const std::vector<double>* const> values)
{
    constexpr double air = 0.03;  // of the length, at both ends
    Limits found = range(axis.scale, values);
    if (axis.low) found.low = scaled(axis.scale, *axis.low);
    if (axis.high) found.high = scaled(axis.scale, *axis.high);
    if (axis.low && axis.high) {
        require_interval(axis, found);
        return found;
    }
    if (axis.low && found.high < found.low) found.high = found.low;
    if (axis.high && found.low > found.high) found.low = found.high;
    found = widened(found, axis.scale);
    const double more = air * (found.high - found.low);
    if (!axis.low) found.low -= more;
    if (!axis.high) found.high += more;
    require_interval(axis, found);
    return found;
}

}  // namespace involute::plot
