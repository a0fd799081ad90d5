// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/component.hpp"

#include <algorithm>

#include "involute/algebra/components.hpp"
#include "involute/base/patience.hpp"
#include "involute/system/parameters.hpp"

namespace involute {

OnOneComponent on_one_component(const System& asked, const SolveOptions& options)
{
    const System system = with_folded_parameters(asked);
    if (options.singular.empty() || options.singular == "none")
        return {.system = system,
                .message = "the program Singular is not to be used (option `singular = none`)"};
    ComponentChoice choice =
        put_on_component(system, std::max(0, options.component), options.singular);
    OnOneComponent result{.system = std::move(choice.system),
                          .changed = choice.changed,
                          .message = std::move(choice.message),
                          .notices = std::move(choice.notes),
                          .replaced = std::move(choice.replaced)};
    for (ComponentChoice::Entry& entry : choice.components)
        result.components.push_back({.dimension = entry.dimension,
                                     .equations = std::move(entry.equations),
                                     .contains_start = entry.contains_start,
                                     .chosen = entry.chosen});
    return result;
}

OnOneComponent on_wanted_component(const System& system, const SolveOptions& options)
{
    OnOneComponent found = on_one_component(system, options);
    keep_patience();  // a program that was ended is no mistake of the options
    if (was_interrupted()) throw OutOfPatience{Outcome::interrupted};
    const auto chosen = [](const ComponentReport& c) { return c.chosen; };
    if (std::ranges::none_of(found.components, chosen))
        throw Error(Diagnostic{.message = found.message,
                               .hint = "leave out option `component`, or choose another",
                               .file = system.file});
    return found;
}

bool stopped_at_crossing(const Solution& solution, const SolveOptions& options)
{
    return solution.status == RunStatus::stopped && solution.code == Outcome::singular &&
           !solution.singular_points.empty() &&
           solution.singular_points.back().kind == SingularKind::constraint_rank_drop &&
           options.continuations.empty() && !options.observe;
}

}  // namespace involute
