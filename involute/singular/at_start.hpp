// SPDX-License-Identifier: Apache-2.0
// A start from which no solution leaves in the ordinary way: what it is, and the ways out of it.
#pragma once

#include "involute/singular/encounter.hpp"

namespace involute {

/// p: a point of M at which J is singular. x_direction: the way the run wants to go.
std::optional<Encounter> meet_at_start(const CompletedSystem& completed, Scale scale,
                                       const WalkPoint& at, const SolveOptions& options);

}  // namespace involute
