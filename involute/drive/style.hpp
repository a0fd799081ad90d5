// SPDX-License-Identifier: Apache-2.0
// How points get to M, from the options: names of coordinates become positions.
#pragma once

#include "involute/drive/landing.hpp"
#include "involute/drive/solve.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {

/// Throws Error where the projection or its metric does not fit the method or the system.
LandingStyle landing_style(const CompletedSystem& completed, const SolveOptions& options);

}  // namespace involute
