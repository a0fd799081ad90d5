// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/switch_sides.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// Rounding in a switch, in roundings of its terms; of x alone a switch is exact but for its own.
constexpr double roundings = 500, roundings_in_x = 4;
// A switch that stays below this part of the tolerance all along a step is zero but for the error
// of the solution: it vanishes identically, or the walk runs along the kink.
constexpr double quiet_part = 0.1;
// Tolerances by which a walk must leave a kink to have left it.
constexpr double away = 1e4;

}  // namespace

template <class S>
SwitchSides<S>::SwitchSides(SurfaceProblem<S>& problem, const Scale& scale, double rtol,
                            FoundOnce& findings)
    : problem_(problem), rtol_(rtol)
{
    Geometry<S>& geometry = problem.geometry();
    switches = find_switches(geometry.completed(), findings);
    if (switches.empty()) return;
    need_tops_ = contain_tops(geometry.completed(), switches);
    program_ = compile_program<S>(write_switches(geometry.completed(), switches, scale),
                                  geometry.native(), work_);
    in_.assign(program_.inputs(), S(0));
    out_.assign(program_.outputs(), S(0));
    side.assign(count(), 0);
    found.assign(count(), false);
    hovers.assign(count(), 0);
    was_away.assign(count(), true);
}

template <class S>
void SwitchSides<S>::evaluate(const S* p, Values& values)
{
    const int size = problem_.size();
    std::copy_n(p, size, in_.begin());
    if (need_tops_) problem_.tops(p, in_.data() + size);
    program_.run(in_.data(), out_.data(), work_.data());
    for (std::size_t k = 0; k < count(); ++k) {
        const S terms = out_[2 * k + 1];
        const bool in_x = switches[k].in_x;
        values.g[k] = out_[2 * k];
        values.noise[k] = S(in_x ? roundings_in_x : roundings) * unit_roundoff<S>() * terms;
        values.quiet[k] = in_x ? S(0) : S(quiet_part * rtol_) * terms;
    }
}

template <class S>
S SwitchSides<S>::value_in_x(int k, const S& x)
{
    in_[0] = x;
    program_.run(in_.data(), out_.data(), work_.data());
    return out_[2 * std::size_t(k)];
}

template <class S>
void SwitchSides<S>::take(const Values& values)
{
    for (std::size_t k = 0; k < count(); ++k)
        if (const int sign = sign_of(values, k); sign != 0) side[k] = sign;
}

/// From one branch to the kink itself or beyond it: a stage that lies on a kink has neither branch,
/// and a derivative that jumps there is the mean of both.
template <class S>
bool SwitchSides<S>::met(const Values& before, const Values& after, std::size_t k) const
{
    if (crossed(after, k)) return true;
    return after.g[k] == S(0) && is_watched(k) && before.g[k] * S(side[k]) > S(0);
}

template <class S>
int SwitchSides<S>::first_met(const Values& before, const Values& after) const
{
    int first = -1;
    S smallest(2);
    for (std::size_t k = 0; k < count(); ++k) {
        if (!met(before, after, k)) continue;
        const S part = before.g[k] / (before.g[k] - after.g[k]);
        if (first >= 0 && !(part < smallest)) continue;
        first = int(k);
        smallest = part;
    }
    return first;
}

template <class S>
bool SwitchSides<S>::counts(const Values& before, const Values& after, std::size_t k) const
{
    using std::abs;
    return met(before, after, k) && (sign_of(after, k) != 0 || sign_of(before, k) == side[k]) &&
           std::max<S>(abs(before.g[k]), abs(after.g[k])) > after.quiet[k];
}

template <class S>
bool SwitchSides<S>::counts(const Values& before, const Values& after) const
{
    for (std::size_t k = 0; k < count(); ++k)
        if (counts(before, after, k)) return true;
    return false;
}

template <class S>
void SwitchSides<S>::settle(const Values& values)
{
    using std::abs;
    for (std::size_t k = 0; k < count(); ++k) {
        const int sign = sign_of(values, k);
        if (abs(values.g[k]) > S(away) * values.quiet[k]) {
            was_away[k] = true;
            if (hovers[k] > most_hovers) side[k] = sign;
            hovers[k] = 0;
        }
        if (side[k] == 0) side[k] = sign;
    }
}

template class SwitchSides<double>;
template class SwitchSides<Quad>;

}  // namespace involute
