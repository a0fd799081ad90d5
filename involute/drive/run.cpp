// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/patience.hpp"
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
    const WalkOptions walk = walk_options(options, problem.own_floors());
    return options.method == "auto" ? make_switching<S>(problem, method, walk)
                                    : make_stepper<S>(problem, method, walk);
}

}  // namespace

template <class S>
Run<S>::Run(Problem<S>& problem, const MethodEntry& method, RowMaker<S>& rows, Sections<S> sections,
            const Destination& destination, const SolveOptions& options)
    : method_(method),
      rows_(rows),
      walker_(problem, stepper_for(problem, method, options),
              walk_options(options, problem.own_floors())),
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
Solution Run<S>::finish()
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
    return std::move(solution_);
}

/// What is thrown on the way ends the run, unless a person must fix it.
template <class S>
template <class Act>
bool Run<S>::guarded(const Act& act)
{
    const auto callback_failed = [&](const std::string& what) {
        view_.stop(Outcome::callback_failed,
                   fmt::format("a callback failed at {}{}", view_.place(walker_.p.data()), what));
    };
    try {
        return act();
    } catch (const Error&) {
        throw;  // what a person must fix is not a callback's failure
    } catch (const OutOfPatience& out) {
        view_.stop(out_of_patience(out.code, view_.options, "at " + view_.place(walker_.p.data())));
    } catch (const std::exception& e) {
        callback_failed(fmt::format(": {}", e.what()));
    } catch (...) {
        callback_failed("");
    }
    return false;
}

template <class S>
bool Run<S>::begin(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles)
{
    return guarded([&] { return start(p, x_direction, obstacles); });
}

template <class S>
bool Run<S>::step(Obstacles<S>& obstacles)
{
    return guarded([&] {
        if (view_.ended || walker_.t == view_.t_end || limits_reached(obstacles)) return false;
        midway_ = true;
        if (walker_.advance(view_.t_stop) == Outcome::finished)
            observe(obstacles);
        else
            obstacles.failed_step();
        midway_ = false;
        return true;
    });
}

template <class S>
void Run<S>::set_end(S t_end, Obstacles<S>& obstacles)
{
    if (t_end == view_.t_end) return;
    view_.t_end = view_.t_stop = t_end;
    obstacles.end_moved();
}

template <class S>
Solution Run<S>::execute(const std::vector<S>& p, int x_direction, Obstacles<S>& obstacles)
{
    if (begin(p, x_direction, obstacles))
        while (step(obstacles)) continue;
    return finish();
}

template class Run<double>;
template class Run<Quad>;

}  // namespace involute
