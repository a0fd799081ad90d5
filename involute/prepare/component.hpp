// SPDX-License-Identifier: Apache-2.0
// A system on one component of its constraint set, where the options ask for one or a run has met
// the place where components cross.
#pragma once

#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct OnOneComponent {
    System system{};  // the given one where there is nothing to choose
    bool changed = false;
    std::vector<ComponentReport> components{};
    std::string message{};                // what was done, or why nothing was
    std::vector<std::string> notices{};   // what the new equations mean
    std::vector<std::string> replaced{};  // unknowns that are not the author's any more
};

/// The component of the options; 0 or less: the start's.
OnOneComponent on_one_component(const System& system, const SolveOptions& options);

/// The same where it must succeed: throws Error with the reason if not.
OnOneComponent on_wanted_component(const System& system, const SolveOptions& options);

/// Whether a run ended where components of the constraint set cross and nobody chose a way on.
bool stopped_at_crossing(const Solution& solution, const SolveOptions& options);

}  // namespace involute
