// SPDX-License-Identifier: Apache-2.0
// A start from which no solution leaves in the ordinary way: what it is, and the ways out of it.
#pragma once

#include "involute/prepare/prepare.hpp"
#include "involute/singular/encounter.hpp"

namespace involute {

/// The start of a run as a point to look into: what is singular there has no tops.
template <class S>
WalkPoint start_point(PreparedOf<S>& prepared, int x_direction);

/// at: a point of M at which J is singular, with the direction in which the run wants to go.
std::optional<Encounter> meet_at_start(const CompletedSystem& completed, Scale scale,
                                       const WalkPoint& at, const SolveOptions& options);

/// At a point where J is singular: the equation that no highest derivatives satisfy, in words;
/// empty: there is none.
template <class S>
std::string contradiction_at(Geometry<S>& geometry, const std::vector<S>& p);

}  // namespace involute
