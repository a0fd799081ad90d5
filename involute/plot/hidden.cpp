// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/hidden.hpp"

#include <algorithm>
#include <cmath>

namespace involute::plot {
namespace {

struct Extent {
    double low = 0;
    double high = 0;
};

template <class Coordinate>
Extent extent(const Triangle& t, Coordinate of)
{
    return {std::min({of(t[0]), of(t[1]), of(t[2])}), std::max({of(t[0]), of(t[1]), of(t[2])})};
}

constexpr auto right = [](const Seen& s) { return s.right; };
constexpr auto up = [](const Seen& s) { return s.up; };

/// Twice the signed area on the page.
double area(const Seen& a, const Seen& b, const Seen& c)
{
    return (b.right - a.right) * (c.up - a.up) - (b.up - a.up) * (c.right - a.right);
}

/// How near the plane of the triangle is where the point lies behind or before it.
bool is_nearer(const Triangle& t, const Seen& p, double margin)
{
    const double whole = area(t[0], t[1], t[2]);
    if (whole == 0) return false;
    const double a = area(p, t[1], t[2]) / whole, b = area(t[0], p, t[2]) / whole;
    const double c = 1 - a - b;
    if (a < 0 || b < 0 || c < 0) return false;
    return a * t[0].near + b * t[1].near + c * t[2].near > p.near + margin;
}

bool is_finite(const Seen& s)
{
    return std::isfinite(s.right) && std::isfinite(s.up) && std::isfinite(s.near);
}

Seen between(const Seen& a, const Seen& b, double t)
{
    return {a.right + t * (b.right - a.right), a.up + t * (b.up - a.up),
            a.near + t * (b.near - a.near)};
}

/// Appends a piece to the last line if it goes on from there.
void append(std::vector<SeenLine>& lines, bool goes_on, const Seen& a, const Seen& b)
{
    if (!goes_on) lines.push_back({a});
    lines.back().push_back(b);
}

}  // namespace

Occluder::Occluder(std::vector<Triangle> triangles)
    : triangles_(std::move(triangles)), buckets_(std::size_t(cells) * cells)
{
    if (triangles_.empty()) return;
    Extent across = extent(triangles_.front(), right), along = extent(triangles_.front(), up);
    for (const Triangle& t : triangles_) {
        const Extent x = extent(t, right), y = extent(t, up);
        across = {std::min(across.low, x.low), std::max(across.high, x.high)};
        along = {std::min(along.low, y.low), std::max(along.high, y.high)};
    }
    left_ = across.low;
    bottom_ = along.low;
    width_ = across.high - across.low;
    height_ = along.high - along.low;
    for (std::size_t n = 0; n < triangles_.size(); ++n) {
        const Extent x = extent(triangles_[n], right), y = extent(triangles_[n], up);
        for (int i = cell(x.low - left_, width_); i <= cell(x.high - left_, width_); ++i)
            for (int j = cell(y.low - bottom_, height_); j <= cell(y.high - bottom_, height_); ++j)
                buckets_[std::size_t(i * cells + j)].push_back(int(n));
    }
}

int Occluder::cell(double offset, double extent) const
{
    return extent > 0 ? std::clamp(int(offset / extent * cells), 0, cells - 1) : 0;
}

bool Occluder::hides(const Seen& point, double margin) const
{
    const double x = point.right - left_, y = point.up - bottom_;
    if (!(x >= 0 && x <= width_ && y >= 0 && y <= height_)) return false;
    const auto& bucket = buckets_[std::size_t(cell(x, width_) * cells + cell(y, height_))];
    return std::ranges::any_of(
        bucket, [&](int n) { return is_nearer(triangles_[std::size_t(n)], point, margin); });
}

Split split(const SeenLine& line, const Occluder& occluder, double step)
{
    constexpr double most = 2000;  // pieces of one segment
    Split parts;
    enum class Last { none, visible, hidden } last = Last::none;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const Seen &a = line[i], &b = line[i + 1];
        if (!is_finite(a) || !is_finite(b)) {
            last = Last::none;
            continue;
        }
        const double length = std::hypot(b.right - a.right, b.up - a.up);
        const int pieces = int(std::clamp(std::ceil(length / step), 1.0, most));
        for (int k = 0; k < pieces; ++k) {
            const Seen from = between(a, b, double(k) / pieces);
            const Seen to = k + 1 == pieces ? b : between(a, b, double(k + 1) / pieces);
            const bool hidden = occluder.hides(between(from, to, 0.5), on_surface);
            const Last now = hidden ? Last::hidden : Last::visible;
            append(hidden ? parts.hidden : parts.visible, last == now, from, to);
            last = now;
        }
    }
    return parts;
}

}  // namespace involute::plot
