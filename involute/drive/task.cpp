// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/task.hpp"

#include "involute/base/error.hpp"
#include "involute/forces/compliance.hpp"
#include "involute/forces/large_factors.hpp"
#include "involute/observe/columns.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

/// Of a system with strong forces the motion without fast oscillations.
Task smooth_task(const System& system, const SolveOptions& options)
{
    if (options.curve || options.length || system.solve.length)
        throw Error(Diagnostic{.message = "a smooth motion is followed in the independent "
                                          "variable, not along the curve",
                               .hint = "leave out options `curve` and `length`, or option "
                                       "`smooth` and the `small` declaration"});
    Task task{.asked = &system, .options = options};
    const System compliance = system.forces.empty() ? with_large_factors_as_forces(system)
                                                    : with_folded_parameters(system);
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

}  // namespace

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

Task task_for(const System& system, const SolveOptions& options)
{
    if (options.smooth || !system.small.empty()) return smooth_task(system, options);
    if (options.component > 0)
        return component_task(system, on_wanted_component(system, options), options);
    return {.asked = &system, .options = options};
}

Asked asked_by(const Task& task)
{
    return {.system = {std::shared_ptr<const System>(), task.asked},
            .replaced = task.replaced,
            .as_given = !task.instead || task.series};
}

std::vector<std::string> output_names(const System& system, const SolveOptions& options)
{
    if (!options.columns.empty()) return options.columns;
    std::vector<std::string> names;
    const std::vector<int> orders = highest_orders(system);
    for (int j = 0; j < system.unknowns() - system.auxiliary; ++j)
        for (int l = 0; l <= orders[j]; ++l) names.push_back(jet_name(system.names, j, l));
    return names;
}

}  // namespace involute
