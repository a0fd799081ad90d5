// SPDX-License-Identifier: Apache-2.0
// A system where it stands: of every max, min, abs, sign and floor the branch that its start values
// tell. What completion looks at beside the start lies on the far side of a kink nearby, where
// other equations may hold; this one has no far side.
#pragma once

#include <optional>

#include "involute/base/found_once.hpp"
#include "involute/geometry/completed_system.hpp"

namespace involute {

/// The system with those branches in its equations and the author's equations as `written`. Absent
/// where no start value or guess tells any side.
std::optional<System> on_one_side(const System& system);

/// Whether a start found for it lies where it was told to: on those sides, or, where rounding
/// decides on which, where the start values are.
bool stands_on_its_side(const CompletedSystem& completed, const std::vector<Quad>& p,
                        const std::vector<Quad>& z);

/// Whether the equations as written have a kink that the completed ones do not have: then these may
/// hold on one side of it only.
bool holds_on_one_side(const CompletedSystem& completed);
/// The same, where findings are those of this system.
bool holds_on_one_side(const CompletedSystem& completed, FoundOnce& findings);

/// A completed system with the branches of the side where a point lies: singular points of it are
/// none of the other side's, nor of the jump between. Absent where it has no kinks.
std::optional<CompletedSystem> on_side_of(const CompletedSystem& completed,
                                          const std::vector<Quad>& p, const std::vector<Quad>& z);

}  // namespace involute
