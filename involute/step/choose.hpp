// SPDX-License-Identifier: Apache-2.0
// Turns options into a method, a projection and the options of a walker.
#pragma once

#include <span>
#include <vector>

#include "involute/geometry/completed_system.hpp"
#include "involute/method/methods.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/step/surface_projection.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

/// The requested method; `auto` chooses by the tolerance, and takes Taylor series only if they are
/// available. Throws Error where it is not known, or has no lower formula to go on with.
const MethodEntry& choose_method(const SolveOptions& options, bool series_can_be_had = false);

/// The options that concern single steps.
/// The scale of the tolerances asked for, those of single unknowns included; the options go before
/// what the model says (`own`).
Scale scale_of(const SolveOptions& options, const Names& names,
               const std::vector<OwnTolerance>& own);
/// own_floors: as Problem has them.
WalkOptions walk_options(const SolveOptions& options, std::span<const double> own_floors = {});

/// How points get to the surface; names of coordinates become positions. Throws Error where the
/// projection or its metric does not fit the method or the system.
ProjectionChoice choose_projection(const CompletedSystem& completed, const SolveOptions& options,
                                   const MethodEntry& method);

}  // namespace involute
