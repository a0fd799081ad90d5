// SPDX-License-Identifier: Apache-2.0
// From a run to the numbers that are kept of it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/sweep/keep.hpp"

namespace involute {
namespace {

using What = Kept::What;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Parts of a step that are looked at. A step is short against whatever moves in it, or its error
// would not be small: that of a Taylor series of order 22 spans half a period of an oscillation.
constexpr int parts_of_step = 4;
// Of the width of a bracket, where the search ends: the value is then exact to its square.
constexpr double narrow = 1e-8;

/// The largest value between a and c, where b is above both: golden section.
template <class F>
double peak(const F& f, double a, double b, double c, double best)
{
    constexpr double golden = 0.38196601125010515;
    const double end = narrow * std::abs(c - a);
    while (std::abs(c - a) > end) {
        const bool first = std::abs(b - a) > std::abs(c - b);
        const double x = first ? b + golden * (a - b) : b + golden * (c - b);
        if (x == b || x == a || x == c) break;
        const double value = f(x);
        if (value > best) {
            (first ? c : a) = b;
            b = x;
            best = value;
        } else {
            (first ? a : c) = x;
        }
    }
    return best;
}

/// Along the whole way: at steps, within them, and about every value above its neighbours.
double largest(const Solution& s, const Kept& kept, double sign)
{
    const std::size_t column =
        1 + std::size_t(std::ranges::find(s.names, kept.expression) - s.names.begin());
    const auto f = [&](double t) { return sign * s.function.value(kept.expression, t); };
    struct Point {
        double t = 0, value = none;
    };
    Point before, last;
    double best = none;
    const auto add = [&](double t, double value) {
        if (!(best >= value)) best = value;
        if (last.value > before.value && last.value >= value)
            best = std::max(best, peak(f, before.t, last.t, t, last.value));
        before = last;
        last = {t, value};
    };
    for (std::size_t k = 0; k < s.rows.size(); ++k) {
        const double t = s.rows[k][0];
        if (k > 0)
            for (int part = 1; part < parts_of_step; ++part) {
                const double from = s.rows[k - 1][0];
                const double between = from + (t - from) * part / parts_of_step;
                if (between != from && between != t) add(between, f(between));
            }
        add(t, sign * s.rows[k][column]);
    }
    return sign * best;
}

double value_there(const Solution& s, const Kept& kept)
{
    const double from = std::min(s.function.from(), s.function.to());
    const double to = std::max(s.function.from(), s.function.to());
    if (s.function.along_curve()) {
        const std::vector<double> all = s.function.all(kept.expression, kept.at);
        return all.empty() ? none : all.front();
    }
    return kept.at >= from && kept.at <= to ? s.function.value(kept.expression, kept.at) : none;
}

double value_in(const Solution& s, const std::vector<double>& row, const Kept& kept)
{
    const auto at = std::ranges::find(s.names, kept.expression) - s.names.begin();
    return row[1 + std::size_t(at)];
}

double reduced(const Solution& s, const Kept& kept)
{
    const auto crossing = std::ranges::find(s.crossings, kept.crossing, &CrossingRecord::name);
    switch (kept.what) {
        case What::end:
            return value_in(s, s.rows.back(), kept);
        case What::start:
            return value_in(s, s.rows.front(), kept);
        case What::largest:
            return largest(s, kept, 1);
        case What::smallest:
            return largest(s, kept, -1);
        case What::at:
            return value_there(s, kept);
        case What::crossings:
            return crossing == s.crossings.end() ? 0 : double(crossing->rows.size());
        case What::first_crossing:
            break;
    }
    if (crossing == s.crossings.end() || crossing->rows.empty()) return none;
    return value_in(s, crossing->rows.front(), kept);
}

/// The first rows, as they are; behind the last there is nothing.
std::vector<double> first_rows(const Solution& s, const Keep& keep)
{
    const std::size_t width = keep.names().size();
    std::vector<double> values(keep.numbers(), none);
    const auto there = std::min(s.rows.size(), std::size_t(keep.rows));
    for (std::size_t k = 0; k < there; ++k)
        std::copy_n(s.rows[k].begin(), std::min(width, s.rows[k].size()),
                    values.begin() + std::ptrdiff_t(k * width));
    return values;
}

}  // namespace

std::vector<double> reduced(const Solution& solution, const Keep& keep)
{
    if (keep.rows > 0) return first_rows(solution, keep);
    std::vector<double> values;
    for (const Kept& kept : keep.entries) values.push_back(reduced(solution, kept));
    return values;
}

}  // namespace involute
