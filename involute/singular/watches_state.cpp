// SPDX-License-Identifier: Apache-2.0
// What is watched along a walk, as it is remembered from step to step.
#include "involute/base/state_limits.hpp"
#include "involute/singular/singular_points.hpp"

namespace involute {

template <class S>
void SwitchValues<S>::visit_state(State& state)
{
    visit_sized(state, "values", g);
    visit_sized(state, "noise", noise);
    state("quiet", quiet);
}

template <class S>
void SwitchSides<S>::visit_state(State& state)
{
    const State::Part part(state, "sides");
    visit_sized(state, "side", side);
    visit_sized(state, "found", found);
    visit_sized(state, "hovers", hovers);
    visit_sized(state, "was away", was_away);
}

template <class S>
void Kinks<S>::visit_state(State& state)
{
    if (sides_.count() == 0) return;
    const State::Part part(state, "kinks");
    sides_.visit_state(state);
    in_x_.visit_state(state);
    visit_below(state, "next in x", kink_in_x_, sides_.count());
    state("beyond in x", beyond_in_x_);
    visit_sized(state, "beyond", beyond_);
    before_.visit_state(state);
    visit_sized(state, "slides", slides_);
    state("began", began_);
    state("ahead", ahead_);
    visit_below(state, "kink", kink_, sides_.count());
    state("old side", old_side_);
    state("hop", hop_);
    state("usual", usual_);
    state("hop from", hop_from_);
    state("singular beyond", singular_beyond_);
    state("count", kinks_);
    state("last look", last_look_);
    state("creeps", creeps_);
    state("first creep", first_creep_);
    state("passed", passed_);
    require(state, !passed_ || (*passed_ >= 0 && std::size_t(*passed_) < sides_.count()), "passed");
}

template <class S>
void SharpParts<S>::visit_state(State& state)
{
    visit_sized(state, "at begin", begin_);
    visit_sized(state, "at end", end_);
}

template <class S>
void PartsInX<S>::visit_state(State& state)
{
    const State::Part part(state, "in x");
    SharpParts<S>::visit_state(state);
    state("known at", known_at_);
    state("knows begin", knows_begin_);
    visit_sized(state, "rates ahead", rates_ahead_);
    state("ahead from", ahead_.low);
    state("ahead to", ahead_.high);
}

template <class S>
void PartsOfState<S>::visit_state(State& state)
{
    const State::Part part(state, "of the state");
    SharpParts<S>::visit_state(state);
    visit_sized(state, "known at", known_at_);
    state("knows end", knows_end_);
    for (Interval& side : inner_) {
        state("box from", side.low);
        state("box to", side.high);
    }
    state("reach", reach_);
    state("calm", calm_);
    state("boxes in vain", boxes_in_vain_);
    state("steps to box", steps_to_box_);
}

template <class S>
void PulseWatch<S>::visit_state(State& state)
{
    if (in_x_.count() + of_state_.count() == 0) return;
    const State::Part part(state, "pulses");
    in_x_.visit_state(state);
    of_state_.visit_state(state);
    state("cap", cap_);
    state("careful", careful_);
}

template <class S>
void InvariantWatch<S>::visit_state(State& state)
{
    const State::Part part(state, "invariants");
    for (Cleared& cleared : cleared_) {
        state("defect", cleared.defect);
        state("until", cleared.until);
        state("pause", cleared.pause);
    }
}

template <class S>
void NeglectedWatch<S>::visit_state(State& state)
{
    const State::Part part(state, "neglected");
    visit_sized(state, "tops before", z_before_);
    state("began", began_);
}

template <class S>
void DipWatch<S>::visit_state(State& state)
{
    const State::Part part(state, "dips");
    state("began", began_);
    state("iterations", iterations_);
    state("end", end_);
    state("peak", peak_);
    state("lowest part", lowest_part_);
    for (S* place :
         {&valley_.a, &valley_.c, &valley_.b, &valley_.at_a, &valley_.at_c, &valley_.at_b})
        state("valley", *place);
    state("above", above_);
}

/// A singular point that the last step led over is dealt with before the next: it is no memory.
template <class S>
void SingularPoints<S>::visit_state(State& state)
{
    const State::Part part(state, "singular");
    state("continued", continued_);
    kinks_.visit_state(state);
    pulses_.visit_state(state);
    invariants_.visit_state(state);
    neglected_.visit_state(state);
    state("awake", awake_);
    dips_.visit_state(state);
    chatter_.visit_state(state);
    collapse_.visit_state(state);
    state("branches cross", branches_cross_);
    state("crossed", crossed_);
    state("told undecided", told_undecided_);
    state("fallbacks", fallbacks_);
    state("fell back", fell_back_);
    state("rejected", rejected_);
    state("recent rejections", recent_rejections_);
    state("next search", next_search_);
    state("between searches", steps_between_searches_);
    state("side", side_);
    state("retreats", retreats_);
    state("fold step", fold_step_);
    state("x sign", x_sign_);
    state("standing", standing_);
    state("rank was low", rank_was_low_);
}

template void SwitchSides<double>::visit_state(State&);
template void SwitchSides<Quad>::visit_state(State&);
template void Kinks<double>::visit_state(State&);
template void Kinks<Quad>::visit_state(State&);
template void SharpParts<double>::visit_state(State&);
template void SharpParts<Quad>::visit_state(State&);
template void PartsInX<double>::visit_state(State&);
template void PartsInX<Quad>::visit_state(State&);
template void PartsOfState<double>::visit_state(State&);
template void PartsOfState<Quad>::visit_state(State&);
template void PulseWatch<double>::visit_state(State&);
template void PulseWatch<Quad>::visit_state(State&);
template void InvariantWatch<double>::visit_state(State&);
template void InvariantWatch<Quad>::visit_state(State&);
template void NeglectedWatch<double>::visit_state(State&);
template void NeglectedWatch<Quad>::visit_state(State&);
template void DipWatch<double>::visit_state(State&);
template void DipWatch<Quad>::visit_state(State&);
template void SingularPoints<double>::visit_state(State&);
template void SingularPoints<Quad>::visit_state(State&);

}  // namespace involute
