// SPDX-License-Identifier: Apache-2.0
// What a run needs of the inputs of its system. Each function throws an Error where it is not
// there: a person must give another table.
#pragma once

#include "involute/geometry/completed_system.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

/// All are given, and of a kind that fits what is asked for.
void require_usable_inputs(const System& system, const SolveOptions& options, bool curve);

/// They have as many derivatives as the completed equations contain.
void require_derivatives(const CompletedSystem& completed);

/// This place lies in all tables.
void require_within_inputs(const System& system, double x);

/// Whether all have Taylor series of any length.
bool have_series(const System& system);

}  // namespace involute
