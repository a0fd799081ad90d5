// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/drive/leave_start.hpp"
#include "involute/drive/running.hpp"
#include "involute/observe/request_notices.hpp"
#include "involute/prepare/freedom.hpp"
#include "involute/singular/at_start.hpp"
#include "involute/singular/endings.hpp"
#include "involute/step/choose.hpp"
#include "involute/step/steppers.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

// A curve that has not gone this part of the way has not left its start.
constexpr double least_departure = 1e-6;

// A curve that went on beyond a fold comes back to where it did so at most so often.
constexpr int most_returns = 8;

/// The problem's own way to its tops.
template <class P>
Tops<typename P::Scalar> tops_of(P& problem)
{
    using S = typename P::Scalar;
    return [&problem](const S* p, S* z) { problem.tops(p, z); };
}

/// Asked for to see what projecting and recomputing is good for.
bool wants_rows_off_the_surface(const Technique& technique)
{
    return technique.projection == ProjectionWay::none ||
           (technique.collocation == Collocation::written && technique.tops == TopValues::carried);
}

}  // namespace

template <class P>
Run<P>::Run(PreparedOf<S>& prepared, P& problem, const Destination& destination,
            const SolveOptions& options)
    : prepared_(prepared),
      geometry_(*prepared.geometry),
      problem_(problem),
      destination_(destination),
      options_(options),
      method_(choose_method(options, !along_curve)),
      walker_(problem,
              options.method == "auto" ? make_switching<S>(problem, method_, walk_options(options))
                                       : make_stepper<S>(problem, method_, walk_options(options)),
              walk_options(options)),
      points_(problem, walker_, method_, options),
      rows_(prepared, problem, walker_, points_, destination, options, solution_),
      crossings_(geometry_, tops_of(problem)),
      point_(geometry_.layout().size),
      limits_(options),
      before_(geometry_.counts),
      watch_(geometry_),
      fallbacks_(geometry_.counts.fallbacks)
{
    solution_.method = method_.name;
    solution_.names = rows_.names();
    solution_.independent = geometry_.completed().system.names.independent;
    solution_.notices = prepared.start.notices;
    for (const Crossing& c : geometry_.completed().system.crossings)
        solution_.crossings.push_back({c.name, c.is_event, {}, {}});
    step_.at = [this](S theta, S* p) { return points_.at(theta, p); };
}

/// θ at which the run is over within the last step: the x asked for, or the start's x again.
template <class P>
auto Run<P>::ending_within_step() -> S
{
    using std::abs;
    if (!along_curve || !to_) return S(1);
    S theta(1);
    if (const auto met = points_.passage(*to_, S(0))) {
        theta = *met;
        stop(Outcome::finished, "");
    }
    const S x0 = prepared_.start.p[0];
    farthest_ = std::max<S>(farthest_, abs(walker_.p_before[0] - x0));
    if (!destination_.length && farthest_ >= S(least_departure) * abs(*to_ - x0)) {
        const auto again = points_.passage(x0, S(0));
        // Beyond a fold in x the curve may have to pass there again on its way.
        const bool passes = again && destination_.heading != 0 && ++returns_ < most_returns;
        if (again && !passes && (!ended_ || *again < theta)) {
            theta = *again;
            stop(Outcome::closed, fmt::format("the curve came back to {} without meeting {} = {}",
                                              place(prepared_.start.p.data()),
                                              solution_.independent, to_text(*destination_.to)));
        }
    }
    return theta;
}

template <class P>
void Run<P>::observe()
{
    if constexpr (!along_curve)
        if (met_on_the_way()) return;
    S theta_end = ending_within_step();
    step_.end = walker_.p.data();
    if (!crossings_.empty())
        for (const auto& found : crossings_.find(step_)) {
            if (found.theta > theta_end) break;
            const Crossing& crossing = geometry_.completed().system.crossings[found.crossing];
            if (found.theta < 1 && !points_.at(found.theta, point_.data())) continue;
            const S* at = found.theta < 1 ? point_.data() : walker_.p.data();
            rows_.keep_crossing(at, solution_.crossings[found.crossing]);
            if (!crossing.stop) continue;
            theta_end = found.theta;
            stop(Outcome::event,
                 fmt::format("event `{}` at {}", crossing.name, place(rows_.row().data())));
        }
    const bool meets_to = along_curve && ended_ && to_ && solution_.code == Outcome::finished;
    rows_.step(theta_end, theta_end < 1 || ended_, meets_to ? &*to_ : nullptr);
    heed_rows();
    if (options_.progress) {
        const double whole = to_double(S(t_end_ - t_start_));
        if (std::isfinite(whole)) options_.progress(to_double(S(walker_.t - t_start_)) / whole);
    }
    if constexpr (along_curve)
        if (!ended_) watch_rank();
}

/// Nothing moves on any more: the solution grows without bound, or a function jumps at it.
template <class P>
void Run<P>::stop_nowhere()
{
    if (auto met = meet_blow_up(geometry_, walker_, prepared_.start.p, prepared_.scale))
        encounter(std::move(*met));
    else
        stop(explain_chatter(geometry_, walker_));
}

template <class P>
bool Run<P>::limits_reached()
{
    if (!along_curve && options_.step == 0 &&
        chatter_.gets_nowhere(walker_.steps, walker_.rejected, to_double(walker_.t),
                              to_double(t_end_)))
        stop_nowhere();
    else if (auto reached =
                 limits_.reached(walker_.steps, to_double(walker_.p[0]), solution_.independent))
        stop(reached->code, std::move(reached->reason));
    return ended_;
}

template <class P>
bool Run<P>::start(int direction)
{
    direction_ = direction;
    const std::vector<S>& p = prepared_.start.p;
    if (destination_.to) to_ = as_written<S>(*destination_.to);
    t_start_ = along_curve ? S(0) : p[0];
    if constexpr (along_curve) {
        problem_.orient(direction);
        direction_ = 1;
        t_end_ =
            as_written<S>(destination_.length.value_or(std::numeric_limits<double>::infinity()));
    } else {
        t_end_ = *to_;
    }
    rows_.plan(t_start_, t_end_, direction_);
    if (!walker_.stand(p.data(), t_start_, direction_)) {
        if (walker_.trial != Trial::singular) {
            stop(explain_not_finite(geometry_, walker_));
            return false;
        }
        auto met = meet_at_start(geometry_.completed(), prepared_.scale,
                                 start_point(prepared_, direction), options_);
        if (!met)
            stop(Outcome::singular_start,
                 "the direction of the solution is not determined at "
                 "the start: it is a singular point");
        else
            encounter(std::move(*met));
        return !ended_;
    }
    crossings_.start(p.data());
    rows_.begin(p.data());
    heed_rows();
    const bool there_already = along_curve && to_ == p[0] && !destination_.length;
    if (there_already) stop(Outcome::finished, "");
    return true;
}

template <class P>
void Run<P>::finish()
{
    if (!ended_) stop(Outcome::finished, "");
    if (solution_.status == RunStatus::stopped && solution_.code != Outcome::turned &&
        solution_.code != Outcome::observer_stopped && walker_.steps > 0)
        rows_.keep_where_it_stands();
    solution_.end = end_x_.value_or(to_double(rows_.end_x()));
    solution_.residual = rows_.worst().value;
    if (!solution_.rows.empty())
        solution_.residual_equation = prepared_.certificate().name(rows_.worst().row);
    if (solution_.residual > std::max(10 * options_.rtol, 1e-9)) {
        const std::string what = fmt::format("{} is satisfied only to {:.3g}",
                                             solution_.residual_equation, solution_.residual);
        if (wants_rows_off_the_surface(options_.technique))
            solution_.notices.push_back(what);
        else
            stop(Outcome::projection_failed, what);
    }
    solution_.start = start_entries(prepared_);
    for (std::string& notice : omissions(solution_, options_))
        solution_.notices.push_back(std::move(notice));
    const GeometryCounts& after = geometry_.counts;
    Statistics& s = solution_.statistics;
    s.steps = walker_.steps;
    s.rejected = walker_.rejected;
    s.jacobians = after.jacobians - before_.jacobians + after.fields - before_.fields +
                  after.sweeps - before_.sweeps;
    if (method_.family == Family::radau) s.jacobians = after.jacobians - before_.jacobians;
    s.evaluations =
        along_curve ? after.jacobians - before_.jacobians : after.fields - before_.fields;
    s.factorizations = along_curve ? s.evaluations : after.factorizations - before_.factorizations;
    s.projections = problem_.projection().count();
    s.iterations = walker_.iterations();
    if (const std::string changes = walker_.changes(); !changes.empty()) {
        solution_.notices.push_back(
            fmt::format("{}, then as stiffness demands: {}", solution_.method, changes));
        solution_.method += " and radau";
    }
    s.seconds = limits_.seconds();
}

template <class P>
Solution Run<P>::execute(int direction)
{
    try {
        if (start(direction))
            while (!ended_ && walker_.t != t_end_) {
                if (limits_reached()) break;
                if (walker_.advance(t_end_) == Outcome::finished)
                    observe();
                else
                    explain_failed_step();
            }
    } catch (const Error&) {
        throw;  // what a person must fix is not a callback's failure
    } catch (const std::exception& e) {
        stop(Outcome::callback_failed,
             fmt::format("a callback failed at {}: {}", place(walker_.p.data()), e.what()));
    }
    finish();
    return std::move(solution_);
}

template <class S>
Solution run(PreparedOf<S>& prepared, const Destination& d, const SolveOptions& asked,
             std::optional<Resume>* resume)
{
    Solution failed{
        .status = RunStatus::failed, .code = prepared.outcome, .reason = prepared.message};
    if (!prepared.geometry || prepared.start.p.empty()) return failed;
    int direction = d.backwards || (d.to && as_written<S>(*d.to) < prepared.start.p[0]) ? -1 : 1;
    if (d.heading != 0) direction = d.heading;
    SolveOptions options = asked;
    if (prepared.outcome == Outcome::singular_start)
        leave_start(prepared, direction, options, failed, resume);
    if (prepared.outcome != Outcome::complete) return failed;
    const Technique& t = options.technique;
    const ProjectionChoice style = choose_projection(prepared.geometry->completed(), options);
    const auto execute = [&](auto& problem) {
        Run<std::remove_reference_t<decltype(problem)>> walk(prepared, problem, d, options);
        Solution solution = walk.execute(direction);
        solution.singular_points.insert(solution.singular_points.begin(),
                                        failed.singular_points.begin(),
                                        failed.singular_points.end());
        if (resume) *resume = std::move(walk.resume);
        return solution;
    };
    if (!d.curve) {
        XProblem<S> problem(*prepared.geometry, prepared.scale, style,
                            t.distribution.value_or(Distribution::linear_solve));
        if (t.tops == TopValues::carried)
            problem.carry(prepared.start.p.data(), prepared.start.z.data());
        return execute(problem);
    }
    CurveProblem<S> problem(*prepared.geometry, prepared.scale, d.scale, style,
                            t.distribution.value_or(Distribution::null_space));
    return execute(problem);
}

template Solution run(PreparedOf<double>&, const Destination&, const SolveOptions&,
                      std::optional<Resume>*);
template Solution run(PreparedOf<Quad>&, const Destination&, const SolveOptions&,
                      std::optional<Resume>*);

}  // namespace involute
