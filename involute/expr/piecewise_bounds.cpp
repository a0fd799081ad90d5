// SPDX-License-Identifier: Apache-2.0
// Bounds of piecewise polynomials: those of whole pieces are kept, in pairs, in pairs of pairs and
// so on, so that bounds over many pieces are those of a few.
#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/expr/enclosure.hpp"
#include "involute/expr/piecewise.hpp"

namespace involute {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Interval common(const Interval& a, const Interval& b)
{
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

}  // namespace

/// Where a piece ends; only of one that does.
Quad PiecewisePolynomial::end(std::size_t piece) const
{
    return piece + 1 < count_ ? quads_.origins[piece + 1] : quads_.origins[0] + quads_.period;
}

/// Over these distances from its origin.
Interval PiecewisePolynomial::over_piece(std::size_t piece, int order, const Interval& way) const
{
    Interval sum(0.0);
    for (int k = degree_; k >= order; --k) {
        int falling = 1;
        for (int j = 0; j < order; ++j) falling *= k - j;
        const Quad& c = quads_.coefficients[piece * std::size_t(degree_ + 1) + std::size_t(k)];
        sum = sum * way + Interval(double(falling)) * from_quad<Interval>(c);
    }
    return sum;
}

void PiecewisePolynomial::bound_pieces()
{
    for (std::size_t p = 0; p < count_; ++p)
        if (!is_first(p) && !is_last(p))
            widest_ = std::max(widest_, to_double(end(p) - quads_.origins[p]));
    std::size_t leaves = 1;
    while (leaves < count_) leaves *= 2;
    for (int order = 0; order <= degree_; ++order) {
        std::vector<Interval> tree(2 * leaves, Interval(infinity, -infinity));
        for (std::size_t p = 0; p < count_; ++p) {
            Interval way(-infinity, infinity);
            if (!is_first(p)) way.low = 0;
            if (!is_last(p)) way.high = from_quad<Interval>(end(p) - quads_.origins[p]).high;
            tree[leaves + p] = over_piece(p, order, way);
        }
        for (std::size_t k = leaves; k-- > 1;) tree[k] = hull(tree[2 * k], tree[2 * k + 1]);
        bounds_.push_back(std::move(tree));
    }
}

/// Of all these pieces as they are.
Interval PiecewisePolynomial::over_pieces(std::size_t first, std::size_t last, int order) const
{
    const std::vector<Interval>& tree = bounds_[std::size_t(order)];
    Interval found(infinity, -infinity);
    std::size_t low = first + tree.size() / 2, high = last + 1 + tree.size() / 2;
    for (; low < high; low /= 2, high /= 2) {
        if (low % 2 == 1) found = hull(found, tree[low++]);
        if (high % 2 == 1) found = hull(found, tree[--high]);
    }
    return found;
}

Interval PiecewisePolynomial::bounds(int order, const Interval& asked) const
{
    if (order < 0) return gate_bounds(asked, order == gate_slope_order);
    if (order > degree_) return Interval(0.0);
    // Which piece holds at a breakpoint is a matter of rounding.
    const Interval t = interval_detail::outward(asked.low, asked.high);
    const double period = doubles_.period;
    if (period > 0 && !(t.high - t.low < period)) return over_pieces(0, count_ - 1, order);
    const Found<double> low = find(doubles_, t.low), high = find(doubles_, t.high);
    const auto part = [&](const Found<double>& at) {
        const Interval begins = from_quad<Interval>(quads_.origins[at.piece]) +
                                Interval(at.periods) * from_quad<Interval>(quads_.period);
        Interval way(t.low == -infinity ? -infinity : (Interval(t.low) - begins).low,
                     t.high == infinity ? infinity : (Interval(t.high) - begins).high);
        if (!is_first(at.piece)) way = common(way, {0, infinity});
        if (!is_last(at.piece))
            way = common(way, {-infinity,
                               from_quad<Interval>(end(at.piece) - quads_.origins[at.piece]).high});
        return way.low <= way.high ? over_piece(at.piece, order, way)
                                   : over_pieces(at.piece, at.piece, order);
    };
    Interval found = hull(part(low), part(high));
    if (low.periods == high.periods) {
        if (high.piece > low.piece + 1)
            found = hull(found, over_pieces(low.piece + 1, high.piece - 1, order));
    } else {
        if (low.piece + 1 < count_)
            found = hull(found, over_pieces(low.piece + 1, count_ - 1, order));
        if (high.piece > 0) found = hull(found, over_pieces(0, high.piece - 1, order));
    }
    return found;
}

/// The distance to the nearer end, or its slope, over these distances from the origin.
Interval PiecewisePolynomial::gate_over_piece(std::size_t piece, bool odd, const Interval& way,
                                              bool slope) const
{
    const bool rises = !is_first(piece), falls = !is_last(piece);
    const Interval width =
        falls ? from_quad<Interval>(end(piece) - quads_.origins[piece]) : Interval(infinity);
    Interval found;
    if (slope) {
        const bool up = rises && (!falls || way.low <= width.high / 2);
        const bool down = falls && (!rises || way.high >= width.low / 2);
        found = {down ? -1.0 : 1.0, up ? 1.0 : -1.0};
    } else if (!falls) {
        found = way;
    } else {
        const Interval rest = width - way;
        found = rises ? Interval(std::min(way.low, rest.low), std::min(way.high, rest.high)) : rest;
    }
    return odd ? -found : found;
}

Interval PiecewisePolynomial::gate_bounds(const Interval& t, bool slope) const
{
    const Found<double> low = find(doubles_, t.low), high = find(doubles_, t.high);
    const bool same = low.periods == high.periods;
    const bool side_by_side =
        same ? high.piece <= low.piece + 1
             : high.periods == low.periods + 1 && high.piece == 0 && low.piece + 1 == count_;
    if (!side_by_side || !(std::abs(low.periods) < 0x1p52)) {
        const double far = doubles_.period > 0 ? widest_ : infinity;
        return slope ? Interval(-1, 1) : Interval(-far, far);
    }
    const auto part = [&](const Found<double>& at, double from, double to) {
        const Interval begins = from_quad<Interval>(quads_.origins[at.piece]) +
                                Interval(at.periods) * from_quad<Interval>(quads_.period);
        const Interval way((Interval(from) - begins).low, (Interval(to) - begins).high);
        const bool odd_periods = count_ % 2 == 1 && std::fmod(at.periods, 2) != 0;
        return gate_over_piece(at.piece, (at.piece % 2 == 1) != odd_periods, way, slope);
    };
    if (same && low.piece == high.piece) return part(low, t.low, t.high);
    const double between = to_double(end(low.piece)) + low.periods * doubles_.period;
    return hull(part(low, t.low, between), part(high, between, t.high));
}

}  // namespace involute
