// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/session.hpp"

#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/regimes.hpp"
#include "involute/drive/untouched.hpp"
#include "involute/system/parameters.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

}  // namespace

template <class S>
SessionOf<S>::SessionOf(System system, const SolveOptions& options)
    : system_(std::make_unique<System>(std::move(system))),
      model_starts_(system_->starts),
      model_guesses_(system_->guesses),
      options_(options)
{
    make_ready_to_start();
}

template <class S>
SessionOf<S>::SessionOf(const System& model, System started, const SolveOptions& options)
    : system_(std::make_unique<System>(std::move(started))),
      model_starts_(model.starts),
      model_guesses_(model.guesses),
      options_(options)
{
    make_ready_to_start();
}

template <class S>
System SessionOf<S>::model() const
{
    System model = *system_;
    model.starts = model_starts_;
    model.guesses = model_guesses_;
    set_parameters(model, {});  // which start values follow
    return model;
}

/// Where steps go that nobody gave an end.
template <class S>
Destination SessionOf<S>::way() const
{
    return destination(*system_, options_);
}

template <class S>
void SessionOf<S>::leave_leg()
{
    if (!leg_) return;
    {
        const Untouched<S> untouched(*prepared().geometry);
        leg_->run().sections().finish(leg_->run().view());
    }
    found_before_ = found();
    const Solution& so_far = leg_->run().solution();
    notices_.insert(notices_.end(), so_far.notices.begin(), so_far.notices.end());
    before_leg_ = statistics();
}

/// A leg from where it stands. Rows are made at every step, so that each is certified, and let go.
template <class S>
void SessionOf<S>::begin_leg(S t_end)
{
    PreparedOf<S>& from = prepared();
    const bool first = !begun_;
    begun_ = true;
    Destination d{.curve = from.curve, .heading = heading_};
    (d.curve ? d.length : d.to) = to_double(t_end);
    if (d.curve) d.scale = options_.scale.value_or(system_->solve.scale.value_or(0));
    const std::vector<double>& left = ready_.left.row;
    if (first && !left.empty())
        d.continued = Continued{.first_x = Quad(left[0])};
    else if (!first)
        d.continued = Continued{.first_x = Quad(ready_.prepared.start.p[0]),
                                .travelled = d.curve ? to_double(t_) : 0};
    leave_leg();
    make_leg(d);
    leg_->run().solution().notices.clear();
    ended_ = false;
    leg_->begin_at(point_);
}

template <class S>
void SessionOf<S>::make_leg(const Destination& d)
{
    SolveOptions options = ready_.options;
    options.sampling = {};
    options.keep_function = false;
    options.progress = {};
    options.stream = [](const PassingRow&) { return true; };
    leg_ = std::make_unique<Leg<S>>(prepared(), d, options);
}

/// On the leg it walks on, as long as that leads there.
template <class S>
void SessionOf<S>::stand_on_leg(S t_end)
{
    const bool back = t_end < t_;
    if (prepared().curve && back)
        refuse("along a curve the arclength only grows", "call start(), or advance to more of it");
    if (!prepared().curve) heading_ = back ? -1 : 1;
    const bool turns = leg_ && !prepared().curve && leg_->run().view().direction != heading_;
    if (leg_ && !ended_ && !turns)
        leg_->set_end(t_end);
    else
        begin_leg(t_end);
}

/// Where the last leg ended at a change of regime: the next one, from there.
template <class S>
bool SessionOf<S>::next_regime_begins(S t_end)
{
    std::optional<RegimeChange> change = std::move(leg_->singular().change);
    leg_->singular().change.reset();
    if (!change) return false;
    NextRegime<S> next =
        next_regime(task_.system(), prepared(), *change, prepared().curve, ready_.options);
    if (!next.prepared) {
        leg_->run().view().stop(next.outcome, next.words);
        return false;
    }
    notices_.push_back(next.words);
    settle();
    leave_leg();
    leg_.reset();
    asked_.clear();
    regime_ = std::make_unique<PreparedOf<S>>(std::move(*next.prepared));
    change_ = std::move(change);
    change_by_numbers_ = false;
    point_ = regime_->start.p;
    if (!regime_->curve) t_ = point_[0];
    begin_leg(t_end);
    return true;
}

/// False: the leg has ended.
template <class S>
bool SessionOf<S>::make_steps(S t_end, Until until)
{
    const S from = leg_->run().walker().t;
    leg_->run().sections().stop_at_events(until == Until::event);
    while (leg_->step())
        if (until == Until::one_step && leg_->run().walker().t != from) return true;
    return leg_->run().walker().t == t_end && !leg_->run().view().ended;
}

template <class S>
Outcome SessionOf<S>::walk_to(S t_end, std::optional<S> to, Until until)
{
    if (closed_ || prepared().outcome != Outcome::complete) return outcome;
    if (t_end == t_) {
        reason.clear();
        return outcome = Outcome::finished;
    }
    const Patience patience(options_.max_seconds, options_.interrupted);
    stand_on_leg(t_end);
    leg_->run().view().to = to;
    try {
        while (!make_steps(t_end, until) && next_regime_begins(t_end)) continue;
    } catch (const OutOfPatience& out) {
        leg_->run().view().stop(
            out_of_patience(out.code, options_, "while what follows was prepared"));
    }
    settle();
    return outcome;
}

/// Where it stands after steps, and how they ended.
template <class S>
void SessionOf<S>::settle()
{
    WalkView<S>& view = leg_->run().view();
    const Walker<S>& walker = view.walker;
    t_ = walker.t;
    point_.assign(walker.p.begin(), walker.p.begin() + view.problem.size());
    outcome = Outcome::finished;
    reason.clear();
    if (!view.ended) return;
    outcome = view.solution.code;
    reason = view.solution.reason;
    const bool patience_ended = outcome == Outcome::max_seconds || outcome == Outcome::interrupted;
    if (patience_ended) {  // of this call
        view.ended = false;
        return;
    }
    ended_ = view.solution.status == RunStatus::finished;
    closed_ = !ended_;
    if (closed_) return;
    const S theta = view.counts_to;
    if (theta < S(1)) {
        const Untouched<S> untouched(*prepared().geometry);
        t_ = walker.t_before + theta * (walker.t - walker.t_before);
        if (!(theta > S(0)) || !view.points.at(theta, point_.data()))
            std::copy_n(walker.p_before.begin(), point_.size(), point_.begin());
    }
    if (prepared().curve) heading_ = walker.v[0] < S(0) ? -1 : 1;
}

template <class S>
Outcome SessionOf<S>::go_the_way(Until until)
{
    const Destination d = way();
    const std::optional<S> to = d.to ? std::optional<S>(as_written<S>(*d.to)) : std::nullopt;
    if (!prepared().curve) return walk_to(*to, to, until);
    const double length = d.length.value_or(std::numeric_limits<double>::infinity());
    return walk_to(S(length), to, until);
}

template <class S>
Outcome SessionOf<S>::step()
{
    return go_the_way(Until::one_step);
}

template <class S>
Outcome SessionOf<S>::advance_to_event()
{
    return go_the_way(Until::event);
}

template <class S>
Outcome SessionOf<S>::advance_to(double parameter)
{
    if (!std::isfinite(parameter))
        refuse("a simulation advances to a finite number", "give the place it is to stand at");
    const S to = as_written<S>(parameter);
    const bool curve = prepared().curve;
    return walk_to(to, curve ? std::nullopt : std::optional<S>(to), Until::end);
}

template <class S>
double SessionOf<S>::parameter_before() const
{
    return leg_ ? to_double(leg_->run().walker().t_before) : to_double(t_);
}

template <class S>
Statistics SessionOf<S>::statistics() const
{
    Statistics total = before_leg_;
    if (!leg_) return total;
    Statistics leg;
    leg.steps = leg_->run().walker().steps;
    leg.rejected = leg_->run().walker().rejected;
    return total += leg;
}

template class SessionOf<double>;
template class SessionOf<Quad>;

}  // namespace involute
