// SPDX-License-Identifier: Apache-2.0
// Completion from equations solved exactly for single jets (combine/solved_form.hpp), where that
// leaves as many equations as unknowns: mixtures of equations and unknowns by numbers fall apart,
// and factors that vanish at the start alone (t*(z - 6*t) = 0) are gone.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// What it may come to: anything regular, or a value or a rate for every unknown.
enum class SolvedFor { anything, every_unknown };

/// With outcome singular_jacobian where nothing comes of it.
Completion complete_solved(const System& system, const CompletionOptions& options,
                           SolvedFor what = SolvedFor::anything);

}  // namespace involute
