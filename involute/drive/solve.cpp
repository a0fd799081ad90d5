// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/solve.hpp"

#include "involute/drive/columns.hpp"
#include "involute/drive/run.hpp"

namespace involute {
namespace {

/// The columns of the output, known even when nothing could be computed.
std::vector<std::string> output_names(const System& system)
{
    std::vector<std::string> names;
    const std::vector<int> orders = highest_orders(system);
    for (int j = 0; j < system.unknowns(); ++j)
        for (int l = 0; l <= orders[j]; ++l) names.push_back(jet_name(system.names, j, l));
    return names;
}

template <class S>
Solution solve_in(const System& system, const SolveOptions& options)
{
    Destination d = destination(system, options);
    PreparedOf<S> prepared = prepare_in<S>(system, options, d.curve);

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
    Solution solution = run(prepared, d, options);
    if (solution.status == RunStatus::failed) {
        solution.independent = system.names.independent;
        solution.names = options.columns.empty() ? output_names(system) : options.columns;
        solution.method = options.method;
    }
    return solution;
}

}  // namespace

Solution solve(const System& system, const SolveOptions& options)
{
    require_sensible(options);
    return options.precision == Precision::quad ? solve_in<Quad>(system, options)
                                                : solve_in<double>(system, options);
}

}  // namespace involute
