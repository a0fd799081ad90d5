// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/solve.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/ready.hpp"
#include "involute/step/sensible.hpp"
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

template <class S>
Solution solve_in(const Task& task)
{
    const Destination d = destination(task.system(), task.options);
    ReadyOf<S> ready = make_ready<S>(task, d);
    return walk(task, ready, d);
}

Solution solve_patiently(const System& system, const SolveOptions& options, bool along_curve)
{
    const bool smooth = options.smooth || !system.small.empty();
    Task task = task_for(system, options);
    Handover handover(options);
    std::optional<Solution> could_not_begin;  // as asked
    while (true) {
        handover.attach(task.options);
        Solution solution =
            options.precision == Precision::quad ? solve_in<Quad>(task) : solve_in<double>(task);
        const bool as_asked = !smooth && task.components.empty();
        if (task.series && solution.status == RunStatus::failed) return std::move(*could_not_begin);
        if (as_asked && solution.status == RunStatus::failed)
            if (auto series = series_start(with_folded_parameters(system), options, solution)) {
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
