// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/solve.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/leave_start.hpp"
#include "involute/drive/regimes.hpp"
#include "involute/drive/resume.hpp"
#include "involute/drive/series_start.hpp"
#include "involute/forces/compliance.hpp"
#include "involute/forces/large_factors.hpp"
#include "involute/observe/columns.hpp"
#include "involute/prepare/component.hpp"
#include "involute/prepare/fast_modes.hpp"
#include "involute/prepare/freedom.hpp"
#include "involute/prepare/smooth_start.hpp"
#include "involute/prepare/start_branches.hpp"
#include "involute/step/sensible.hpp"

namespace involute {
namespace {

/// The columns of the output, known even when nothing could be computed.
std::vector<std::string> output_names(const System& system)
{
    std::vector<std::string> names;
    const std::vector<int> orders = highest_orders(system);
    for (int j = 0; j < system.unknowns() - system.auxiliary; ++j)
        for (int l = 0; l <= orders[j]; ++l) names.push_back(jet_name(system.names, j, l));
    return names;
}

/// What is solved: the system asked for, or another one in its place, with what to say about that.
struct Task {
    const System* asked = nullptr;
    std::optional<System> instead{};
    SolveOptions options{};
    std::optional<SmoothStart> smooth{};        // the start on the smooth motion
    std::optional<SeriesStart> series{};        // the start beside a singular point
    std::vector<ComponentReport> components{};  // of the constraint set, one of them chosen
    bool changed_by_component = false;
    std::vector<std::string> said_first{}, said_last{};
    std::vector<std::string> replaced{};  // unknowns that are not the author's any more

    const System& system() const { return instead ? *instead : *asked; }
};

/// The author's system, for the certificate; solve's caller keeps it.
Asked asked_by(const Task& task)
{
    return {.system = {std::shared_ptr<const System>(), task.asked},
            .replaced = task.replaced,
            .as_given = !task.instead || task.series};
}

/// Of a system with strong forces the motion without fast oscillations.
Task smooth_task(const System& system, const SolveOptions& options)
{
    if (options.curve || options.length || system.solve.length)
        throw Error(Diagnostic{.message = "a smooth motion is followed in the independent "
                                          "variable, not along the curve",
                               .hint = "leave out options `curve` and `length`, or option "
                                       "`smooth` and the `small` declaration"});
    Task task{.asked = &system, .options = options};
    const System compliance = system.forces.empty() ? with_large_factors_as_forces(system) : system;
    task.options.smooth = !compliance.forces.empty();
    if (!task.options.smooth) {
        task.said_last = {"there are no strong forces, so that no motion is smoother than others"};
        return task;
    }
    task.smooth = smooth_start(compliance, options);
    task.instead = task.smooth->system;
    task.said_first = task.smooth->notices;
    task.options.technique.tops = TopValues::carried;
    if (options.method == "auto") task.options.method = "radau";
    return task;
}

Task component_task(const System& system, OnOneComponent on, const SolveOptions& options)
{
    Task task{.asked = &system,
              .instead = std::move(on.system),
              .options = options,
              .components = std::move(on.components),
              .changed_by_component = on.changed,
              .said_first = std::move(on.notices)};
    task.said_first.insert(task.said_first.begin(), on.message);
    task.replaced = std::move(on.replaced);
    return task;
}

/// Points spread over a curve need its length, which only a first walk can tell.
template <class S>
void measure_length(const System& system, PreparedOf<S>& prepared, const SolveOptions& options,
                    Destination& d)
{
    const bool spread = options.sampling.points > 0 || options.sampling.every > 0;
    if (!d.curve || !spread || d.length || prepared.outcome != Outcome::complete) return;
    SolveOptions survey = options;
    survey.sampling = {.only_end = true};
    survey.progress = {};
    survey.observe = {};
    survey.stream = {};
    Ran walked = run(prepared, d, survey);
    follow_regimes(system, prepared, d, survey, walked);
    d.length = walked.solution.travelled;
    d.backwards = d.to && *d.to < to_double(prepared.start.p[0]);
    d.land_on = d.to;
    d.to.reset();
}

/// What a run that could not begin returns.
template <class S>
Ran not_begun(const Task& task, const PreparedOf<S>& prepared, Departure& left)
{
    Ran ran{{.status = RunStatus::failed, .code = prepared.outcome, .reason = prepared.message},
            std::move(left.resume)};
    if (left.point) ran.solution.reason = left.point->message;
    for (const Given& given : task.system().starts)
        if (given.unknown < 0) ran.solution.end = to_double(given.value);
    if (!prepared.start.p.empty()) ran.solution.end = to_double(prepared.start.p[0]);
    return ran;
}

/// Whether the row of a start that the walk itself begins beside is asked for.
bool wants_first(const Departure& left, const SolveOptions& options)
{
    const std::vector<double>& at = options.sampling.at;
    if (left.row.empty() || at.empty()) return !left.row.empty() && !options.sampling.only_end;
    return std::count(at.begin(), at.end(), left.row[0]) > 0;
}

/// Hands that row to whoever takes rows as they come.
template <class S>
void stream_first(const Departure& left, PreparedOf<S>& prepared, const SolveOptions& options)
{
    if (!options.stream || !wants_first(left, options)) return;
    const Columns<S> columns(*prepared.geometry, options.columns, false);
    if (columns.names().size() + 1 != left.row.size()) return;
    const std::vector<Quad> in_full(left.row.begin(), left.row.end());
    const bool full = options.precision == Precision::quad;
    options.stream({columns.names(), left.row, full ? in_full : std::span<const Quad>()});
}

/// Puts it before the others.
void put_first(const Departure& left, const SolveOptions& options, Solution& solution)
{
    if (!left.notice.empty()) solution.notices.push_back(left.notice);
    if (!wants_first(left, options) || left.row.size() != solution.names.size() + 1) return;
    ++solution.statistics.rows;
    if (options.stream) return;
    solution.rows.insert(solution.rows.begin(), left.row);
    if (!solution.quad_rows.empty())
        solution.quad_rows.insert(solution.quad_rows.begin(),
                                  std::vector<Quad>(left.row.begin(), left.row.end()));
}

/// Adds what is known beside the rows.
template <class S>
void tell(const Task& task, const PreparedOf<S>& prepared, std::vector<BranchReport> branches,
          Solution& solution)
{
    if (const std::string notice = branches_notice(prepared, branches); !notice.empty())
        solution.notices.push_back(notice);
    solution.start_branches = std::move(branches);
    solution.route = task.changed_by_component ? Route::algebraic : prepared.report.route;
    if (solution.status == RunStatus::failed) {
        const System& system = task.system();
        solution.independent = system.names.independent;
        solution.names = task.options.columns.empty() ? output_names(system) : task.options.columns;
        solution.method = task.options.method;
    }
    solution.components = task.components;
    solution.notices.insert(solution.notices.begin(), task.said_first.begin(),
                            task.said_first.end());
    solution.notices.insert(solution.notices.end(), task.said_last.begin(), task.said_last.end());
}

/// Guesses that a component does not contain, and what they became on it.
template <class S>
void say_what_moved(PreparedOf<S>& prepared)
{
    constexpr double rounding = 1e-2;  // as for start values
    if (prepared.start.values.empty()) return;
    std::string text;
    for (const StartEntry& entry : start_entries(prepared)) {
        const double before = entry.value - entry.moved;
        const double size = std::max(std::abs(entry.value), std::abs(before));
        if (!entry.guessed || entry.given || !(std::abs(entry.moved) > rounding * size)) continue;
        text += fmt::format("{}{} = {} (guess {})", text.empty() ? "" : ", ", entry.name,
                            to_text(entry.value, 6), to_text(before, 6));
    }
    if (!text.empty()) prepared.start.notices.push_back("the start on the component has " + text);
}

/// Between two pieces of a run: what is there stays.
void give_up(Solution& solution, const OutOfPatience& out, const SolveOptions& options)
{
    Stop why = out_of_patience(out.code, options,
                               fmt::format("at {} while what follows was prepared",
                                           place_of(solution.independent, solution.end)));
    solution.status = RunStatus::stopped;
    solution.code = why.code;
    solution.reason = std::move(why.reason);
}

/// Before the first step.
Solution given_up(const System& system, const OutOfPatience& out, const SolveOptions& options)
{
    Stop why = out_of_patience(out.code, options,
                               "before the first step, while the equations were prepared");
    return {.status = RunStatus::failed,
            .code = why.code,
            .reason = std::move(why.reason),
            .independent = system.names.independent,
            .names = options.columns.empty() ? output_names(system) : options.columns,
            .method = options.method};
}

/// Hands rows over to whoever takes them; of a second run from the start only those beyond the
/// first one's.
class Handover {
public:
    explicit Handover(const SolveOptions& options) : stream_(options.stream) {}

    void attach(SolveOptions& options)
    {
        if (!stream_) return;
        before_ = last_;
        options.stream = [this](const PassingRow& row) {
            const double x = row.values[0];
            if (!first_) first_ = x;
            const bool again = before_ && std::abs(x - *first_) <= std::abs(*before_ - *first_);
            if (again) return true;
            last_ = x;
            return stream_(row);
        };
    }

private:
    std::function<bool(const PassingRow&)> stream_;
    std::optional<double> first_{}, last_{}, before_{};  // x; before_: the last of the run before
};

/// Prepares, walks, and goes on along the curve where x turns back on the way asked for.
template <class S>
Solution solve_in(const Task& task)
{
    SolveOptions options = task.options;
    Destination d = destination(task.system(), options);
    PreparedOf<S> prepared = prepare_in<S>(task.system(), options, d.curve, false, asked_by(task));
    if (task.changed_by_component) say_what_moved(prepared);
    if (task.smooth)
        place_on_smooth_motion(*task.smooth, prepared);
    else if (const auto modes = find_fast_modes(prepared, options))
        prepared.start.notices.push_back(modes->notice);

    std::vector<BranchReport> branches = find_start_branches(prepared, options);
    if (options.branch > 0 && prepared.outcome == Outcome::complete)
        start_on_branch(prepared, branches, options.branch);
    measure_length(task.system(), prepared, options, d);
    Departure left;
    if (task.series && prepared.outcome == Outcome::complete)
        left = depart_on_series(*task.series, prepared, options);
    if (prepared.outcome == Outcome::singular_start && !prepared.start.p.empty())
        left = leave_start(prepared, x_direction(prepared, d), options);
    if (!left.row.empty()) d.continued = Continued{.first_x = Quad(left.row[0])};

    const bool ready = prepared.outcome == Outcome::complete;
    if (ready) stream_first(left, prepared, options);
    Ran ran = ready ? run(prepared, d, options) : not_begun(task, prepared, left);
    std::vector<SingularPoint>& met = ran.solution.singular_points;
    try {
        follow_regimes(task.system(), prepared, d, options, ran);
        if (left.point) met.insert(met.begin(), std::move(*left.point));
        put_first(left, options, ran.solution);
        if (ran.resume)
            follow_back(task.system(), prepared, d, task.options, *ran.resume, ran.solution);
    } catch (const OutOfPatience& out) {
        give_up(ran.solution, out, options);
    }
    tell(task, prepared, std::move(branches), ran.solution);
    return std::move(ran.solution);
}

Solution solve_patiently(const System& system, const SolveOptions& options, bool along_curve)
{
    const bool smooth = options.smooth || !system.small.empty();
    const bool on_component = !smooth && options.component > 0;
    Task task = smooth ? smooth_task(system, options)
                : on_component
                    ? component_task(system, on_wanted_component(system, options), options)
                    : Task{.asked = &system, .options = options};
    Handover handover(options);
    std::optional<Solution> could_not_begin;  // as asked
    while (true) {
        handover.attach(task.options);
        Solution solution =
            options.precision == Precision::quad ? solve_in<Quad>(task) : solve_in<double>(task);
        const bool as_asked = !smooth && task.components.empty();
        if (task.series && solution.status == RunStatus::failed) return std::move(*could_not_begin);
        if (as_asked && solution.status == RunStatus::failed)
            if (auto series = series_start(system, options, solution)) {
                could_not_begin = std::move(solution);
                task = {.asked = &system, .instead = series->system, .options = options};
                task.series = std::move(series);
                continue;
            }
        if (!as_asked || !stopped_at_crossing(solution, options)) return solution;
        if (options.stream && along_curve) return solution;  // rows cannot be taken back
        // Components of the constraint set may cross here: then the start's is followed.
        OnOneComponent on;
        try {
            on = on_one_component(system, options);
        } catch (const OutOfPatience& out) {
            on.message = out_of_patience(out.code, options, "while they were looked for").reason;
        }
        if (!on.changed) {
            solution.components = std::move(on.components);
            solution.notices.push_back("components of the constraint set may cross here: " +
                                       on.message);
            return solution;
        }
        task = component_task(system, std::move(on), options);
    }
}

}  // namespace

Solution solve(const System& system, const SolveOptions& options)
{
    require_unknowns(system);
    SolveOptions seen = options;  // with what the model's `solve` line adds to them
    seen.curve = options.curve || (!options.to && !options.length && system.solve.length);
    require_sensible(seen);
    const Patience patience(options.max_seconds, options.interrupted);
    try {
        return solve_patiently(system, options, seen.curve);
    } catch (const OutOfPatience& out) {
        return given_up(system, out, options);
    }
}

}  // namespace involute
