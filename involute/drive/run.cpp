// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/drive/branches.hpp"
#include "involute/drive/crossing_watch.hpp"
#include "involute/drive/endings.hpp"
#include "involute/drive/fold.hpp"
#include "involute/drive/freedom.hpp"
#include "involute/drive/leave_start.hpp"
#include "involute/drive/omissions.hpp"
#include "involute/drive/pace.hpp"
#include "involute/drive/passed_fold.hpp"
#include "involute/drive/row_keeper.hpp"
#include "involute/drive/singular_start.hpp"
#include "involute/drive/steppers.hpp"
#include "involute/drive/stops.hpp"
#include "involute/drive/style.hpp"

namespace involute {
namespace {

// Unknowns up to which the rank of C is watched at every step of a curve.
constexpr int watched_unknowns = 60;
constexpr long steps_near_fold = 30;
// How far before a crossing of branches, in parts of the step, the walk goes back to.
constexpr double nearness = 1e-3;
// Trials in vain count less with every step; with so many of late it is asked what lies ahead.
constexpr double calming = 0.75;
constexpr double much_unrest = 1.5;
// A curve that has not gone this part of the way has not left its start.
constexpr double least_departure = 1e-6;

/// The problem's own way to its tops.
template <class P>
Tops<typename P::Scalar> tops_of(P& problem)
{
    using S = typename P::Scalar;
    return [&problem](const S* p, S* z) { problem.tops(p, z); };
}

template <class S>
std::vector<Quad> in_full(const std::vector<S>& values)
{
    return {values.begin(), values.end()};
}

/// One run: the walker, its observers, and the Solution they fill.
template <class P>
class Run {
public:
    using S = typename P::Scalar;

    Run(PreparedOf<S>& prepared, P& problem, const Destination& destination,
        const SolveOptions& options);
    Solution execute(int direction);
    std::optional<Resume> resume{};

private:
    static constexpr bool along_curve = is_along_curve<P>;

    bool start(int direction);
    bool limits_reached();
    void observe();
    S ending_within_step();
    bool met_on_the_way();
    bool passed_crossing();
    std::vector<S> before_crossing();
    void watch_rank();
    void explain_failed_step();
    bool look_for_singular_point();
    WalkPoint walk_point(const std::vector<S>& p, const std::vector<S>& v);
    void encounter(Encounter met);
    bool follow_next(Encounter& met);
    bool stand_on(const WayOut& way, const Layout& layout);
    void heed_rows();
    void finish();
    void stop(Outcome code, std::string reason);
    void stop(Stop why) { stop(why.code, std::move(why.reason)); }
    std::string place(const S* p) const;

    PreparedOf<S>& prepared_;
    Geometry<S>& geometry_;
    P& problem_;
    const Destination& destination_;
    const SolveOptions& options_;
    const MethodEntry& method_;
    Walker<S> walker_;
    StepPoints<P> points_;
    Solution solution_;
    RowKeeper<P> rows_;
    CrossingFinder<S> crossings_;
    StepView<S> step_;
    int direction_ = 1;
    S t_start_{}, t_end_{};
    std::optional<S> to_{};  // x asked for
    S farthest_{};           // from the start's x so far
    long fold_step_ = 0;     // the last step at which x turned
    std::vector<S> point_;
    Limits limits_;
    GeometryCounts before_;
    bool ended_ = false;
    std::optional<double> end_x_{};  // x where the run ends, if not where its rows do
    CrossingWatch<S> watch_;
    long rejected_ = 0, next_question_ = 0, questions_ = 1;
    double restless_ = 0;   // trials in vain of late
    bool crosses_ = false;  // branches are known to cross somewhere
    long fallbacks_ = 0;    // of the elimination, when the last step was looked at
    std::optional<Columns<S>> fold_columns_{};
    std::size_t continued_ = 0;  // ways followed so far
    bool asked_ = false;         // whether the solution runs into the singular point near by
};

template <class P>
Run<P>::Run(PreparedOf<S>& prepared, P& problem, const Destination& destination,
            const SolveOptions& options)
    : prepared_(prepared),
      geometry_(*prepared.geometry),
      problem_(problem),
      destination_(destination),
      options_(options),
      method_(choose_method(options, !along_curve)),
      walker_(problem, make_stepper<S>(problem, method_, walk_options(options)),
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

template <class P>
void Run<P>::stop(Outcome code, std::string reason)
{
    solution_.code = code;
    solution_.reason = std::move(reason);
    solution_.status = row_of(code).exit_code == 0 ? RunStatus::finished : RunStatus::stopped;
    ended_ = true;
}

template <class P>
std::string Run<P>::place(const S* p) const
{
    return place_of(solution_.independent, to_double(p[0]));
}

/// Keeping rows may end the run.
template <class P>
void Run<P>::heed_rows()
{
    if (rows_.trouble && !ended_) stop(*rows_.trouble);
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
        if (again && (!ended_ || *again < theta)) {
            theta = *again;
            stop(Outcome::closed, fmt::format("the curve came back to {} without meeting {} = {}",
                                              place(prepared_.start.p.data()),
                                              solution_.independent, to_text(*destination_.to)));
        }
    }
    return theta;
}

/// Is a singular point met that a step would jump over, or creep past to another branch? The
/// elimination needed new pivots near by then.
template <class P>
bool Run<P>::met_on_the_way()
{
    const long trials = walker_.rejected - rejected_;
    rejected_ = walker_.rejected;
    restless_ = calming * restless_ + double(trials);
    if (geometry_.counts.fallbacks == fallbacks_ && !crosses_) return false;
    fallbacks_ = geometry_.counts.fallbacks;
    if (watch_.possible() && watch_.reversed(walker_.p_before.data(), walker_.p.data()))
        return passed_crossing();
    if (restless_ < much_unrest || walker_.steps < next_question_) return false;
    // Where there is none, it is asked less and less often.
    questions_ = std::min(2 * questions_, 1L << 20);
    next_question_ = walker_.steps + questions_;
    return look_for_singular_point();
}

/// A point of the last step a little before the tangents are reversed; at worst its beginning.
template <class P>
auto Run<P>::before_crossing() -> std::vector<S>
{
    std::vector<S> before = walker_.p_before, best = before;
    S a(0), b(1);
    for (int k = 0; k < 40 && b - a > S(nearness); ++k) {
        const S part = S(k % 3 == 0 ? 0.5 : k % 3 == 1 ? 0.4 : 0.6);
        const S middle = a + part * (b - a);
        if (!points_.at(middle, point_.data())) continue;
        const bool beyond = watch_.reversed(before.data(), point_.data());
        (beyond ? b : a) = middle;
        if (!beyond) best = point_;
    }
    return best;
}

/// The walk goes back to a point before the crossing of branches that it jumped over. Its step was
/// a good one: it ends on the branch that goes straight on.
template <class P>
bool Run<P>::passed_crossing()
{
    const std::vector<S> end = walker_.p, end_slope = walker_.v;
    const S t = walker_.t_before;
    const std::vector<S> before = before_crossing();
    std::vector<S> v(walker_.v.size());
    if (problem_.slope(before.data(), v.data()).health != Health::good) return false;
    const WalkPoint at = walk_point(before, v);
    auto form = SingularForm::make(geometry_.completed(), prepared_.scale, at.invariant_values);
    if (!form) return false;
    auto met = meet_crossing(*form, geometry_.layout(), at, options_, Approach::passed);
    if (!met) return false;
    const WalkPoint beyond = walk_point(end, end_slope);
    if (!met->ways.empty())
        met->ways.front().p = carry_over(geometry_.layout(), beyond.p, beyond.z, met->layout);
    met->notice.clear();
    crosses_ = true;
    rows_.step((before[0] - t) / (walker_.t - t), false, nullptr);
    heed_rows();
    walker_.stand(before.data(), before[0], direction_);
    encounter(std::move(*met));
    return true;
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

/// C can lose rank only where J does, near a fold: elsewhere a small singular value is a matter of
/// units. A solution that only passes by is asked about once.
template <class P>
void Run<P>::watch_rank()
{
    if constexpr (along_curve) {
        if ((walker_.v[0] > 0) != (walker_.v_before[0] > 0)) {
            fold_step_ = walker_.steps;
            if (!fold_columns_) fold_columns_.emplace(geometry_, options_.columns, true);
            solution_.singular_points.push_back(
                passed_fold(problem_, walker_, *fold_columns_, options_.rtol));
        }
        const bool near_fold = fold_step_ > 0 && walker_.steps - fold_step_ < steps_near_fold;
        if (!near_fold || geometry_.layout().unknowns > watched_unknowns) return;
        const bool small = problem_.regularity(walker_.p.data()) < std::sqrt(options_.rtol);
        if (small && !asked_) look_for_singular_point();
        asked_ = small;
    }
}

template <class P>
bool Run<P>::limits_reached()
{
    if (auto reached =
            limits_.reached(walker_.steps, to_double(walker_.p[0]), solution_.independent))
        stop(reached->code, std::move(reached->reason));
    return ended_;
}

template <class P>
WalkPoint Run<P>::walk_point(const std::vector<S>& p, const std::vector<S>& v)
{
    const auto size = std::size_t(geometry_.layout().size);
    std::vector<S> z(geometry_.layout().unknowns);
    problem_.tops(p.data(), z.data());
    WalkPoint at{.p = in_full(p), .z = in_full(z), .v = in_full(v)};
    at.p.resize(size);
    at.v.resize(size);
    if (!along_curve && direction_ < 0)
        for (Quad& value : at.v) value = -value;
    at.invariant_values = in_full(geometry_.invariant_values());
    return at;
}

/// What is singular a little ahead, or here. True if there is such a point: the run ends or goes on
/// from it.
template <class P>
bool Run<P>::look_for_singular_point()
{
    const CompletedSystem& c = geometry_.completed();
    const WalkPoint at = walk_point(walker_.p, walker_.v);
    auto form = SingularForm::make(c, prepared_.scale, at.invariant_values);
    if (!form) return false;
    auto met = meet_crossing(*form, c.layout, at, options_);
    if (!met) met = meet_folded(*form, c.layout, at, options_);
    if (!met && !along_curve) met = meet_fold(*form, c, prepared_.scale, at, options_);
    if (!met) return false;
    encounter(std::move(*met));
    return true;
}

/// The run goes on along the way asked for, or ends here.
template <class P>
void Run<P>::encounter(Encounter met)
{
    if (met.code == Outcome::turned) rows_.keep(met.point.row);
    end_x_ = met.point.x;
    if (follow_next(met))
        end_x_.reset();
    else
        stop(met.code, met.point.message);
    met.report_ways();
    solution_.singular_points.push_back(std::move(met.point));
}

template <class P>
bool Run<P>::follow_next(Encounter& met)
{
    if (continued_ >= options_.continuations.size()) return false;
    const int number = options_.continuations[continued_++];
    WayOut* way = met.way(number);
    if (!way) {
        met.point.message += fmt::format(" (there is no way {} to go on)", number);
        return false;
    }
    if (!along_curve && way->x_direction != direction_) {
        way->report.followed = true;
        resume = Resume{*way, met.layout, {}};
        resume->continuations.assign(options_.continuations.begin() + std::ptrdiff_t(continued_),
                                     options_.continuations.end());
        return false;
    }
    way->report.followed = stand_on(*way, met.layout);
    if (way->report.followed && !met.notice.empty()) solution_.notices.push_back(met.notice);
    return way->report.followed;
}

/// The walk goes on from a point beside the singular one.
template <class P>
bool Run<P>::stand_on(const WayOut& way, const Layout& layout)
{
    std::vector<S> p;
    for (const Quad& value : carry_over(layout, way.p, {}, geometry_.layout()))
        p.push_back(from_quad<S>(value));
    if (!problem_.project(p.data(), options_.rtol).converged) return false;
    if constexpr (along_curve)
        problem_.orient(way.x_direction);
    else if ((t_end_ - p[0]) * S(direction_) <= S(0))
        return false;
    if (!walker_.stand(p.data(), along_curve ? walker_.t : p[0], direction_)) return false;
    crossings_.start(p.data());
    fold_step_ = 0;
    rows_.begin_again(p.data());
    heed_rows();
    return true;
}

template <class P>
void Run<P>::explain_failed_step()
{
    const bool undefined = walker_.trial == Trial::not_finite;
    if (!undefined && look_for_singular_point()) return;
    std::optional<Encounter> met;
    if (!options_.step) met = meet_blow_up(geometry_, walker_, prepared_.start.p, prepared_.scale);
    if (!met && undefined) met = meet_domain_end(geometry_, walker_);
    if (!met && !along_curve) {
        std::vector<S> z(geometry_.layout().unknowns);
        problem_.tops(walker_.p.data(), z.data());
        met = meet_pole(geometry_, walker_, prepared_.start.z, z, prepared_.scale);
    }
    if (met)
        encounter(std::move(*met));
    else
        stop(involute::explain_failed_step(geometry_, walker_));
}

template <class P>
bool Run<P>::start(int direction)
{
    direction_ = direction;
    const std::vector<S>& p = prepared_.start.p;
    if (destination_.to) to_ = meant<S>(*destination_.to);
    t_start_ = along_curve ? S(0) : p[0];
    if constexpr (along_curve) {
        problem_.orient(direction);
        direction_ = 1;
        t_end_ = meant<S>(destination_.length.value_or(std::numeric_limits<double>::infinity()));
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
    if (solution_.residual > std::max(10 * options_.rtol, 1e-9))
        stop(Outcome::projection_failed,
             fmt::format("{} is satisfied only to {:.3g}", solution_.residual_equation,
                         solution_.residual));
    solution_.start = start_entries(prepared_);
    for (std::string& notice : omissions(solution_, options_))
        solution_.notices.push_back(std::move(notice));
    const GeometryCounts& after = geometry_.counts;
    Statistics& s = solution_.statistics;
    s.steps = walker_.steps;
    s.rejected = walker_.rejected;
    s.jacobians = after.jacobians - before_.jacobians + after.fields - before_.fields +
                  after.sweeps - before_.sweeps;
    s.evaluations =
        along_curve ? after.jacobians - before_.jacobians : after.fields - before_.fields;
    s.factorizations = along_curve ? s.evaluations : after.factorizations - before_.factorizations;
    s.projections = problem_.landing().count();
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

}  // namespace

template <class S>
Solution run(PreparedOf<S>& prepared, const Destination& d, const SolveOptions& asked,
             std::optional<Resume>* resume)
{
    Solution failed{
        .status = RunStatus::failed, .code = prepared.outcome, .reason = prepared.message};
    if (!prepared.geometry || prepared.start.p.empty()) return failed;
    int direction = d.backwards || (d.to && meant<S>(*d.to) < prepared.start.p[0]) ? -1 : 1;
    if (d.heading != 0) direction = d.heading;
    SolveOptions options = asked;
    if (prepared.outcome == Outcome::singular_start)
        leave_start(prepared, direction, options, failed, resume);
    if (prepared.outcome != Outcome::complete) return failed;
    const Technique& t = options.technique;
    const LandingStyle style = landing_style(prepared.geometry->completed(), options);
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
