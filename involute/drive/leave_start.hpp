// SPDX-License-Identifier: Apache-2.0
// A start at a singular point of a walk in x: named, and left along the way asked for.
#pragma once

#include "involute/singular/encounter.hpp"

namespace involute {

/// The start of a run as a point to look into: what is singular there has no tops.
template <class S>
WalkPoint start_point(PreparedOf<S>& prepared, int direction);

/// The singular point is added to `failed`. Where a way on is asked for, `prepared` starts beside
/// it and the number is taken from the options; or, where x goes back on that way, `resume` says
/// so.
template <class S>
void leave_start(PreparedOf<S>& prepared, int direction, SolveOptions& options, Solution& failed,
                 std::optional<Resume>* resume);

}  // namespace involute
