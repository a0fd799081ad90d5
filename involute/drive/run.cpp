// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/drive/fold.hpp"
#include "involute/drive/freedom.hpp"
#include "involute/drive/omissions.hpp"
#include "involute/drive/pace.hpp"
#include "involute/drive/recorder.hpp"
#include "involute/drive/steppers.hpp"
#include "involute/drive/style.hpp"

namespace involute {
namespace {

// Growth of a coordinate over the run beyond which a collapse of the step is called a blow-up.
constexpr double blow_up_growth = 1e6;
// Unknowns up to which the rank of C is watched at every step of a curve.
constexpr int watched_unknowns = 60;
constexpr long steps_near_fold = 30;
// A curve that has not gone this part of the way has not left its start.
constexpr double least_departure = 1e-6;

/// The problem's own way to its tops.
template <class P>
Tops<typename P::Scalar> tops_of(P& problem)
{
    using S = typename P::Scalar;
    return [&problem](const S* p, S* z) { problem.tops(p, z); };
}

std::vector<double> rounded(const std::vector<double>& row)
{
    return row;
}
std::vector<double> rounded(const std::vector<Quad>& row)
{
    std::vector<double> values;
    for (const Quad& value : row) values.push_back(to_double(value));
    return values;
}

/// One run: the walker, its observers, and the Solution they fill.
template <class P>
class Run {
public:
    using S = typename P::Scalar;

    Run(PreparedOf<S>& prepared, P& problem, const Destination& destination,
        const SolveOptions& options);
    Solution execute(int direction);

private:
    static constexpr bool along_curve = std::is_same_v<P, CurveProblem<S>>;

    bool start(int direction);
    bool limits_reached();
    void observe();
    S ending_within_step();
    void record_step(S theta_end);
    void record(const S* p);
    void record_at(S theta, const S* fixed_x);
    bool point_at(S theta, S* p, const S* fixed_x = nullptr);
    bool exact_point(S theta, S* p, const S* fixed_x);
    std::optional<S> passage(S x, S theta_from);
    void keep(std::vector<std::vector<double>>& rows, std::vector<std::vector<Quad>>& in_full);
    void explain_failed_step();
    void explain_not_finite();
    bool explain_fold();
    void record_where_it_stands();
    void finish();
    void stop(Outcome code, std::string reason);
    std::string place(const S* p) const;

    PreparedOf<S>& prepared_;
    Geometry<S>& geometry_;
    P& problem_;
    const Destination& destination_;
    const SolveOptions& options_;
    const MethodEntry& method_;
    Walker<S> walker_;
    RowMaker<S> rows_;
    CrossingFinder<S> crossings_;
    Solution solution_;
    StepView<S> step_;
    std::vector<S> wanted_;  // parameter values to be recorded, from next_ on
    std::size_t next_ = 0;
    std::vector<std::pair<S, S>> passages_;  // of the last step: θ and x, along a curve
    bool by_steps_ = false;                  // rows at accepted steps
    bool by_passage_ = false;                // rows at passages of sampling.at (along a curve)
    int direction_ = 1;
    S t_start_{}, t_end_{};
    std::optional<S> to_{};  // x asked for
    S end_x_{};              // x where the run stands
    S farthest_{};           // from the start's x so far
    long fold_step_ = 0;     // the last step at which x turned
    S last_row_t_ = std::numeric_limits<S>::quiet_NaN();
    bool steps_within_ = false;  // the method's own interpolant is far below its order
    std::vector<S> point_, copy_, slope_, row_;
    Limits limits_;
    GeometryCounts before_;
    bool ended_ = false, row_skipped_ = false;
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
      rows_(geometry_.layout().unknowns, Columns<S>(geometry_, options.columns, along_curve),
            prepared.certificate(), tops_of(problem)),
      crossings_(geometry_, tops_of(problem)),
      point_(geometry_.layout().size),
      copy_(geometry_.layout().size),
      slope_(geometry_.layout().size),
      limits_(options),
      before_(geometry_.counts)
{
    solution_.method = method_.name;
    const int dense_order = method_.tableau ? method_.tableau->dense_order : 3;
    steps_within_ = method_.family != Family::series_taylor && dense_order + 1 < method_.order;
    solution_.names = rows_.names();
    solution_.independent = geometry_.completed().system.names.independent;
    solution_.notices = prepared.start.notices;
    for (const Crossing& c : geometry_.completed().system.crossings)
        solution_.crossings.push_back({c.name, c.is_event, {}, {}});
    step_.at = [this](S theta, S* p) { return point_at(theta, p); };
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
    return fmt::format("{} = {:.12g}", solution_.independent, to_double(p[0]));
}

/// The point at θ of the last step by a step of its own; along a curve θ is corrected until x is
/// right.
template <class P>
bool Run<P>::exact_point(S theta, S* p, const S* fixed_x)
{
    using std::abs;
    if (!walker_.step_within(theta, p)) return false;
    if (!along_curve || !fixed_x) return true;
    const S h = walker_.t - walker_.t_before;
    S last = abs(p[0] - *fixed_x);
    for (int k = 0; k < 4 && last > S(0); ++k) {
        if (problem_.slope(p, slope_.data()).health != Health::good) break;
        const S next = theta - (p[0] - *fixed_x) / (slope_[0] * h);
        if (!(next > S(0) && next <= S(1)) || !walker_.step_within(next, copy_.data())) break;
        const S now = abs(copy_[0] - *fixed_x);
        if (!(now < last)) break;  // x turns here, or it is right to round-off
        std::copy(copy_.begin(), copy_.end(), p);
        theta = next;
        last = now;
    }
    return true;
}

/// The point of M at θ of the last step; with fixed_x at exactly this x where that is possible.
template <class P>
bool Run<P>::point_at(S theta, S* p, const S* fixed_x)
{
    if (options_.technique.interpolation == Interpolation::hermite)
        walker_.interpolate_cubic(theta, p);
    else if (!steps_within_ || !exact_point(theta, p, fixed_x))
        walker_.interpolate(theta, p);
    if constexpr (along_curve) {
        if (fixed_x) {
            std::copy_n(p, copy_.size(), copy_.begin());
            p[0] = *fixed_x;
            if (problem_.landing().projector().shortest_at_fixed_x(p, options_.rtol).converged)
                return true;
            std::copy(copy_.begin(), copy_.end(), p);  // x turns here: let it move
        }
    } else {
        p[0] = fixed_x ? *fixed_x : S(walker_.t_before + theta * (walker_.t - walker_.t_before));
    }
    return problem_.project(p, options_.rtol).converged;
}

template <class P>
void Run<P>::keep(std::vector<std::vector<double>>& rows, std::vector<std::vector<Quad>>& in_full)
{
    rows.push_back(rounded(row_));
    if constexpr (std::is_same_v<S, Quad>) in_full.push_back(row_);
}

template <class P>
void Run<P>::record(const S* p)
{
    if (solution_.code == Outcome::observer_stopped) return;
    if (rows_.make(p, row_)) {
        keep(solution_.rows, solution_.quad_rows);
        if (options_.observe && !options_.observe(solution_.rows.back()) && !ended_)
            stop(Outcome::observer_stopped, fmt::format("the observer stopped at {}", place(p)));
    } else if (!std::exchange(row_skipped_, true))
        solution_.notices.push_back(
            fmt::format("no row is written where a derivative is infinite, first at {}", place(p)));
}

template <class P>
void Run<P>::record_at(S theta, const S* fixed_x)
{
    if (theta >= 1 && (!along_curve || !fixed_x))
        record(walker_.p.data());
    else if (point_at(theta, point_.data(), fixed_x))
        record(point_.data());
    else if (!ended_)
        stop(Outcome::projection_failed,
             fmt::format("the dense output could not be projected near {}",
                         place(walker_.p.data())));
}

/// The first θ > theta_from of the last step at which x is met, on the dense output.
template <class P>
auto Run<P>::passage(S x, S theta_from) -> std::optional<S>
{
    constexpr int pieces = 8;
    S a = theta_from, fa(0);
    walker_.interpolate(a, point_.data());
    fa = (a == 0 ? walker_.p_before[0] : point_[0]) - x;
    for (int k = 1; k <= pieces; ++k) {
        S b = theta_from + (S(1) - theta_from) * S(k) / S(pieces);
        if (k == pieces) b = 1;
        walker_.interpolate(b, point_.data());
        const S fb = (k == pieces ? walker_.p[0] : point_[0]) - x;
        if (fa != 0 && (fb == 0 || (fa > 0) != (fb > 0))) {
            for (int i = 0; i < 130 && b - a > S(4) * unit_roundoff<S>(); ++i) {
                const S middle = (a + b) / S(2);
                walker_.interpolate(middle, point_.data());
                const bool same = (point_[0] - x > 0) == (fa > 0) && point_[0] != x;
                (same ? a : b) = middle;
            }
            return b;
        }
        a = b;
        fa = fb;
    }
    return std::nullopt;
}

/// θ at which the run is over within the last step: the x asked for, or the start's x again.
template <class P>
auto Run<P>::ending_within_step() -> S
{
    using std::abs;
    if (!along_curve || !to_) return S(1);
    S theta(1);
    if (const auto met = passage(*to_, S(0))) {
        theta = *met;
        stop(Outcome::finished, "");
    }
    const S x0 = prepared_.start.p[0];
    farthest_ = std::max<S>(farthest_, abs(walker_.p_before[0] - x0));
    if (!destination_.length && farthest_ >= S(least_departure) * abs(*to_ - x0)) {
        const auto again = passage(x0, S(0));
        if (again && (!ended_ || *again < theta)) {
            theta = *again;
            stop(Outcome::closed, fmt::format("the curve came back to {} without meeting {} = {}",
                                              place(prepared_.start.p.data()),
                                              solution_.independent, to_text(*destination_.to)));
        }
    }
    return theta;
}

/// Rows of the last step up to θ.
template <class P>
void Run<P>::record_step(S theta_end)
{
    const S t0 = walker_.t_before, h = walker_.t - walker_.t_before;
    const S reached = theta_end >= 1 ? walker_.t : S(t0 + theta_end * h);
    solution_.travelled = std::abs(to_double(S(reached - t_start_)));
    end_x_ = walker_.p[0];
    if (theta_end < 1) {
        walker_.interpolate(theta_end, point_.data());
        end_x_ = along_curve ? point_[0] : reached;
    }
    if (by_passage_) {
        passages_.clear();
        for (const double at : options_.sampling.at)
            for (S from(0), x = meant<S>(at); from < 1;) {
                const auto met = passage(x, from);
                if (!met || *met > theta_end) break;
                passages_.push_back({*met, x});
                from = *met;
            }
        std::sort(passages_.begin(), passages_.end());
        for (const auto& [theta, x] : passages_) record_at(theta, &x);
        return;
    }
    for (; next_ < wanted_.size() && (reached - wanted_[next_]) * direction_ >= 0; ++next_) {
        const S t = wanted_[next_];
        const S* fixed_x = along_curve ? nullptr : &t;
        const S last_x = meant<S>(destination_.land_on.value_or(0));
        if (along_curve && t == t_end_ && destination_.land_on) fixed_x = &last_x;
        record_at(t == walker_.t ? S(1) : S((t - t0) / h), fixed_x);
        last_row_t_ = t;
    }
    const bool last = theta_end < 1 || ended_;
    if ((by_steps_ || (last && options_.sampling.at.empty())) && last_row_t_ != reached) {
        const S* fixed_x = nullptr;
        if (along_curve && ended_ && to_ && solution_.code == Outcome::finished) fixed_x = &*to_;
        record_at(theta_end, fixed_x);
        last_row_t_ = reached;
    }
}

template <class P>
void Run<P>::observe()
{
    S theta_end = ending_within_step();
    step_.end = walker_.p.data();
    if (!crossings_.empty())
        for (const auto& found : crossings_.find(step_)) {
            if (found.theta > theta_end) break;
            const Crossing& crossing = geometry_.completed().system.crossings[found.crossing];
            if (found.theta < 1 && !point_at(found.theta, point_.data())) continue;
            if (rows_.make(found.theta < 1 ? point_.data() : walker_.p.data(), row_))
                keep(solution_.crossings[found.crossing].rows,
                     solution_.crossings[found.crossing].quad_rows);
            if (!crossing.stop) continue;
            theta_end = found.theta;
            stop(Outcome::event,
                 fmt::format("event `{}` at {}", crossing.name, place(row_.data())));
        }
    record_step(theta_end);
    if (options_.progress) {
        const double whole = to_double(S(t_end_ - t_start_));
        if (std::isfinite(whole)) options_.progress(to_double(S(walker_.t - t_start_)) / whole);
    }
    if constexpr (along_curve) {
        // C can lose rank only where J does, near a fold: elsewhere a small singular value is a
        // matter of units.
        if ((walker_.v[0] > 0) != (walker_.v_before[0] > 0)) fold_step_ = walker_.steps;
        const bool near_fold = fold_step_ > 0 && walker_.steps - fold_step_ < steps_near_fold;
        if (ended_ || !near_fold || geometry_.layout().unknowns > watched_unknowns) return;
        if (problem_.regularity(walker_.p.data()) < std::sqrt(options_.rtol))
            stop(Outcome::singular,
                 fmt::format("the direction of the solution is lost at {}: a singular point of "
                             "the equations",
                             place(walker_.p.data())));
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
void Run<P>::explain_not_finite()
{
    using std::isfinite;
    const CompletedSystem& c = geometry_.completed();
    std::vector<S> z(c.layout.unknowns), rows(c.layout.unknowns),
        entries(c.jacobian.entries.size());
    geometry_.matrix(walker_.failed().data(), z.data(), rows.data(), entries.data());
    std::string reason = "the solution leaves the domain of a function, or a number overflows";
    for (std::size_t e = 0; e < entries.size(); ++e)
        if (!isfinite(entries[e])) rows[c.jacobian.entries[e].row] = entries[e];
    for (int i = 0; i < c.layout.unknowns; ++i)
        if (!isfinite(rows[i])) {
            reason = fmt::format(
                "{} cannot be evaluated: a function leaves its domain, or a "
                "number overflows",
                equation_name(c.system, i, c.structure.c[i]));
            break;
        }
    stop(Outcome::not_finite, fmt::format("{}, just after {}", reason, place(walker_.p.data())));
}

template <class P>
bool Run<P>::explain_fold()
{
    if constexpr (!along_curve) {
        std::vector<S> z(geometry_.layout().unknowns);
        geometry_.field(walker_.p.data(), z.data());
        const auto fold = find_fold(
            geometry_.completed(), prepared_.scale,
            {rounded(walker_.p), rounded(z), rounded(geometry_.invariant_values()), direction_},
            options_);
        if (!fold) return false;
        if (options_.sampling.at.empty() && fold->row.size() == solution_.names.size() + 1) {
            record_where_it_stands();
            row_.assign(fold->row.begin(), fold->row.end());
            keep(solution_.rows, solution_.quad_rows);
        }
        end_x_ = S(fold->x);
        stop(Outcome::turned,
             fmt::format("the solution turns back at {} = {:.12g}: {}; --curve walks on",
                         solution_.independent, fold->x,
                         fold->tops_finite ? "two branches meet there in a fold"
                                           : "an impasse point, where a derivative is infinite"));
        return true;
    }
    return false;
}

template <class P>
void Run<P>::explain_failed_step()
{
    if (walker_.trial != Trial::not_finite && explain_fold()) return;
    const std::string at = place(walker_.p.data());
    double growth = 0;
    int fastest = 0;
    for (std::size_t i = 1; i < prepared_.start.p.size(); ++i) {
        const double ratio = std::abs(to_double(walker_.p[i])) /
                             (std::abs(to_double(prepared_.start.p[i])) + prepared_.scale.floor);
        if (ratio > growth) {
            growth = ratio;
            fastest = int(i);
        }
    }
    if (growth > blow_up_growth && !options_.step) {
        const Layout::Jet jet = geometry_.layout().jets[fastest];
        stop(Outcome::singular,
             fmt::format("{} grows without bound near {} (it is {:.3g} there)",
                         jet_name(geometry_.completed().system.names, jet.unknown, jet.order), at,
                         to_double(walker_.p[fastest])));
        return;
    }
    switch (walker_.trial) {
        case Trial::not_finite:
            explain_not_finite();
            break;
        case Trial::singular:
        case Trial::sign_changed:
            stop(Outcome::singular,
                 fmt::format("the highest derivatives are not determined just after {}: the "
                             "system Jacobian becomes singular",
                             at));
            break;
        case Trial::unsolved:
            stop(
                Outcome::step_too_small,
                fmt::format("the stages of the implicit method could not be solved for at {}", at));
            break;
        case Trial::off_manifold:
            stop(Outcome::projection_failed,
                 fmt::format("no point near {} satisfies all equations", at));
            break;
        default:
            stop(Outcome::step_too_small,
                 fmt::format("the step needed for the tolerance became too small at {}: the "
                             "solution is not smooth there, or the tolerance is below round-off",
                             at));
    }
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
    const Sampling& sampling = options_.sampling;
    by_passage_ = along_curve && !sampling.at.empty();
    if (!by_passage_) wanted_ = wanted_parameters(sampling, t_start_, t_end_);
    by_steps_ =
        sampling.points == 0 && sampling.every == 0 && !sampling.only_end && sampling.at.empty();
    if (!walker_.stand(p.data(), t_start_, direction_)) {
        if (walker_.trial == Trial::singular)
            stop(Outcome::singular_start,
                 "the direction of the solution is not determined at "
                 "the start: it is a singular point");
        else
            explain_not_finite();
        return false;
    }
    crossings_.start(p.data());
    const bool wanted_here = next_ < wanted_.size() && wanted_[next_] == t_start_;
    const bool passes_here =
        by_passage_ && std::count(sampling.at.begin(), sampling.at.end(), to_double(p[0])) > 0;
    if (by_steps_ || wanted_here || passes_here) record(p.data());
    if (wanted_here) ++next_;
    last_row_t_ = t_start_;
    end_x_ = p[0];
    const bool there_already = along_curve && to_ == p[0] && !destination_.length;
    if (there_already) stop(Outcome::finished, "");
    return true;
}

/// A run that ends early returns its last point whatever rows were asked for.
template <class P>
void Run<P>::record_where_it_stands()
{
    if (!options_.sampling.at.empty() || last_row_t_ == walker_.t) return;
    record(walker_.p.data());
    last_row_t_ = walker_.t;
}

template <class P>
void Run<P>::finish()
{
    if (!ended_) stop(Outcome::finished, "");
    if (solution_.status == RunStatus::stopped && solution_.code != Outcome::turned &&
        solution_.code != Outcome::observer_stopped && walker_.steps > 0)
        record_where_it_stands();
    solution_.end = to_double(end_x_);
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
Solution run(PreparedOf<S>& prepared, const Destination& d, const SolveOptions& options)
{
    if (prepared.outcome != Outcome::complete)
        return {.status = RunStatus::failed, .code = prepared.outcome, .reason = prepared.message};
    const Technique& t = options.technique;
    const LandingStyle style = landing_style(prepared.geometry->completed(), options);
    const int direction = d.backwards || (d.to && meant<S>(*d.to) < prepared.start.p[0]) ? -1 : 1;
    if (!d.curve) {
        XProblem<S> problem(*prepared.geometry, prepared.scale, style,
                            t.distribution.value_or(Distribution::linear_solve));
        return Run<XProblem<S>>(prepared, problem, d, options).execute(direction);
    }
    CurveProblem<S> problem(*prepared.geometry, prepared.scale, d.scale, style,
                            t.distribution.value_or(Distribution::null_space));
    return Run<CurveProblem<S>>(prepared, problem, d, options).execute(direction);
}

template Solution run(PreparedOf<double>&, const Destination&, const SolveOptions&);
template Solution run(PreparedOf<Quad>&, const Destination&, const SolveOptions&);

}  // namespace involute
