// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/crossing_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "involute/base/root.hpp"
#include "involute/base/state_limits.hpp"

namespace involute {
namespace {

// What ends within this many times the error of a step before zero, on the way there, may have been
// meant to arrive.
constexpr double nearly_there = 100;
// Projecting moves a zero a little: it is looked for that far beyond its piece, at most.
constexpr double farthest_beyond = 0.05;

template <class S>
int sign_of(const S& value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// The places around one where a function is exactly zero, as floor(x) - 2 is from x = 2 to 3: from
/// where it has the sign before the piece, if that is within it, to where it has the one after.
template <class S, class At>
std::pair<S, S> zeros_around(const At& at, const RootPiece& piece, S place, S shortest)
{
    if (piece.kind == RootPiece::Kind::simple || at(place) != S(0)) return {place, place};
    const auto last_zero = [&](S zero, S other, int sign) {
        if (sign_of(at(other)) != sign) return zero;
        while (std::abs(to_double(S(other - zero))) > to_double(shortest)) {
            const S middle = (zero + other) / S(2);
            (sign_of(at(middle)) == sign ? other : zero) = middle;
        }
        return other;
    };
    return {last_zero(place, S(piece.from), piece.before),
            last_zero(place, S(piece.to), piece.after)};
}

}  // namespace

template <class S>
CrossingFinder<S>::CrossingFinder(Geometry<S>& geometry, Tops<S> tops, CoordinateError error)
    : crossings_(geometry.completed().system.crossings),
      tops_(std::move(tops)),
      roots_(crossings_.size()),
      open_x_(crossings_.size()),
      point_(geometry.layout().size),
      middle_(geometry.layout().size),
      top_values_(geometry.layout().unknowns),
      start_(geometry.layout().size),
      point_size_(geometry.layout().size)
{
    std::vector<NodeId> expressions;
    for (const Crossing& crossing : crossings_) expressions.push_back(crossing.expression);
    values_ = Program<S>(write_values(geometry.completed(), expressions), geometry.native());
    in_.resize(values_.inputs());
    out_.resize(values_.outputs());
    work_.resize(values_.work_size());
    values_.prepare(work_.data());
    const auto near = [this](const double* p, double* z) {
        std::copy_n(p, point_size_, middle_.begin());
        tops_(middle_.data(), top_values_.data());
        std::ranges::transform(top_values_, z, [](const S& value) { return to_double(value); });
    };
    std::set<int> read;
    bounds_.reserve(crossings_.size());
    verified_ = std::make_unique<VerifiedTops>(geometry.completed());
    for (const NodeId expression : expressions) {
        bounds_.emplace_back(geometry.completed(), expression, error, verified_.get(), near);
        read.insert(bounds_.back().reads().begin(), bounds_.back().reads().end());
        reads_tops_ = reads_tops_ || bounds_.back().reads_tops();
    }
    coordinates_.assign(read.begin(), read.end());
    where_.assign(std::size_t(point_size_), -1);
    for (std::size_t i = 0; i < coordinates_.size(); ++i)
        where_[std::size_t(coordinates_[i])] = int(i);
    found_.reserve(16);
}

template <class S>
S CrossingFinder<S>::value(int crossing, const S* p)
{
    std::copy(p, p + point_size_, in_.begin());
    if (reads_tops_) tops_(p, in_.data() + point_size_);
    values_.run(in_.data(), out_.data(), work_.data());
    return out_[crossing];
}

template <class S>
S CrossingFinder<S>::value_at(int crossing, StepPoints<S>& points, const S& theta)
{
    if (theta <= 0) return value(crossing, points.first());
    if (theta >= 1) return value(crossing, points.last());
    return points.at(theta, point_.data()) ? value(crossing, point_.data())
                                           : std::numeric_limits<S>::quiet_NaN();
}

template <class S>
void CrossingFinder<S>::start(const S* p)
{
    std::transform(p, p + point_size_, start_.begin(), [](const S& x) { return to_double(x); });
    for (std::size_t k = 0; k < crossings_.size(); ++k)
        roots_[k].begin(bounds_[k].sign_at(start_.data()));
    searched_ = false;
}

template <class S>
bool CrossingFinder<S>::wanted(int crossing, int after) const
{
    const Direction direction = crossings_[crossing].direction;
    return direction == Direction::both || (direction == Direction::rising) == (after > 0);
}

/// The zero of the projected solution in a piece, or close to it: the piece was found on what is
/// not projected yet. False where the sign does not change.
template <class S>
bool CrossingFinder<S>::locate(int crossing, const RootPiece& piece, StepPoints<S>& points,
                               S& theta)
{
    using std::abs;
    const auto at = [&](S place) { return value_at(crossing, points, place); };
    double a = piece.from, b = piece.to;
    S fa = at(S(a)), fb = at(S(b));
    double beyond = std::max(b - a, 4 * points.resolution());
    for (;; beyond *= 2) {
        const bool starts = sign_of(fa) == piece.before, ends = sign_of(fb) == piece.after;
        if (starts && ends) break;
        // between two steps: the step before ended with the other sign
        if (!starts && a <= 0) return theta = S(0), true;
        if (!ends && b >= reached_) return theta = S(reached_), true;
        if (beyond > farthest_beyond) return false;
        if (!starts) fa = at(S(a = std::max(0.0, a - beyond)));
        if (!ends) fb = at(S(b = std::min(reached_, b + beyond)));
    }
    theta = find_root<S>(std::ref(at), S(a), fa, S(b), fb, S(4) * unit_roundoff<S>());
    if (piece.kind != RootPiece::Kind::unbounded) return true;
    // A pole or a jump changes the sign as well, but nothing becomes small there.
    const double width = 8 * (b - a) + 64 * points.resolution();
    const S before = at(S(std::max(0.0, a - width))), after = at(S(std::min(reached_, b + width)));
    return S(2) * abs(at(theta)) <= std::max<S>(abs(before), abs(after));
}

template <class S>
void CrossingFinder<S>::judge(int crossing, const RootPiece& piece, StepPoints<S>& points)
{
    using Kind = RootPiece::Kind;
    const bool changes = piece.after != 0 && piece.before != piece.after;
    Found found{.theta = S(piece.to), .crossing = crossing};
    if (changes) {
        if (!wanted(crossing, piece.after)) return;
        if (locate(crossing, piece, points, found.theta)) {
            const auto at = [&](const S& place) { return value_at(crossing, points, place); };
            const S shortest(points.resolution());
            const auto [from, to] = zeros_around<S>(at, piece, found.theta, shortest);
            if (to - from > S(64) * shortest) {  // counted at its end, and told as a touch
                const bool earlier = piece.earlier && from <= S(0);
                const double from_x = earlier ? open_x_[crossing] : to_double(points.x_at(from));
                found_.push_back({.theta = to,
                                  .crossing = crossing,
                                  .touch = true,
                                  .from_x = from_x,
                                  .to_x = to_double(points.x_at(to))});
                found.theta = to;
            }
            found_.push_back(found);
            return;
        }
    }
    if (piece.kind == Kind::unbounded) return;
    found.touch = true;
    found.from_x = piece.earlier ? open_x_[crossing] : to_double(points.x_at(S(piece.from)));
    found.to_x = to_double(points.x_at(S(piece.to)));
    found_.push_back(found);
}

template <class S>
auto CrossingFinder<S>::in_order() -> const std::vector<Found>&
{
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.theta < b.theta; });
    for (std::size_t k = 0; k < found_.size(); ++k)
        if (ends_run(found_[k].crossing) && !found_[k].touch) {
            found_.resize(k + 1);
            break;
        }
    return found_;
}

template <class S>
auto CrossingFinder<S>::find(StepPoints<S>& points, S part) -> const std::vector<Found>&
{
    found_.clear();
    const double shortest = points.resolution();
    reached_ = to_double(part);
    for (int piece = 0; piece < points.polynomial_pieces(); ++piece) {
        points.polynomial(piece, coordinates_, polynomial_);
        if (polynomial_.from() >= reached_) break;
        const double to = std::min(reached_, polynomial_.to());
        for (std::size_t k = 0; k < crossings_.size(); ++k) {
            RootIsolation& roots = roots_[k];
            bounds_[k].along(polynomial_, where_);
            roots.search(bounds_[k], polynomial_.from(), to, shortest);
            for (const RootPiece& found : roots.found()) judge(int(k), found, points);
            if (roots.open() && !roots.open_earlier())
                open_x_[k] = to_double(points.x_at(S(roots.open_from())));
        }
        searched_ = true;  // from here on every crossing has a polynomial that can be asked
    }
    return in_order();
}

/// How close to zero the last step ends, in errors of a step; infinite where it is not on the way
/// there.
template <class S>
double CrossingFinder<S>::distance_at_end(int crossing)
{
    CrossingBounds& bounds = bounds_[crossing];
    const double to = std::min(reached_, polynomial_.to());
    const double from = std::max(polynomial_.from(), to - 1e-6);
    const Bound end = bounds.over(to, to), near = bounds.over(from, to);
    const int sign = end.value.sign();
    if (sign == 0 || near.slope.sign() != -sign) return std::numeric_limits<double>::infinity();
    return end.value.magnitude() / bounds.indistinct(to);
}

template <class S>
auto CrossingFinder<S>::finish(StepPoints<S>& points, bool goes_on) -> const std::vector<Found>&
{
    found_.clear();
    for (int k = 0; searched_ && k < int(crossings_.size()); ++k) {
        const int before = roots_[k].sign();
        const bool open = roots_[k].open();
        roots_[k].end();
        for (const RootPiece& piece : roots_[k].found()) {
            if (piece.kind != RootPiece::Kind::simple)
                judge(k, piece, points);
            else if (wanted(k, -before))
                found_.push_back({.theta = S(reached_), .crossing = k});
        }
        if (open || goes_on || !wanted(k, -before)) continue;
        const double distance = distance_at_end(k);
        if (!(distance <= nearly_there)) continue;
        const double x = to_double(points.x_at(S(reached_)));
        found_.push_back(
            {.theta = S(reached_), .crossing = k, .touch = distance > 1, .from_x = x, .to_x = x});
    }
    searched_ = false;
    return in_order();
}

template <class S>
void CrossingFinder<S>::visit_state(State& state)
{
    const State::Part part(state, "crossings");
    for (RootIsolation& roots : roots_) roots.visit_state(state);
    state("open x", open_x_);
    state("reached", reached_);
    state("searched", searched_);
    if (!searched_) return;
    polynomial_.visit_state(state);
    require(state, polynomial_.coordinates() == int(coordinates_.size()), "coordinates");
    for (CrossingBounds& bounds : bounds_) bounds.along(polynomial_, where_);
}

template class CrossingFinder<double>;
template class CrossingFinder<Quad>;

}  // namespace involute
