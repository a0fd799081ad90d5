// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/checkpoints.hpp"

#include "involute/base/error.hpp"
#include "involute/drive/checkpoint_text.hpp"
#include "involute/drive/system_state.hpp"

namespace involute {
namespace {

constexpr std::string_view kind = "run";

/// The caller's words come first, so that they can be read alone.
std::string visit_note(State& state, std::string note)
{
    state("note", note);
    return note;
}

/// Rows that were handed over are not in the checkpoint: who goes on must have taken them.
void visit_handing(State& state, const SolveOptions& options)
{
    const bool now = bool(options.stream);
    bool then = now;
    state("rows handed over", then);
    if (then == now) return;
    throw Error(Diagnostic{
        .message =
            then ? "rows before the checkpoint were handed over as they came, and are not in it"
                 : "rows before the checkpoint are in it, and cannot be handed over one by one",
        .hint = "go on with the format, and with or without a picture, as the run began"});
}

}  // namespace

bool is_limit(Outcome code)
{
    return code == Outcome::max_steps || code == Outcome::max_seconds ||
           code == Outcome::interrupted;
}

std::string checkpoint_note(std::string_view text)
{
    State state(checkpoint_records(kind, text));
    return visit_note(state, "");
}

SolveOptions checkpoint_options(const System& system, std::string_view text)
{
    State state(checkpoint_records(kind, text));
    visit_note(state, "");
    read_saved_system(state, &system);
    SolveOptions options = read_saved_options(state);
    const SolveOptions unlimited;
    options.max_steps = unlimited.max_steps;
    options.max_seconds = unlimited.max_seconds;
    options.max_memory = unlimited.max_memory;
    return options;
}

Checkpoints::Checkpoints(const System& system, const SolveOptions& options,
                         const CheckpointRequest& request)
    : system_(system), options_(options), request_(request)
{
    if (request.resume.empty()) return;
    resumed_.emplace(checkpoint_records(kind, request.resume));
    visit_note(*resumed_, "");
    read_saved_system(*resumed_, &system);
    visit_options(*resumed_, options);
    visit_handing(*resumed_, options);
}

bool Checkpoints::is_due() const
{
    if (!request_.write) return false;
    return request_.every <= 0 ||
           std::chrono::duration<double>(Clock::now() - last_).count() >= request_.every;
}

State Checkpoints::begin() const
{
    State state;
    visit_note(state, request_.note ? request_.note() : "");
    write_system(state, system_);
    visit_options(state, options_);
    visit_handing(state, options_);
    for (const auto* visit : around_) (*visit)(state);
    return state;
}

void Checkpoints::finish(const State& state)
{
    request_.write(checkpoint_text(kind, state.records()));
    last_ = Clock::now();
}

template <class S>
void Checkpoints::write(Leg<S>& leg)
{
    State state = begin();
    leg.visit_state(state);
    finish(state);
}

template <class S>
bool Checkpoints::put_back(Leg<S>& leg)
{
    if (!resumed_) return false;
    leg.visit_state(*resumed_);
    resumed_->require_end();
    resumed_.reset();
    return true;
}

template <class S>
void Checkpoints::ended(Leg<S>& leg)
{
    WalkView<S>& view = leg.run().view();
    if (!request_.write || !view.ended || !is_limit(view.solution.code)) return;
    if (!leg.run().between_steps()) return;  // the last one stays
    view.ended = false;
    write(leg);
    view.ended = true;
}

template bool Checkpoints::put_back(Leg<double>&);
template bool Checkpoints::put_back(Leg<Quad>&);
template void Checkpoints::write(Leg<double>&);
template void Checkpoints::write(Leg<Quad>&);
template void Checkpoints::ended(Leg<double>&);
template void Checkpoints::ended(Leg<Quad>&);

CheckpointPart::CheckpointPart(Checkpoints* checkpoints, std::function<void(State&)> visit)
    : checkpoints_(checkpoints), visit_(std::move(visit))
{
    if (!checkpoints_) return;
    checkpoints_->around_.push_back(&visit_);
    if (checkpoints_->resumed_) visit_(*checkpoints_->resumed_);
}

CheckpointPart::~CheckpointPart()
{
    if (checkpoints_) checkpoints_->around_.pop_back();
}

}  // namespace involute
