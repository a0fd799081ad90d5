// SPDX-License-Identifier: Apache-2.0
// The walk from kink to kink: what to do with a step, and where the next kink of x alone is. Up to
// a kink: kinks_approach.cpp; over it: kinks_hop.cpp; jumps: kinks_jump.cpp.
#include "involute/singular/kinks.hpp"

#include <algorithm>
#include <cmath>

#include "involute/singular/chatter.hpp"

namespace involute {
namespace {

// Rounding in the x of a stage, in units of the step.
constexpr double stage_roundings = 256;
// The step from a kink of x, in parts of the usual one, where there are kinks of the state too.
constexpr double careful_start = 1e-3;
// Steps shorter than this part of the whole are not halved to see what switches do within.
constexpr double shortest_halved = 1e-9;
// Times that a solution crosses a kink to and fro within its error between two looks at what that
// brought, and the part of the way that is too little.
constexpr long creeps_between_looks = 2000;
constexpr double creeping = 1e-3;

}  // namespace

template <class S>
Kinks<S>::Kinks(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view, bool by_structure,
                FoundOnce& findings)
    : problem_(problem),
      floors_(floors_of(scale, problem.geometry().layout())),
      view_(view),
      by_structure_(by_structure),
      sides_(problem, scale, view.options.rtol, findings),
      sight_(problem, view, sides_)
{
    if (sides_.count() == 0) return;
    if (!problem.along_curve()) in_x_ = KinksAhead(problem.geometry().completed(), sides_.switches);
    for (auto* point : {&point_, &beyond_, &beside_})
        point->assign(std::size_t(padded(problem.size())), S(0));
    slides_.assign(sides_.count(), 0);
    for (Values* values : {&before_, &now_, &low_, &high_, &at_stage_})
        *values = Values(sides_.count());
    if (asks_stages())
        view.walker.admit_stages([this](const S* stage) {
            sides_.evaluate(stage, at_stage_);
            for (std::size_t k = 0; k < sides_.count(); ++k)
                if (sides_.crossed(at_stage_, k) && sign_of(at_stage_, k) != 0) return false;
            return true;
        });
}

template <class S>
void Kinks<S>::find_kinks_in_x()
{
    in_x_.begin(to_double(view_.walker.t), to_double(view_.t_end));
    look_ahead_in_x();
}

/// The next kink of x alone: a step will end just before it.
template <class S>
void Kinks<S>::look_ahead_in_x()
{
    const S t = view_.walker.t, way(view_.direction);
    view_.t_stop = view_.t_end;
    auto place = in_x_.next(to_double(t));
    // what the walk stands in it has passed
    while (place && (S(place->before) - t) * way <= S(0)) place = in_x_.next(place->after);
    for (std::size_t k = 0; k < sides_.count(); ++k)
        sides_.found[k] = sides_.switches[k].in_x && in_x_.finds(int(k));
    if (!place || (view_.t_end - S(place->before)) * way <= S(0)) return;
    kink_in_x_ = place->number;
    view_.t_stop = S(place->before);
    beyond_in_x_ = S(place->after);
    if constexpr (!std::is_same_v<S, double>) narrow_in_x();
    // A little before: rounding puts no stage of a step beyond it.
    using std::abs;
    const S far = abs(view_.t_stop - t), usual = view_.walker.next_size();
    const S step = usual > S(0) ? std::min<S>(usual, far) : far;
    const S margin = unit_roundoff<S>() * (S(16) * abs(view_.t_stop) + S(stage_roundings) * step);
    view_.t_stop -= way * std::min<S>(margin, far / S(4));
}

/// The same in more digits than bounds have.
template <class S>
void Kinks<S>::narrow_in_x()
{
    using std::abs;
    const auto value_at = [&](const S& t) { return sides_.value_in_x(kink_in_x_, t); };
    const bool negative = value_at(view_.t_stop) < S(0);
    if ((value_at(beyond_in_x_) < S(0)) == negative) return;  // no sign change
    // A kink at 0 has no neighbours that are near in proportion.
    const S u = unit_roundoff<S>(), least = u * abs(view_.t_end - view_.t_start);
    while (abs(beyond_in_x_ - view_.t_stop) > S(4) * u * (abs(beyond_in_x_) + least)) {
        const S middle = (view_.t_stop + beyond_in_x_) / S(2);
        ((value_at(middle) < S(0)) == negative ? view_.t_stop : beyond_in_x_) = middle;
    }
}

template <class S>
bool Kinks<S>::settle_step()
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    if (!began_) {
        began_ = true;
        sides_.evaluate(walker.p_before.data(), before_);
        std::ranges::fill(sides_.side, 0);
        sides_.take(before_);
        if (const auto on = std::ranges::find(sides_.side, 0); on != sides_.side.end()) {
            hop_from_start(int(on - sides_.side.begin()));
            return false;
        }
        if (asks_stages()) {  // again, now that it is known where stages belong
            walker.retreat();
            return false;
        }
    }
    // A switch that has crept over zero within the error of the solution is on the other side now.
    for (std::size_t k = 0; k < sides_.count(); ++k)
        if (sides_.crossed(before_, k) && sign_of(before_, k) != 0) {
            sides_.side[k] = -sides_.side[k];
            if (creeps_nowhere()) {
                view_.stop(explain_chatter(problem_.geometry(), walker));
                return true;
            }
        }
    sides_.evaluate(walker.p.data(), now_);
    const bool all_found = std::ranges::count(sides_.found, char(false)) == 0;
    const auto seen = all_found ? Seen{} : sight_.look(before_, now_, high_);
    if (const S h = abs(walker.t - walker.t_before);
        !seen.clear && view_.options.step == 0 &&
        h > S(shortest_halved) * abs(view_.t_end - view_.t_start)) {
        walker.retreat();
        walker.limit_next(h / S(2));
        return false;
    }
    if (seen.beyond) return approach(*seen.beyond);
    if (walker.strayed()) return keep_stages_before();
    sides_.settle(now_);
    const bool creeps = !all_found && view_.options.step == 0 && creeps_up(before_, now_);
    std::swap(before_, now_);
    if (creeps) {
        usual_ =
            walker.next_size();  // not that of the kink before, which may have been far shorter
        plan_hop_nearby();
    }
    if (walker.t == view_.t_stop && walker.t != view_.t_end) {
        usual_ = walker.next_size();
        // other kinks may follow at once
        if (!all_found && view_.options.step == 0) usual_ *= S(careful_start);
        plan_hop(kink_in_x_,
                 abs(beyond_in_x_ - walker.t) + S(2) * unit_roundoff<S>() * abs(walker.t));
    }
    return true;
}

/// A kink is crossed to and fro within the error of the solution, where no step ends at it.
template <class S>
bool Kinks<S>::creeps_nowhere()
{
    using std::abs;
    const S t = view_.walker.t;
    if (creeps_++ == 0) first_creep_ = t;
    if (creeps_ < creeps_between_looks) return false;
    creeps_ = 0;
    return abs(t - first_creep_) <= S(creeping) * abs(view_.t_end - view_.t_start);
}

template <class S>
auto Kinks<S>::take_passed() -> std::optional<Passed>
{
    if (!passed_) return std::nullopt;
    Passed passed{
        name_of(*std::exchange(passed_, std::nullopt)), std::exchange(singular_beyond_, false), {}};
    if (passed.singular) passed.point = beyond_;
    return passed;
}

template <class S>
std::string Kinks<S>::name_of(int k) const
{
    const System& system = problem_.geometry().completed().system;
    return print(system.graph, sides_.switches[std::size_t(k)].call, system.names);
}

template class Kinks<double>;
template class Kinks<Quad>;

}  // namespace involute
