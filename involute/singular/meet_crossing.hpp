// SPDX-License-Identifier: Apache-2.0
// Where branches of M cross on the way of a solution: which there are, and how to go on along one.
#pragma once

#include <cmath>

#include "involute/singular/crossing.hpp"
#include "involute/singular/encounter.hpp"

namespace involute {

/// A crossing of branches that a walk standing at `at` runs into, or starts at. beyond: the end of
/// a step over it, which the way straight on leads to if the step ends on that branch.
std::optional<Encounter> meet_crossing(SingularForm& form, const Layout& layout,
                                       const WalkPoint& at, const SolveOptions& options,
                                       Approach approach = Approach::ahead,
                                       const WalkPoint* beyond = nullptr);

/// Where Newton's iteration has run away there is no point.
inline std::optional<Encounter> at_a_place(std::optional<Encounter> met)
{
    if (met && !std::isfinite(met->point.x)) met.reset();
    return met;
}

}  // namespace involute
