// SPDX-License-Identifier: Apache-2.0
// From what was typed to the options of a run. Everything wrong is reported at once.
#pragma once

#include "app/arguments.hpp"
#include "involute/drive/solve.hpp"

namespace app {

/// The options of `solve`. Throws involute::Error.
involute::SolveOptions solve_options(const Arguments& arguments);

/// The options of `analyze`.
involute::SolveOptions analyze_options(const Arguments& arguments);

/// The options of `check`: expectations are met at tighter tolerances unless others are asked for.
involute::SolveOptions check_options(const Arguments& arguments);

}  // namespace app
