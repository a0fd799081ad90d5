// SPDX-License-Identifier: Apache-2.0
// What a session remembers, as records that can be kept and put back.
#include "involute/base/error.hpp"
#include "involute/drive/regimes.hpp"
#include "involute/drive/run_state.hpp"
#include "involute/drive/session.hpp"

namespace involute {

template <class S>
void SessionOf<S>::visit_place(State& state)
{
    state("outcome", outcome);
    state("reason", reason);
    state("t", t_);
    state("point", point_);
    state("heading", heading_);
    state("ended", ended_);
    state("closed", closed_);
    state("cut short", cut_short_);
    state("notices", notices_);
    visit_statistics(state, before_leg_);
    state.list("calls", calls_, [&](Calls& calls) {
        state("until", calls.until);
        state("to", calls.to);
        state("count", calls.count);
    });
}

/// What was compiled or completed on the way is made again as it was, then filled.
template <class S>
void SessionOf<S>::visit_state(State& state)
{
    const State::Part part(state, "session");
    std::vector<std::string> unknowns = system_->names.unknowns;
    state("unknowns", unknowns);
    if (unknowns != system_->names.unknowns)
        throw Error(Diagnostic{.message = "the state is of another system"});
    visit_place(state);
    visit_optional(state, "regime", change_, visit_change);
    if (state.restoring()) {
        asked_.clear();
        leg_.reset();
        regime_.reset();
        if (change_) {
            NextRegime<S> next = next_regime(task_.system(), ready_.prepared, *change_,
                                             ready_.prepared.curve, ready_.options);
            if (!next.prepared)
                throw Error(
                    Diagnostic{.message = "the state is not of this system: " + next.words});
            regime_ = std::make_unique<PreparedOf<S>>(std::move(*next.prepared));
        }
    }
    bool walks = leg_ != nullptr;
    state("walks", walks);
    if (walks) {
        Destination d = leg_ ? leg_->destination() : Destination{};
        visit_destination(state, d);
        if (state.restoring()) make_leg(d);
        leg_->visit_state(state);
    } else if (prepared().geometry) {
        prepared().geometry->visit_state(state);
    }
}

std::vector<StateRecord> Session::state()
{
    State state;
    visit_state(state);
    return state.records();
}

void Session::restore(std::vector<StateRecord> records)
{
    State state(std::move(records));
    visit_state(state);
    state.require_end();
}

template void SessionOf<double>::visit_place(State&);
template void SessionOf<Quad>::visit_place(State&);
template void SessionOf<double>::visit_state(State&);
template void SessionOf<Quad>::visit_state(State&);

}  // namespace involute
