// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/session.hpp"

#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/regimes.hpp"
#include "involute/drive/untouched.hpp"
#include "involute/model/read.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

bool goes_along_curve(const System& system, const SolveOptions& options)
{
    return options.curve || options.length || (!options.to && system.solve.length);
}

}  // namespace

template <class S>
SessionOf<S>::SessionOf(std::shared_ptr<const System> model, std::shared_ptr<const System> system,
                        const SolveOptions& options)
    : model_(std::move(model)), system_(std::move(system)), options_(options)
{
    make_ready_to_start();
}

template <class S>
std::unique_ptr<Session> SessionOf<S>::clone() const
{
    if (cut_short_)
        refuse("a simulation whose way was cut short by time or by a signal cannot be cloned",
               "clone it at its start, or before");
    auto twin = std::make_unique<SessionOf<S>>(model_, system_, options_);
    for (const Calls& calls : calls_)
        for (long k = 0; k < calls.count; ++k) {
            if (calls.until == Until::end)
                twin->advance_to(calls.to);
            else
                twin->go_the_way(calls.until);
        }
    return twin;
}

template <class S>
void SessionOf<S>::remember(Until until, double to)
{
    const bool again = !calls_.empty() && calls_.back().until == until && calls_.back().to == to;
    if (!again) calls_.push_back({until, to, 0});
    ++calls_.back().count;
}

template <class S>
void SessionOf<S>::make_ready_to_start()
{
    Destination towards{.curve = goes_along_curve(*system_, options_)};
    towards.to = options_.to || options_.length ? options_.to : system_->solve.to;
    leg_.reset();
    asked_.clear();
    task_ = task_for(*system_, options_);
    ready_ = make_ready<S>(task_, towards);
    if (ready_.prepared.geometry) at_start_ = state_of(*ready_.prepared.geometry);
    heading_ = ready_.prepared.start.p.empty() ? 1 : x_direction(ready_.prepared, towards);
    start();
}

template <class S>
void SessionOf<S>::start()
{
    leg_.reset();
    asked_.clear();
    regime_.reset();
    change_.reset();
    ended_ = closed_ = cut_short_ = false;
    calls_.clear();
    before_leg_ = {};
    PreparedOf<S>& prepared = ready_.prepared;
    outcome = prepared.outcome;
    reason = prepared.message;
    notices_ = task_.said_first;
    notices_.insert(notices_.end(), prepared.start.notices.begin(), prepared.start.notices.end());
    point_ = prepared.start.p;
    t_ = prepared.curve || point_.empty() ? S(0) : point_[0];
    if (outcome == Outcome::complete) put_back(*prepared.geometry, at_start_);
    if (outcome == Outcome::complete && prepared.curve)
        begin_leg(std::numeric_limits<S>::infinity());
}

template <class S>
void SessionOf<S>::start(std::string_view values)
{
    System system = *model_;
    add_starts(system, values);
    system_ = std::make_shared<const System>(std::move(system));
    make_ready_to_start();
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
    const Solution& so_far = leg_->run().solution();
    notices_.insert(notices_.end(), so_far.notices.begin(), so_far.notices.end());
    before_leg_ = statistics();
}

/// A leg from where it stands. Rows are made at every step, so that each is certified, and let go.
template <class S>
void SessionOf<S>::begin_leg(S t_end)
{
    PreparedOf<S>& from = prepared();
    const bool first = !leg_ && !regime_;
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
        leg_->run().view().stop(Outcome::singular, next.words);
        return false;
    }
    notices_.push_back(next.words);
    settle();
    leave_leg();
    leg_.reset();
    asked_.clear();
    regime_ = std::make_unique<PreparedOf<S>>(std::move(*next.prepared));
    change_ = std::move(change);
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
        cut_short_ = true;
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
    remember(until, 0);
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
    remember(Until::end, parameter);
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
std::vector<std::string> SessionOf<S>::notices() const
{
    std::vector<std::string> all = notices_;
    if (leg_) {
        const std::vector<std::string>& more = leg_->run().view().solution.notices;
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
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
