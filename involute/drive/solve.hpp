// SPDX-License-Identifier: Apache-2.0
// From a System to a certified Solution, and from a System to its Analysis: the two calls most
// users need.
#pragma once

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"

namespace involute {

Solution solve(const System& system, const SolveOptions& options = {});

Analysis analyze(const System& system, const SolveOptions& options = {});

}  // namespace involute
