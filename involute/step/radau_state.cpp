// SPDX-License-Identifier: Apache-2.0
// What Radau steps and the choice between them and others remember from step to step.
#include <algorithm>

#include "involute/base/state_limits.hpp"
#include "involute/step/radau.hpp"
#include "involute/step/switching.hpp"

namespace involute {
namespace {

bool is_number_of_stages(int stages)
{
    const auto all = radau_stages();
    return std::ranges::find(all, stages) != all.end();
}

}  // namespace

void RadauControl::visit_state(State& state)
{
    const State::Part part(state, "control");
    state("stages", stages_);
    require(state, is_number_of_stages(stages_), "stages");
    state("last size", last_h_);
    state("last error", last_error_);
    state("rejected", rejected_);
    state("any", any_);
    state("keeps derivatives", keeps_);
    state("careful", careful_);
    state("since change", since_change_);
}

template <class S>
void RadauStepper<S>::Walk::visit_state(State& state)
{
    control.visit_state(state);
    visit_sized(state, "base", base);
    visit_sized(state, "base tops", base_tops);
    visit_sized(state, "next", next);
    visit_sized(state, "next tops", next_tops);
    state("seen size", seen.h);
    state("seen error", seen.error);
    state("seen theta", seen.theta);
    state("seen iterations", seen.iterations);
    state("most iterations", seen.most);
    state("size", h);
    state("trouble", trouble);
    state("stood", stood);
    state("fresh", fresh);
    state("derived", derived);
    state("again", again);
    state("unsolved", unsolved);
}

template <class S>
void RadauStepper<S>::visit_state(State& state)
{
    const State::Part part(state, "radau");
    Stepper<S>::visit_state(state);
    walk_.visit_state(state);
    std::vector<S> derivatives = equations_.derivatives();
    visit_sized(state, "derivatives", derivatives);
    equations_.restore(derivatives);
    solver_->visit_state(state);
    state("kept stages", kept_.stages);
    require(state, kept_.stages == 0 || is_number_of_stages(kept_.stages), "kept stages");
    state("kept size", kept_.h);
    visit_sized(state, "kept states", kept_.states);
}

template <class S>
void StageSolver<S>::visit_state(State& state)
{
    const State::Part part(state, "stages");
    int stages = table_ ? table_->stages : 0;
    state("count", stages);
    require(state, stages == 0 || is_number_of_stages(stages), "count");
    if (state.restoring() && stages > 0) set_stages(stages);
    std::vector<S> states;
    if (table_) states.assign(memory_, memory_ + matrices_->places.states);
    const std::size_t needed = states.size();
    state("states", states);
    require(state, states.size() >= needed, "states");
    std::copy_n(states.begin(), needed, memory_);
    plan_.visit_state(state);
    if (state.restoring() && table_) native_ = code();
    state("factored", factored_);
    state("factored for", factored_h_);
    if (state.restoring() && factored_) factor(factored_h_);
    state("contraction", contraction_);
    state("theta", theta_);
    state("iterations", iterations_);
}

template <class S>
void SpectralRadius<S>::visit_state(State& state)
{
    visit_sized(state, "direction", direction_);
}

template <class S>
void SwitchingStepper<S>::visit_state(State& state)
{
    const State::Part part(state, "auto");
    Stepper<S>::visit_state(state);
    explicit_->visit_state(state);
    bool has_radau = radau_ != nullptr, by_radau = current_ != explicit_.get(),
         last_by_radau = last_ != explicit_.get();
    state("has radau", has_radau);
    state("by radau", by_radau);
    state("last by radau", last_by_radau);
    if (has_radau) {
        make_radau();
        radau_->visit_state(state);
    }
    const auto chosen = [&](bool radau) -> Stepper<S>* {
        return radau && has_radau ? static_cast<Stepper<S>*>(radau_.get()) : explicit_.get();
    };
    current_ = chosen(by_radau);
    last_ = chosen(last_by_radau);
    radius_.visit_state(state);
    state("size", h_);
    state("tried", tried_);
    state("steps", steps_);
    state("pause", pause_);
    state("failures", failures_);
    state.list("changes", changes_, [&](MethodChange& change) {
        state("x", change.x);
        state("to", change.to);
    });
}

template void StageSolver<double>::visit_state(State&);
template void StageSolver<Quad>::visit_state(State&);
template void RadauStepper<double>::visit_state(State&);
template void RadauStepper<Quad>::visit_state(State&);
template void SpectralRadius<double>::visit_state(State&);
template void SpectralRadius<Quad>::visit_state(State&);
template void SwitchingStepper<double>::visit_state(State&);
template void SwitchingStepper<Quad>::visit_state(State&);
template void RadauStepper<double>::Walk::visit_state(State&);
template void RadauStepper<Quad>::Walk::visit_state(State&);

}  // namespace involute
