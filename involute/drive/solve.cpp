// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/solve.hpp"

#include "involute/drive/resume.hpp"
#include "involute/forces/compliance.hpp"
#include "involute/observe/columns.hpp"
#include "involute/prepare/component.hpp"
#include "involute/prepare/fast_modes.hpp"
#include "involute/prepare/smooth_start.hpp"
#include "involute/prepare/start_branches.hpp"

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

template <class S>
Solution solve_in(const System& system, const SolveOptions& options, const SmoothStart* smooth)
{
    Destination d = destination(system, options);
    PreparedOf<S> prepared = prepare_in<S>(system, options, d.curve);
    if (smooth)
        place_on_smooth_motion(*smooth, prepared);
    else if (const auto modes = find_fast_modes(prepared, options))
        prepared.start.notices.push_back(modes->notice);

    std::vector<BranchReport> branches = find_start_branches(prepared, options);
    if (options.branch > 0 && prepared.outcome == Outcome::complete)
        start_on_branch(prepared, branches, options.branch);

    const bool spread = options.sampling.points > 0 || options.sampling.every > 0;
    if (d.curve && spread && !d.length && prepared.outcome == Outcome::complete) {
        // Points spread over a curve need its length, which only a first walk can tell.
        SolveOptions survey = options;
        survey.sampling = {.only_end = true};
        survey.progress = {};
        d.length = run(prepared, d, survey).travelled;
        d.backwards = d.to && *d.to < to_double(prepared.start.p[0]);
        d.land_on = d.to;
        d.to.reset();
    }
    Solution solution = run_on(system, prepared, d, options);
    if (const std::string notice = branches_notice(prepared, branches); !notice.empty())
        solution.notices.push_back(notice);
    solution.start_branches = std::move(branches);
    solution.route = prepared.completion.route;
    if (prepared.completion.route == Route::numerical && solution.status == RunStatus::stopped)
        solution.notices.push_back(
            "the equations were completed by ranks at the start, and the rows chosen there may "
            "have "
            "lost rank here: starting again from the last row chooses anew");
    if (solution.status == RunStatus::failed) {
        solution.independent = system.names.independent;
        solution.names = options.columns.empty() ? output_names(system) : options.columns;
        solution.method = options.method;
    }
    return solution;
}

Solution solve_as_it_is(const System& system, const SolveOptions& options,
                        const SmoothStart* smooth = nullptr)
{
    return options.precision == Precision::quad ? solve_in<Quad>(system, options, smooth)
                                                : solve_in<double>(system, options, smooth);
}

/// Of a system with strong forces the motion without fast oscillations.
Solution solve_smoothly(const System& system, SolveOptions options)
{
    const bool carried = !system.forces.empty();
    const System compliance = carried ? system : with_large_factors_as_forces(system);
    if (compliance.forces.empty()) {
        options.smooth = false;
        Solution solution = solve_as_it_is(system, options);
        solution.notices.push_back(
            "there are no strong forces, so that no motion is smoother than others");
        return solution;
    }
    SmoothStart start = smooth_start(compliance, options);
    options.smooth = true;
    options.technique.tops = TopValues::carried;
    if (options.method == "auto") options.method = "radau";
    Solution solution = solve_as_it_is(start.system, options, &start);
    solution.notices.insert(solution.notices.begin(), start.notices.begin(), start.notices.end());
    return solution;
}

Solution solve_on_component(OnOneComponent on, const SolveOptions& options)
{
    Solution solution = solve_as_it_is(on.system, options);
    solution.components = std::move(on.components);
    if (on.changed) solution.route = Route::algebraic;
    on.notices.insert(on.notices.begin(), on.message);
    solution.notices.insert(solution.notices.begin(), on.notices.begin(), on.notices.end());
    return solution;
}

}  // namespace

Solution solve(const System& system, const SolveOptions& options)
{
    require_unknowns(system);
    require_sensible(options);
    if (options.smooth || !system.small.empty()) {
        if (options.curve || options.length || system.solve.length)
            throw Error(Diagnostic{.message = "a smooth motion is followed in the independent "
                                              "variable, not along the curve",
                                   .hint = "leave out --curve and --length, or --smooth and the "
                                           "`small` declaration"});
        return solve_smoothly(system, options);
    }
    if (options.component > 0)
        return solve_on_component(on_wanted_component(system, options), options);
    Solution solution = solve_as_it_is(system, options);
    if (!stopped_at_crossing(solution, options)) return solution;
    OnOneComponent on = on_one_component(system, options);
    if (on.changed) return solve_on_component(std::move(on), options);
    solution.components = std::move(on.components);
    solution.notices.push_back("components of the constraint set may cross here: " + on.message);
    return solution;
}

}  // namespace involute
