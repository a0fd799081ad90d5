// SPDX-License-Identifier: Apache-2.0
// What a session remembers, as records that can be kept and put back.
#include "involute/base/error.hpp"
#include "involute/base/state_limits.hpp"
#include "involute/drive/regimes.hpp"
#include "involute/drive/run_state.hpp"
#include "involute/drive/session.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

/// Whether a check begins with what the last one found.
template <class S>
bool remembers(Certificate<S>& certificate)
{
    State state;
    certificate.visit_state(state);
    return !state.records().empty();
}

/// The start of another one of the same completion, whose geometry had this state there; the
/// author's system has its numbers already.
template <class S>
void put_start_back(PreparedOf<S>& prepared, const PreparedOf<S>& from, const System& author,
                    const typename Geometry<S>::Memory& memory)
{
    System& completed = prepared.geometry->completed().system;
    completed.starts = from.geometry->completed().system.starts;
    completed.guesses = from.geometry->completed().system.guesses;
    prepared.take_back(author, memory);
    prepared.outcome = from.outcome;
    prepared.message = from.message;
    prepared.start = from.start;
    prepared.moved_since_start = from.moved_since_start;
    prepared.invariants = from.invariants;
}

}  // namespace

template <class S>
void SessionOf<S>::visit_place(State& state)
{
    visit_below(state, "outcome", outcome, std::size(outcomes));
    state("reason", reason);
    state("t", t_);
    state("point", point_);
    state("heading", heading_);
    state("ended", ended_);
    state("closed", closed_);
    state("begun", begun_);
    state("tops", tops_);
    state("notices", notices_);
    state.list("moved", moved, [&](MovedValue& value) {
        state("name", value.name);
        state("before", value.before);
        state("after", value.after);
    });
    visit_statistics(state, before_leg_);
    visit_solution(state, found_before_);
}

/// Where equations were completed anew on the way, they are so again.
template <class S>
void SessionOf<S>::visit_regime(State& state)
{
    visit_optional(state, "regime", change_, visit_change);
    state("regime by numbers", change_by_numbers_);
    if (!state.restoring()) return;
    asked_.clear();
    leg_.reset();
    regime_.reset();
    if (!change_) return;
    const PreparedOf<S>& first = ready_.prepared;
    NextRegime<S> next =
        change_by_numbers_
            ? completed_here(*system_, first, *change_, ready_.options)
            : next_regime(task_.system(), first, *change_, first.curve, ready_.options);
    if (!next.prepared)
        throw Error(Diagnostic{.message = "the state is not of this system: " + next.words});
    regime_ = std::make_unique<PreparedOf<S>>(std::move(*next.prepared));
}

template <class S>
void SessionOf<S>::visit_leg(State& state)
{
    bool walks = leg_ != nullptr;
    state("walks", walks);
    if (walks) {
        if (prepared().outcome != Outcome::complete)
            throw Error(Diagnostic{
                .message = "with the numbers it was saved with there is no start any more: " +
                           prepared().message});
        Destination d = leg_ ? leg_->destination() : Destination{};
        visit_destination(state, d);
        if (state.restoring()) make_leg(d);
        leg_->visit_state(state);
    } else if (prepared().geometry) {
        prepared().geometry->visit_state(state);
    }
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
    visit_regime(state);
    if (prepared().geometry) {
        const Layout& layout = prepared().geometry->layout();
        require(state, point_.empty() || point_.size() == std::size_t(layout.size), "point");
        require(state, tops_.empty() || tops_.size() == std::size_t(layout.unknowns), "tops");
    }
    visit_leg(state);
}

/// With a copy of what was completed, and compiled again.
template <class S>
std::unique_ptr<Session> SessionOf<S>::clone()
{
    std::unique_ptr<SessionOf<S>> twin(new SessionOf<S>);
    twin->system_ = std::make_unique<System>(*system_);
    twin->model_starts_ = model_starts_;
    twin->model_guesses_ = model_guesses_;
    twin->options_ = options_;
    twin->task_ = task_;
    twin->task_.asked = twin->system_.get();
    const std::shared_ptr<const System> author = asked_by(twin->task_).system;
    twin->ready_ = {.prepared = ready_.prepared.copy(author),
                    .branches = ready_.branches,
                    .left = ready_.left,
                    .options = ready_.options,
                    .notices_of_start = ready_.notices_of_start};
    twin->preparation_ = preparation_;
    twin->at_start_ = at_start_;
    twin->start_is_old_ = start_is_old_;
    twin->options_are_new_ = options_are_new_;
    twin->looked_around_ = looked_around_;
    if (regime_) twin->regime_ = std::make_unique<PreparedOf<S>>(regime_->copy(author));
    twin->change_ = change_;
    twin->change_by_numbers_ = change_by_numbers_;
    State here;
    visit_place(here);
    visit_leg(here);
    State there(here.records());
    twin->visit_place(there);
    twin->visit_leg(there);
    return twin;
}

/// Numbers and the state of the geometry are put back; completion and code are the same.
template <class S>
bool SessionOf<S>::take_start_of(Session& other)
{
    auto* from = dynamic_cast<SessionOf<S>*>(&other);
    if (!from || !preparation_ || preparation_ != from->preparation_) return false;
    const bool at_start = !from->begun_ && !from->regime_ && !from->start_is_old_;
    const bool new_options = options_are_new_ || from->options_are_new_;
    if (!at_start || new_options || from->outcome != Outcome::complete || task_.instead)
        return false;
    if (remembers(ready_.prepared.certificate())) return false;
    system_->parameters = from->system_->parameters;
    system_->starts = from->system_->starts;
    system_->guesses = from->system_->guesses;
    set_parameters(*system_, {});
    leg_.reset();
    put_start_back(ready_.prepared, from->ready_.prepared, *system_, *from->at_start_);
    ready_.branches = from->ready_.branches;
    ready_.left = from->ready_.left;
    ready_.options = from->ready_.options;
    ready_.notices_of_start = from->ready_.notices_of_start;
    at_start_ = from->at_start_;
    heading_ = from->heading_;
    looked_around_ = from->looked_around_;
    start_is_old_ = false;
    stand_at_start();
    notices_ = from->notices_;
    return true;
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
template void SessionOf<double>::visit_regime(State&);
template void SessionOf<double>::visit_leg(State&);
template std::unique_ptr<Session> SessionOf<double>::clone();
template bool SessionOf<double>::take_start_of(Session&);
template void SessionOf<Quad>::visit_place(State&);
template void SessionOf<Quad>::visit_regime(State&);
template void SessionOf<Quad>::visit_leg(State&);
template std::unique_ptr<Session> SessionOf<Quad>::clone();
template bool SessionOf<Quad>::take_start_of(Session&);
template void SessionOf<double>::visit_state(State&);
template void SessionOf<Quad>::visit_state(State&);

}  // namespace involute
