// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/patience.hpp"
#include "involute/geometry/switches.hpp"
#include "involute/observe/request_notices.hpp"
#include "involute/prepare/freedom.hpp"
#include "involute/singular/singular_points.hpp"
#include "involute/step/choose.hpp"
#include "involute/step/steppers.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

// More steps than this are never made: a day of them at the least.
constexpr double most_steps = 1e11;

/// Steps so small that the end is out of reach are a mistake of the hand.
void require_reachable(double distance, const SolveOptions& options)
{
    const double size = options.step > 0 ? options.step : options.max_step;
    if (!(size > 0) || !std::isfinite(distance) || distance / size <= most_steps) return;
    const char* field = options.step > 0 ? "step" : "max_step";
    throw Error(
        Diagnostic{.message = fmt::format("with option `{} = {}` the run takes {:.2g} steps", field,
                                          size, distance / size),
                   .hint = fmt::format("give option `{}` a larger size", field)});
}

template <class S>
std::unique_ptr<Stepper<S>> stepper_for(Problem<S>& problem, const MethodEntry& method,
                                        const SolveOptions& options)
{
    return options.method == "auto" ? make_switching<S>(problem, method, walk_options(options))
                                    : make_stepper<S>(problem, method, walk_options(options));
}

}  // namespace

template <class S>
Run<S>::Run(Problem<S>& problem, const MethodEntry& method, RowMaker<S>& rows, Sections<S> sections,
            const Destination& destination, const SolveOptions& options)
    : method_(method),
      rows_(rows),
      walker_(problem, stepper_for(problem, method, options), walk_options(options)),
      points_(problem, walker_, method, options.technique.interpolation, options.rtol),
      view_{problem, walker_, points_, destination, options, solution_},
      sections_(std::move(sections)),
      row_keeper_(rows, problem.size()),
      limits_(options),
      before_(problem.work())
{
    static_assert(Observer<Arrival<S>, S> && Observer<Sections<S>, S> &&
                  Observer<RowKeeper<S>, S> && Observer<Progress<S>, S> &&
                  Observer<SmallValues<S>, S>);
    solution_.method = method.name;
    solution_.names = rows.names();
}

template <class S>
bool Run<S>::start(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles)
{
    using std::abs;
    const Destination& destination = view_.destination;
    const bool along_curve = view_.problem.along_curve();
    if (destination.to) view_.to = as_written<S>(*destination.to);
    view_.direction = along_curve ? 1 : x_direction;
    const std::optional<Continued>& continued = destination.continued;
    view_.t_start = !along_curve ? p[0] : S(continued ? continued->travelled : 0);
    view_.t_first = view_.t_start;
    if (continued) view_.t_first = along_curve ? S(0) : from_quad<S>(continued->first_x);
    view_.t_end =
        along_curve
            ? as_written<S>(destination.length.value_or(std::numeric_limits<double>::infinity()))
            : *view_.to;
    view_.t_stop = view_.t_end;
    require_reachable(to_double(S(abs(S(view_.t_end - view_.t_start)))), view_.options);
    // Who limits steps or seconds knows that the end may not be reached.
    if (view_.to && view_.options.max_steps == 0 && view_.options.max_seconds == 0)
        reach_ = Reach(to_double(p[0]), to_double(*view_.to));
    row_keeper_.plan(view_);
    if (!walker_.stand(p.data(), view_.t_start, view_.direction)) {
        obstacles.at_start();
        return !view_.ended;
    }
    view_.beside_start = obstacles.beside_start();
    sections_.begin(view_);
    row_keeper_.begin(view_);
    arrival_.begin(view_);
    small_values_.begin(view_);
    obstacles.begin();
    return true;
}

/// Every observer sees the step, unless one before has put the walk elsewhere.
template <class S>
void Run<S>::observe(Obstacles<S>& obstacles)
{
    view_.counts_to = S(1);
    view_.moved_on = false;
    obstacles.before_others();
    if (view_.moved_on) return;
    arrival_.step(view_);
    if (view_.moved_on) return;
    sections_.step(view_);
    row_keeper_.step(view_);
    progress_.step(view_);
    small_values_.step(view_);
    obstacles.after_others();
}

template <class S>
bool Run<S>::limits_reached(Obstacles<S>& obstacles)
{
    if (obstacles.gets_nowhere()) return view_.ended;
    const double x = to_double(walker_.p[0]);
    if (auto reached = limits_.reached(walker_.steps, x, solution_.independent))
        view_.stop(std::move(*reached));
    else if (Reach::is_due(walker_.steps))
        if (auto too_far = reach_.out_of_reach(walker_.steps, x))
            view_.stop(Outcome::max_steps,
                       fmt::format("{} at {}", *too_far, place_of(solution_.independent, x)));
    return view_.ended;
}

template <class S>
void Run<S>::count_work()
{
    const Work work = view_.problem.work();
    Statistics& s = solution_.statistics;
    s.steps = walker_.steps;
    s.rejected = walker_.rejected;
    s.evaluations = work.evaluations - before_.evaluations;
    s.jacobians = work.matrices - before_.matrices;
    if (method_.family != Family::radau) s.jacobians += work.eliminations - before_.eliminations;
    s.factorizations = work.factorizations - before_.factorizations;
    s.projections = work.projections;
    s.iterations = walker_.iterations();
    s.seconds = limits_.seconds();
}

template <class S>
void Run<S>::finish()
{
    const SolveOptions& options = view_.options;
    sections_.finish(view_);
    if (!view_.ended) view_.stop(Outcome::finished, "");
    if (solution_.code == Outcome::finished && row_keeper_.lacks_last())
        view_.stop(Outcome::not_finite,
                   fmt::format("a value asked for is not finite at the end, {}",
                               view_.place(walker_.p.data())));
    // Where a callback failed or wants no more rows, it is not called again.
    const bool kept = view_.goes_on || solution_.code == Outcome::turned ||
                      solution_.code == Outcome::observer_stopped ||
                      solution_.code == Outcome::callback_failed;
    if (solution_.status == RunStatus::stopped && !kept && walker_.steps > 0)
        row_keeper_.keep_where_it_stands(view_);
    solution_.end = view_.end_x.value_or(to_double(row_keeper_.end_x()));
    solution_.residual = rows_.worst().value;
    if (solution_.statistics.rows > 0)
        solution_.residual_equation = rows_.equation(rows_.worst().row);
    if (solution_.residual > residual_limit(options.rtol))
        solution_.notices.push_back(fmt::format("{} is satisfied only to {:.3g}",
                                                solution_.residual_equation, solution_.residual));
    if (auto refused = rows_.refused_last()) view_.stop(std::move(*refused));
    count_work();
}

template <class S>
Solution Run<S>::execute(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles)
{
    const auto callback_failed = [&](const std::string& what) {
        view_.stop(Outcome::callback_failed,
                   fmt::format("a callback failed at {}{}", view_.place(walker_.p.data()), what));
    };
    try {
        if (start(p, x_direction, obstacles))
            while (!view_.ended && walker_.t != view_.t_end) {
                if (limits_reached(obstacles)) break;
                if (walker_.advance(view_.t_stop) == Outcome::finished)
                    observe(obstacles);
                else
                    obstacles.failed_step();
            }
    } catch (const Error&) {
        throw;  // what a person must fix is not a callback's failure
    } catch (const OutOfPatience& out) {
        view_.stop(out_of_patience(out.code, view_.options, "at " + view_.place(walker_.p.data())));
    } catch (const std::exception& e) {
        callback_failed(fmt::format(": {}", e.what()));
    } catch (...) {
        callback_failed("");
    }
    finish();
    return std::move(solution_);
}

template <class S>
int x_direction(const PreparedOf<S>& prepared, const Destination& d)
{
    if (d.heading != 0) return d.heading;
    return d.backwards || (d.to && as_written<S>(*d.to) < prepared.start.p[0]) ? -1 : 1;
}

template <class S>
Ran run(PreparedOf<S>& prepared, const Destination& d, const SolveOptions& options)
{
    Geometry<S>& geometry = *prepared.geometry;
    const System& system = geometry.completed().system;
    const Technique& t = options.technique;
    // Series do not pass kinks as well as Runge-Kutta methods do.
    const bool series = !d.curve && find_switches(geometry.completed()).empty();
    const MethodEntry& method = choose_method(options, series);
    const ProjectionChoice projection = choose_projection(geometry.completed(), options, method);
    const int direction = x_direction(prepared, d);

    std::unique_ptr<SurfaceProblem<S>> problem;
    if (d.curve) {
        auto curve =
            std::make_unique<CurveProblem<S>>(geometry, prepared.scale, d.scale, projection,
                                              t.distribution.value_or(Distribution::null_space));
        curve->orient(direction);
        problem = std::move(curve);
    } else {
        auto in_x =
            std::make_unique<XProblem<S>>(geometry, prepared.scale, projection,
                                          t.distribution.value_or(Distribution::linear_solve));
        if (t.tops == TopValues::carried)
            in_x->carry(prepared.start.p.data(), prepared.start.z.data());
        problem = std::move(in_x);
    }
    const Tops<S> tops = [&problem](const S* p, S* z) { problem->tops(p, z); };
    EquationRows<S> rows(prepared, Columns<S>(geometry, options.columns, d.curve), tops,
                         row_limit(options));

    Run<S> walk(*problem, method, rows,
                Sections<S>(geometry, tops, rows, error_of_step(options, d.curve)), d, options);
    walk.solution().independent = system.names.independent;
    walk.solution().notices = prepared.start.notices;
    for (const Crossing& c : system.crossings)
        walk.solution().crossings.push_back({c.name, c.is_event, {}, {}, {}});
    SingularPoints<S> singular(prepared, *problem, walk.view(), walk.row_keeper(), walk.sections());
    Solution solution = walk.execute(prepared.start.p, direction, singular);
    solution.start = start_entries(prepared);
    const auto name = [&](int coordinate) {
        const Layout::Jet& jet = geometry.layout().jets[std::size_t(coordinate)];
        return jet_name(system.names, jet.unknown, jet.order);
    };
    if (std::string notice = walk.small_values().notice(options, name);
        !notice.empty() && !d.continued)
        solution.notices.push_back(std::move(notice));
    if (!d.continued && !singular.change)
        for (std::string& notice : request_notices(solution, options))
            solution.notices.push_back(std::move(notice));
    if (const std::string changes = walk.view().walker.changes(); !changes.empty()) {
        solution.notices.push_back(
            fmt::format("{}, then as stiffness demands: {}", solution.method, changes));
        solution.method += " and radau";
    }
    return {std::move(solution), std::move(singular.resume), std::move(singular.change)};
}

template class Run<double>;
template class Run<Quad>;
template Ran run(PreparedOf<double>&, const Destination&, const SolveOptions&);
template Ran run(PreparedOf<Quad>&, const Destination&, const SolveOptions&);
template int x_direction(const PreparedOf<double>&, const Destination&);
template int x_direction(const PreparedOf<Quad>&, const Destination&);

}  // namespace involute
