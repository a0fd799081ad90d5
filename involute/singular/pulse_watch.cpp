// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/pulse_watch.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// A surprise that moves the solution by this part of the tolerance matters.
constexpr double small_part = 0.01;
constexpr double slow_growth = 2;
// A step that is made again is shorter by so much at the least: one that ends where a pulse begins
// would be made for ever. If the surprise is near, the step is to see it.
constexpr double longest_part = 0.9, nearby = 1.0 / 16, to_see_it = 0.25;
// The shortest step that is made shorter, in parts of the way.
constexpr double shortest_step = 1e-12;

}  // namespace

template <class S>
PulseWatch<S>::PulseWatch(SurfaceProblem<S>& problem, WalkView<S>& view, FoundOnce& findings)
    : problem_(problem),
      view_(view),
      in_x_(problem, view, findings),
      of_state_(problem, view, findings)
{
    watches_ = in_x_.count() + of_state_.count() > 0;
    if (!watches_) return;
    for (auto* vector : {&point_, &slope_, &low_, &high_})
        vector->assign(std::size_t(padded(problem.size())), S(0));
}

template <class S>
std::optional<Surprise> PulseWatch<S>::find(SharpParts<S>& parts, bool of_state)
{
    if (parts.count() == 0 || !parts.begin_step()) return std::nullopt;
    search_.begin(parts, parts.begin(), parts.end());
    for (std::size_t k = 0; k < parts.count(); ++k) {
        if (parts.is_plain(k)) continue;
        const auto surprise =
            search_.look_closer(k, [&](const Surprise& found) { return matters(found, of_state); });
        if (surprise) return surprise;
    }
    return std::nullopt;
}

template <class S>
bool PulseWatch<S>::look_at_step(bool state_is_calm)
{
    auto surprise = find(in_x_, false);
    if (!surprise && !state_is_calm) surprise = find(of_state_, true);
    if (surprise && make_shorter(*surprise)) return true;
    in_x_.end_step();
    of_state_.end_step();
    if (careful_) grow_slowly();
    return false;
}

/// Up to the surprise all is well.
template <class S>
bool PulseWatch<S>::make_shorter(const Surprise& surprise)
{
    using std::abs;
    const S h = abs(view_.walker.t - view_.walker.t_before);
    const double way = surprise.at - surprise.width;
    const double whole = std::abs(to_double(S(view_.t_end - view_.t_start)));
    if (to_double(h) <= shortest_step * (std::isfinite(whole) ? whole : 1)) return false;
    view_.walker.retreat();
    cap_ = h * S(way > nearby ? std::min(way, longest_part) : to_see_it);
    view_.walker.limit_next(cap_);
    careful_ = true;
    return true;
}

/// After a step that was made shorter, the next ones grow slowly: else most of them would be made
/// twice.
template <class S>
void PulseWatch<S>::grow_slowly()
{
    using std::abs;
    const S size = abs(view_.walker.t - view_.walker.t_before);
    careful_ = size > cap_ / S(slow_growth);  // else something else keeps steps short
    cap_ = S(slow_growth) * size;
    if (careful_) view_.walker.limit_next(cap_);
}

/// By how much the slope changes around it: with x, the unknowns held as they are there, or along
/// the step.
template <class S>
bool PulseWatch<S>::matters(const Surprise& surprise, bool of_state)
{
    using std::abs;
    const Walker<S>& walker = view_.walker;
    const S way = walker.p[0] - walker.p_before[0];
    view_.walker.interpolate(S(surprise.at), point_.data());
    const int size = problem_.size();
    bool first = true;
    for (const double part : {-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0}) {
        const S place(std::clamp(surprise.at + part * surprise.width, 0.0, 1.0));
        if (of_state) view_.walker.interpolate(place, point_.data());
        if (!problem_.along_curve() || !of_state) point_[0] = walker.p_before[0] + place * way;
        if (problem_.slope(point_.data(), slope_.data()).health != Health::good) return true;
        for (int i = 0; i < size; ++i) {
            const auto at = std::size_t(i);
            low_[at] = first ? slope_[at] : std::min<S>(low_[at], slope_[at]);
            high_[at] = first ? slope_[at] : std::max<S>(high_[at], slope_[at]);
        }
        first = false;
    }
    const S reach = S(surprise.reach) * abs(walker.t - walker.t_before);
    const std::span<const double> own = problem_.own_floors();
    for (int i = 1; i < size; ++i) {
        const auto at = std::size_t(i);
        const double atol = own.empty() ? view_.options.atol : own[at] * view_.options.rtol;
        const S allowed = S(atol) + S(view_.options.rtol) * abs(point_[at]);
        if (!((high_[at] - low_[at]) * reach <= S(small_part) * allowed)) return true;
    }
    return false;
}

template class PulseWatch<double>;
template class PulseWatch<Quad>;

}  // namespace involute
