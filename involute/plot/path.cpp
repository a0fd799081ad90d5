// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace involute::plot {
namespace {

bool is_finite(Pixel p)
{
    return std::isfinite(p.x) && std::isfinite(p.y);
}

/// Moves points that are far outside the page nearer: products must not overflow.
Pixel tamed(Pixel p)
{
    constexpr double far = 1e6;
    return {std::clamp(p.x, -far, far), std::clamp(p.y, -far, far)};
}

/// The part of the segment between the parameters (Liang and Barsky 1984).
struct Cut {
    double from = 0;
    double to = 1;
};

std::optional<Cut> cut(const Box& box, Pixel a, Pixel b)
{
    Cut part;
    const double dx = b.x - a.x, dy = b.y - a.y;
    const std::pair<double, double> sides[] = {
        {-dx, a.x - box.left}, {dx, box.right - a.x}, {-dy, a.y - box.top}, {dy, box.bottom - a.y}};
    for (const auto& [outwards, room] : sides) {
        if (outwards == 0 && room < 0) return std::nullopt;
        if (outwards < 0) part.from = std::max(part.from, room / outwards);
        if (outwards > 0) part.to = std::min(part.to, room / outwards);
    }
    if (part.from > part.to) return std::nullopt;
    return part;
}

Pixel between(Pixel a, Pixel b, double t)
{
    return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

double squared_distance(Pixel p, Pixel a, Pixel b)
{
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double length2 = dx * dx + dy * dy;
    const double t = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    const Pixel q = between(a, b, std::clamp(t, 0.0, 1.0));
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

/// First, last and the extremes of every run of points in one column of the page.
Polyline reduced_columns(const Polyline& line)
{
    constexpr double column_width = 0.5;
    const auto column = [](Pixel p) { return std::floor(p.x / column_width); };
    const auto higher = [](Pixel a, Pixel b) { return a.y < b.y; };
    const auto further_left = [](Pixel a, Pixel b) { return a.x < b.x; };
    Polyline kept;
    for (auto from = line.begin(); from != line.end();) {
        const auto to =
            std::find_if(from + 1, line.end(), [&](Pixel p) { return column(p) != column(*from); });
        const auto [top, bottom] = std::minmax_element(from, to, higher);
        const auto [left, right] = std::minmax_element(from, to, further_left);
        std::array picks{from, top, bottom, left, right, to - 1};
        std::ranges::sort(picks);
        const auto last = std::unique(picks.begin(), picks.end());
        for (auto pick = picks.begin(); pick != last; ++pick) kept.push_back(**pick);
        from = to;
    }
    return kept;
}

/// Marks what must stay between two points that stay.
void mark(const Polyline& line, std::size_t from, std::size_t to, double tolerance,
          std::vector<bool>& stays)
{
    std::vector<std::pair<std::size_t, std::size_t>> pending{{from, to}};
    while (!pending.empty()) {
        const auto [a, b] = pending.back();
        pending.pop_back();
        double worst = tolerance * tolerance;
        std::size_t furthest = 0;
        for (std::size_t i = a + 1; i < b; ++i)
            if (const double d = squared_distance(line[i], line[a], line[b]); d > worst) {
                worst = d;
                furthest = i;
            }
        if (furthest == 0) continue;
        stays[furthest] = true;
        pending.push_back({a, furthest});
        pending.push_back({furthest, b});
    }
}

Box bounds(const std::vector<Polyline>& lines)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Box box{infinite, infinite, -infinite, -infinite};
    for (const Polyline& line : lines)
        for (const Pixel p : line)
            box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
                   std::max(box.bottom, p.y)};
    return box.left <= box.right ? box : Box{};
}

}  // namespace

bool overlap(const Box& a, const Box& b)
{
    return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

bool meets(const Box& box, Pixel a, Pixel b)
{
    return is_finite(a) && is_finite(b) && cut(box, tamed(a), tamed(b)).has_value();
}

std::vector<Polyline> clipped(const Polyline& line, const Box& box)
{
    std::vector<Polyline> parts;
    bool joined = false;  // the part at hand ends where the next segment starts
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const Pixel a = tamed(line[i]), b = tamed(line[i + 1]);
        const bool whole = is_finite(line[i]) && is_finite(line[i + 1]);
        const std::optional<Cut> part = whole ? cut(box, a, b) : std::nullopt;
        if (!part) {
            joined = false;
            continue;
        }
        if (!joined || part->from > 0) parts.push_back({between(a, b, part->from)});
        parts.back().push_back(part->to < 1 ? between(a, b, part->to) : b);
        joined = part->to == 1;
    }
    return parts;
}

Polyline thinned(const Polyline& line, double tolerance)
{
    constexpr std::size_t stretch = 2000;  // the work grows as its square where nothing is straight
    const Polyline reduced = reduced_columns(line);
    if (reduced.size() < 3) return reduced;
    std::vector<bool> stays(reduced.size(), false);
    stays.front() = stays.back() = true;
    for (std::size_t from = 0; from + 1 < reduced.size(); from += stretch) {
        const std::size_t to = std::min(from + stretch, reduced.size() - 1);
        stays[to] = true;
        mark(reduced, from, to, tolerance, stays);
    }
    Polyline kept;
    for (std::size_t i = 0; i < reduced.size(); ++i)
        if (stays[i]) kept.push_back(reduced[i]);
    return kept;
}

std::vector<Polyline> painted_once(const std::vector<Polyline>& lines)
{
    const Box page = bounds(lines);
    const auto columns = std::size_t(page.width()) + 2;
    std::vector<bool> painted(columns * (std::size_t(page.height()) + 2), false);
    const auto paint = [&](Pixel p) {
        const auto column = std::size_t(p.x - page.left), row = std::size_t(p.y - page.top);
        const bool is_new = !painted[row * columns + column];
        painted[row * columns + column] = true;
        return is_new;
    };
    const auto paints = [&](Pixel a, Pixel b) {
        const int looks = 1 + int(2 * std::hypot(b.x - a.x, b.y - a.y));  // two a pixel
        bool is_new = false;
        for (int k = 0; k <= looks; ++k) is_new |= paint(between(a, b, double(k) / looks));
        return is_new;
    };
    std::vector<Polyline> kept;
    for (const Polyline& line : lines) {
        bool goes_on = false;
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            const bool seen = paints(line[i], line[i + 1]);
            if (seen && !goes_on) kept.push_back({line[i]});
            if (seen) kept.back().push_back(line[i + 1]);
            goes_on = seen;
        }
    }
    return kept;
}

std::string coordinate(double x)
{
    const double rounded = std::round(x * 100) / 100;
    return fmt::format("{}", rounded == 0 ? 0 : rounded);
}

std::string path_data(const Polyline& line)
{
    if (line.size() < 2) return "";
    std::string data;
    for (std::size_t i = 0; i < line.size(); ++i) {
        data += i == 0 ? "M" : i == 1 ? "L" : " ";
        data += coordinate(line[i].x) + ',' + coordinate(line[i].y);
    }
    return data;
}

std::string thin_path_data(const std::vector<Polyline>& lines)
{
    constexpr std::size_t many = 20'000;  // points; fewer make no large file
    std::vector<Polyline> thin;
    std::size_t points = 0;
    for (const Polyline& line : lines) {
        thin.push_back(thinned(line));
        points += thin.back().size();
    }
    if (points > many) thin = painted_once(thin);
    std::string data;
    for (const Polyline& line : thin) data += path_data(line);
    return data;
}

}  // namespace involute::plot
