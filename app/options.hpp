// SPDX-License-Identifier: Apache-2.0
// From what was typed to the options of a run. Everything wrong is reported at once.
#pragma once

#include "app/arguments.hpp"
#include "involute/options/solve_options.hpp"

namespace app {

/// What `check` does where nothing else is asked for: expectations are met at tighter tolerances.
involute::SolveOptions check_defaults();

/// The options of `solve`, put over these. Throws involute::Error.
involute::SolveOptions solve_options(const Arguments& arguments, involute::SolveOptions over = {});

/// The options of `analyze`.
involute::SolveOptions analyze_options(const Arguments& arguments);

/// The options of `check`.
involute::SolveOptions check_options(const Arguments& arguments);

}  // namespace app
