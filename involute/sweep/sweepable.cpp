// SPDX-License-Identifier: Apache-2.0
// Whether a system can be swept over what is asked, and the simulation that is.
#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/sweep/one_run.hpp"
#include "involute/sweep/sweep.hpp"

namespace involute {

std::vector<std::string> swept_parameters(const System& system, const Samples& samples)
{
    const SampleRoles roles = roles_of(system, samples);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < roles.names.size(); ++k)
        if (roles.is_parameter[k]) names.push_back(roles.names[k]);
    return names;
}

void require_sweepable(const Simulation& simulation, const Samples& samples)
{
    const SampleRoles roles = roles_of(simulation.system(), samples);
    const System& system = simulation.system();
    for (std::size_t k = 0; k < roles.names.size(); ++k) {
        if (!roles.is_parameter[k]) continue;
        const auto p = std::ranges::find(system.parameters, roles.names[k], &Parameter::name);
        if (!p->tunable)
            throw Error(Diagnostic{
                .message =
                    fmt::format("the parameter `{}` of the simulation cannot be set", p->name),
                .hint = fmt::format("make it with {{.tunable = {{\"{}\"}}}}", p->name)});
    }
    const SolveOptions& o = simulation.options();
    if (!o.to && !o.length && !system.solve.to && !system.solve.length)
        throw Error(Diagnostic{.message = "nothing says where the runs end",
                               .hint = "option `to`, or a line `solve to 10` in the model"});
}

Simulation simulation_for(const System& system, const Samples& samples, const SolveOptions& options)
{
    Simulation simulation(system, {.tunable = swept_parameters(system, samples), .solve = options});
    require_sweepable(simulation, samples);
    return simulation;
}

}  // namespace involute
