// SPDX-License-Identifier: Apache-2.0
// From a System to a certified Solution, and from a System to its Analysis: the two calls most
// users need.
//
//     const Solution s = solve(system, {.to = 10, .rtol = 1e-10, .sampling = {.every = 1}});
//     if (s.status != RunStatus::finished) std::cerr << s.reason << "\n";
//     for (const std::vector<double>& row : s.rows) use(row);  // column 0 is x, then s.names
//
// Both only read the system: any number of threads may do so at once, each gets the bits it would
// get alone. Nothing is printed, no file is read or written; the one program that may be run is
// SolveOptions::singular, for polynomial constraint sets that decompose.
#pragma once

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// Completes the system, finds a consistent start, and walks from it. Whatever happens on the way
/// is a status and a code of the solution, which holds all that was computed. Throws an Error where
/// the options cannot be meant (a tolerance below zero, a method that does not exist, nowhere to
/// go), or where a column asked for cannot be read.
Solution solve(const System& system, const SolveOptions& options = {});

/// What is hidden in the equations, what is free, and whether declared invariants hold; nothing is
/// integrated. What could not be decided is a verdict of the analysis. Throws an Error where the
/// options cannot be meant.
Analysis analyze(const System& system, const SolveOptions& options = {});

}  // namespace involute
