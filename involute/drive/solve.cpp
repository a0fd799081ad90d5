// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/solve.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/checkpoints.hpp"
#include "involute/drive/ready.hpp"
#include "involute/step/sensible.hpp"
#include "involute/system/inputs.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

/// Before the first step.
Solution given_up(const System& system, const OutOfPatience& out, const SolveOptions& options)
{
    Stop why = out_of_patience(out.code, options,
                               "before the first step, while the equations were prepared");
    return {.status = RunStatus::failed,
            .code = why.code,
            .reason = std::move(why.reason),
            .independent = system.names.independent,
            .names = output_names(system, options),
            .method = options.method};
}

/// Hands rows over to whoever takes them; of a second run from the start only those beyond the
/// first one's.
class Handover {
public:
    explicit Handover(const SolveOptions& options) : stream_(options.stream) {}

    /// put_back: of a run that goes on.
    void attach(SolveOptions& options, bool put_back)
    {
        if (!stream_) return;
        if (!put_back) before_ = last_;
        options.stream = [this](const PassingRow& row) {
            const double x = row.values[0];
            if (!first_) first_ = x;
            const bool again = before_ && std::abs(x - *first_) <= std::abs(*before_ - *first_);
            if (again) return true;
            last_ = x;
            return stream_(row);
        };
    }

    void visit_state(State& state)
    {
        state("first x", first_);
        state("last x", last_);
        state("x before", before_);
    }

private:
    std::function<bool(const PassingRow&)> stream_;
    std::optional<double> first_{}, last_{}, before_{};  // x; before_: the last of the run before
};

template <class S>
Solution solve_in(const Task& task, Checkpoints* checkpoints)
{
    const Destination d = destination(task.system(), task.options);
    ReadyOf<S> ready = make_ready<S>(task, d);
    return walk(task, ready, d, checkpoints);
}

/// What is solved: the system as asked, or in its place one started on a series, or one component.
enum class Attempt { as_asked, series, component };

Solution solve_patiently(const System& system, const SolveOptions& options, bool along_curve,
                         Checkpoints* checkpoints)
{
    const bool smooth = options.smooth || !system.small.empty();
    Handover handover(options);
    Attempt attempt = Attempt::as_asked;
    const CheckpointPart part(checkpoints, [&](State& state) {
        const State::Part name(state, "solve");
        state("attempt", attempt);
        handover.visit_state(state);
    });
    // A run that is put back goes the same way, but for walks that led to nothing.
    const Attempt put_back = std::exchange(attempt, Attempt::as_asked);
    Task task;
    const auto take_component = [&](OnOneComponent on) {
        attempt = Attempt::component;
        task = component_task(system, std::move(on), options);
    };
    if (put_back == Attempt::component)
        take_component(on_one_component(system, options));
    else
        task = task_for(system, options);
    std::optional<Solution> could_not_begin;  // as asked
    while (true) {
        const bool resumes = checkpoints && checkpoints->resuming();
        handover.attach(task.options, resumes);
        Checkpoints* const kept = resumes && attempt != put_back ? nullptr : checkpoints;
        Solution solution = options.precision == Precision::quad ? solve_in<Quad>(task, kept)
                                                                 : solve_in<double>(task, kept);
        const bool as_asked = !smooth && task.components.empty();
        if (task.series && solution.status == RunStatus::failed) return std::move(*could_not_begin);
        if (as_asked && solution.status == RunStatus::failed)
            if (auto series = series_start(with_folded_parameters(system), options, solution)) {
                could_not_begin = std::move(solution);
                task = {.asked = &system, .instead = series->system, .options = options};
                task.series = std::move(series);
                attempt = Attempt::series;
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
        take_component(std::move(on));
    }
}

Solution solve_with(const System& system, const SolveOptions& options, Checkpoints* checkpoints)
{
    SolveOptions seen = options;  // with what the model's `solve` line adds to them
    seen.curve = options.curve || (!options.to && !options.length && system.solve.length);
    require_sensible(seen);
    const Patience patience(options.max_seconds, options.interrupted);
    try {
        return solve_patiently(system, options, seen.curve, checkpoints);
    } catch (const OutOfPatience& out) {
        return given_up(system, out, options);
    }
}

}  // namespace

Solution solve(const System& system, const SolveOptions& options)
{
    require_unknowns(system);
    require_inputs(system);
    return solve_with(system, options, nullptr);
}

Solution solve(const System& system, const SolveOptions& options, const CheckpointRequest& request)
{
    require_unknowns(system);
    require_inputs(system);
    if (options.keep_function)
        throw Error(Diagnostic{.message = "a run with checkpoints is not kept as a function: they "
                                          "do not hold its steps",
                               .hint = "leave out option `keep_function`, or the checkpoints"});
    Checkpoints checkpoints(system, options, request);
    Solution solution = solve_with(system, options, &checkpoints);
    if (checkpoints.resuming() && row_of(solution.code).exit_code == 0)
        throw Error(Diagnostic{.message = "the run does not come to where the checkpoint is"});
    return solution;
}

}  // namespace involute
