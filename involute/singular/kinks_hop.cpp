// SPDX-License-Identifier: Apache-2.0
// Kinks: over one, from just before it, and away from one where the walk begins.
#include <algorithm>
#include <cmath>
#include <utility>

#include "involute/singular/chatter.hpp"
#include "involute/singular/kinks.hpp"

namespace involute {
namespace {

constexpr int most_hops = 40;
// A field that leads back to a kink from both sides this often in a row keeps the solution there.
constexpr int most_slides = 6;
// No hop is longer than this part of the step that met the kink.
constexpr double longest_hop = 1e-6;
// Steps that fail this near before a kink, in parts of the way, fail because of it.
constexpr double stuck_before = 1e-11;
// The first hop from a start on a kink, and the first step where none could be tried, in parts of
// the way.
constexpr double first_hop = 1e-13, first_step = 1e-3;
// Kinks between two looks at what they brought, and the part of the way that is nothing.
constexpr long kinks_between_looks = 64;
constexpr double nowhere = 1e-7;

}  // namespace

/// Switches that stay zero are none, and where what is no highest derivative would have to jump
/// there is no side to take.
template <class S>
const S* Kinks<S>::beside_start()
{
    using std::abs;
    if (sides_.count() == 0) return nullptr;
    const Walker<S>& walker = view_.walker;
    const auto on_kinks = [&](const S* p) {
        sides_.evaluate(p, now_);
        std::size_t count = 0;
        for (std::size_t k = 0; k < sides_.count(); ++k) count += sign_of(now_, k) == 0 ? 1 : 0;
        return count;
    };
    const std::size_t at_start = on_kinks(walker.p.data());
    std::size_t left = at_start;
    const S way = abs(view_.t_end - walker.t);
    const S farthest = S(first_hop) * (std::isfinite(to_double(way)) ? way : S(1)) +
                       S(16) * unit_roundoff<S>() * abs(walker.t);
    if (farthest == S(0)) return nullptr;  // the walk ends where it begins
    for (S size = farthest / S(1024); left > 0 && size <= farthest; size *= S(2)) {
        const S h = S(view_.direction) * size;
        for (std::size_t i = 0; i < std::size_t(problem_.size()); ++i)
            point_[i] = beside_[i] = walker.p[i] + h * walker.v[i];
        problem_.at_parameter(point_.data(), walker.t + h);
        problem_.at_parameter(beside_.data(), walker.t + h);
        if (!problem_.project(beside_.data(), view_.options.rtol).converged ||
            jumps(point_.data(), beside_.data()))
            return nullptr;
        left = on_kinks(beside_.data());
    }
    return left < at_start ? beside_.data() : nullptr;
}

/// The first step began on a kink: it does not count.
template <class S>
void Kinks<S>::hop_from_start(int k)
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    const S way = abs(view_.t_end - walker.t_before), h = abs(walker.t - walker.t_before);
    usual_ = h;
    walker.retreat();
    plan_hop(k, S(first_hop) * std::min<S>(way, S(1e3) * h) +
                    S(16) * unit_roundoff<S>() * abs(walker.t));
    hop();
}

template <class S>
void Kinks<S>::plan_hop(int k, S size)
{
    kink_ = k;
    old_side_ = sides_.side[std::size_t(k)];
    hop_ = size;
    hop_from_ = view_.walker.t;
    ahead_ = true;
}

/// Straight on, farther and farther, until the switch has its other sign, or some sign at all where
/// the walk starts on the kink.
template <class S>
void Kinks<S>::hop()
{
    ahead_ = false;
    int& hovers = sides_.hovers[std::size_t(kink_)];
    hovers = sides_.was_away[std::size_t(kink_)] ? 0 : hovers + 1;
    sides_.was_away[std::size_t(kink_)] = sides_.switches[std::size_t(kink_)].in_x;
    S size = hop_;
    for (int hops = 0; hops < most_hops; ++hops, size *= S(2)) {
        if (!leap(size)) return;
        sides_.evaluate(view_.walker.p.data(), before_);
        const auto at = std::size_t(kink_);
        const int sign = sign_of(before_, at);
        if (old_side_ == 0 || sides_.found[at] || (sign != 0 && sign != old_side_) ||
            size > S(longest_hop) * usual_ || view_.walker.t == view_.t_end)
            break;
    }
    sides_.take(before_);
    if (!in_x_.empty()) look_ahead_in_x();
    if (old_side_ != 0) passed_ = kink_;
    int& slides = slides_[std::size_t(kink_)];
    slides = slides_back() ? slides + 1 : 0;
    if (slides > most_slides || gets_nowhere())
        view_.stop(explain_chatter(problem_.geometry(), view_.walker));
}

/// Just beyond a kink: whether the field there leads back to it.
template <class S>
bool Kinks<S>::slides_back()
{
    const auto at = std::size_t(kink_);
    const Walker<S>& walker = view_.walker;
    const S ahead = S(view_.direction) * std::max<S>(S(16) * hop_, S(1e-6) * usual_);
    for (int i = 0; i < problem_.size(); ++i)
        point_[std::size_t(i)] = walker.p[std::size_t(i)] + ahead * walker.v[std::size_t(i)];
    sides_.evaluate(point_.data(), now_);
    return (now_.g[at] - before_.g[at]) * S(sides_.side[at]) < -now_.noise[at];
}

/// One hop; false where the walk cannot stand beyond it.
template <class S>
bool Kinks<S>::leap(S size)
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    S t_next = walker.t + S(view_.direction) * size;
    if ((view_.t_end - t_next) * S(view_.direction) < S(0)) t_next = view_.t_end;
    const S h = t_next - walker.t;
    for (int i = 0; i < problem_.size(); ++i) {
        const auto at = std::size_t(i);
        point_[at] = beyond_[at] = walker.p[at] + h * walker.v[at];
    }
    problem_.at_parameter(point_.data(), t_next);
    problem_.at_parameter(beyond_.data(), t_next);
    const Projection landed = problem_.project(beyond_.data(), view_.options.rtol);
    const bool lands = landed.converged && !jumps(point_.data(), beyond_.data());
    if (!lands && by_structure_ && landed.health != Health::singular) stop_at_jump(point_.data());
    if (view_.ended || (lands && walker.leap(beyond_.data(), t_next, usual_))) return !view_.ended;
    if (lands && walker.trial == Trial::not_finite) {
        view_.stop(explain_not_finite(problem_.geometry(), walker));
        return false;
    }
    // The equations have to be looked at anew.
    if (!lands) std::swap(beyond_, point_);
    singular_beyond_ = true;
    passed_ = kink_;
    return false;
}

/// A kink is so near that steps fail because of it: the walk hops over it. From a start on a kink
/// none may begin at all, where det J has another sign beyond it, or other equations hold.
template <class S>
bool Kinks<S>::stuck()
{
    using std::abs;
    if (sides_.count() == 0) return false;
    sides_.evaluate(view_.walker.p.data(), before_);
    if (!std::exchange(began_, true)) {
        std::ranges::fill(sides_.side, 0);
        sides_.take(before_);
        if (const auto on = std::ranges::find(sides_.side, 0); on != sides_.side.end()) {
            const S way = abs(view_.t_end - view_.walker.t);
            usual_ = S(first_step) * (std::isfinite(to_double(way)) ? way : S(1));
            plan_hop(
                int(on - sides_.side.begin()),
                S(1e3 * first_hop) * usual_ + S(16) * unit_roundoff<S>() * abs(view_.walker.t));
            hop();
            return true;
        }
    }
    if (!plan_hop_nearby()) return false;
    hop();
    return true;
}

/// Over the first kink that lies next to where the walk stands, if there is one.
template <class S>
bool Kinks<S>::plan_hop_nearby()
{
    using std::abs;
    const Walker<S>& walker = view_.walker;
    const S way = std::min<S>(abs(view_.t_end - walker.t), abs(walker.t - view_.t_start));
    const S nearby = S(stuck_before) * way + S(64) * unit_roundoff<S>() * abs(walker.t);
    const auto k = first_ahead(nearby);
    if (!k) return false;
    if (usual_ == S(0)) usual_ = S(1e-3) * way;
    plan_hop(*k, S(1.5) * nearby);
    return true;
}

/// The first switch that has its other sign straight on from where the walk stands.
template <class S>
std::optional<int> Kinks<S>::first_ahead(S distance)
{
    const Walker<S>& walker = view_.walker;
    for (int i = 0; i < problem_.size(); ++i) {
        const auto at = std::size_t(i);
        point_[at] = walker.p[at] + S(view_.direction) * distance * walker.v[at];
    }
    sides_.evaluate(point_.data(), now_);
    for (std::size_t k = 0; k < sides_.count(); ++k)
        if (now_.g[k] * S(sides_.side[k]) < S(0)) return int(k);
    return {};
}

template <class S>
bool Kinks<S>::lies_ahead(S distance)
{
    return sides_.count() > 0 && first_ahead(distance).has_value();
}

/// Whether the last step both began and ended so near a kink that only rounding tells on which
/// side: steps may be so short then that the switch does not move at all.
template <class S>
bool Kinks<S>::creeps_up(const Values& before, const Values& now) const
{
    for (std::size_t k = 0; k < sides_.count(); ++k)
        if (sides_.is_watched(k) && sign_of(before, k) == 0 && sign_of(now, k) == 0) return true;
    return false;
}

/// Kink after kink, and no way made: the field pushes towards the kink from both sides.
template <class S>
bool Kinks<S>::gets_nowhere()
{
    using std::abs;
    const S t = view_.walker.t;
    if (++kinks_ % kinks_between_looks != 1) return false;
    const S way = abs(view_.t_end - t);
    const bool far = std::isfinite(to_double(way));
    const bool stays = kinks_ > 1 && abs(t - last_look_) <= S(nowhere) * (far ? way : abs(t));
    last_look_ = t;
    return stays;
}

template const double* Kinks<double>::beside_start();
template const Quad* Kinks<Quad>::beside_start();
template void Kinks<double>::hop_from_start(int);
template void Kinks<Quad>::hop_from_start(int);
template void Kinks<double>::plan_hop(int, double);
template void Kinks<Quad>::plan_hop(int, Quad);
template void Kinks<double>::hop();
template void Kinks<Quad>::hop();
template bool Kinks<double>::stuck();
template bool Kinks<Quad>::stuck();
template bool Kinks<double>::plan_hop_nearby();
template bool Kinks<Quad>::plan_hop_nearby();
template std::optional<int> Kinks<double>::first_ahead(double);
template std::optional<int> Kinks<Quad>::first_ahead(Quad);
template bool Kinks<double>::lies_ahead(double);
template bool Kinks<Quad>::lies_ahead(Quad);
template bool Kinks<double>::creeps_up(const Values&, const Values&) const;
template bool Kinks<Quad>::creeps_up(const Values&, const Values&) const;
template bool Kinks<double>::slides_back();
template bool Kinks<Quad>::slides_back();
template bool Kinks<double>::leap(double);
template bool Kinks<Quad>::leap(Quad);
template bool Kinks<double>::gets_nowhere();
template bool Kinks<Quad>::gets_nowhere();

}  // namespace involute
