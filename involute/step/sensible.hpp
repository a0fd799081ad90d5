// SPDX-License-Identifier: Apache-2.0
// Options that make no sense, exclude each other, or would be heeded by nobody: refused, all of
// them at once, for whoever calls `solve`. A person who asks for something is either obeyed or
// told.
#pragma once

#include <vector>

#include "involute/base/error.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

/// What a run is made from: of a callable nothing but the field is known.
enum class AskedOf { equations, callable };

/// Everything that is wrong with the options. An option that equals its default counts as not
/// given.
std::vector<Diagnostic> what_makes_no_sense(const SolveOptions& options,
                                            AskedOf whom = AskedOf::equations);

/// Throws Error with everything that is wrong.
void require_sensible(const SolveOptions& options, AskedOf whom = AskedOf::equations);

}  // namespace involute
