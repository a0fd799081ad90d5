// SPDX-License-Identifier: Apache-2.0
// A system and options as records of a checkpoint: what they are, or enough to know them again.
#pragma once

#include <optional>

#include "involute/base/state.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/inputs.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// Writes what the equations and start values are, and the model's text with inputs given from
/// outside where they were read from one.
void write_system(State& state, const System& system);

/// Reads it. Without `given` the system is read from the text again, with inputs that were code as
/// given again; one that was made in C++ must be given. Throws an Error where the given one is
/// another.
System read_saved_system(State& state, const System* given, const Inputs& code = {});

/// The start values and guesses alone.
void visit_starts(State& state, System& system);

/// Writes the options that are not functions; or, of a state that is put back, throws an Error
/// where these are others. Limits of steps, time and memory may differ.
void visit_options(State& state, const SolveOptions& options);
/// The options as they were written.
SolveOptions read_saved_options(State& state);

}  // namespace involute
