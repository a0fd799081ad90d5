// SPDX-License-Identifier: Apache-2.0
// Completion by ranks of the derivative array.
#pragma once

#include "involute/complete/array/start_rank.hpp"
#include "involute/complete/array/verdict.hpp"
#include "involute/complete/completion.hpp"

namespace involute {

/// Ranks of the derivative array at consistent points decide, and rows of the array become the
/// system. Only this route can say that a system is inconsistent or underdetermined.
Completion complete_numerically(const System& system, const CompletionOptions& options = {});
/// The same; `verdict` becomes what the array says.
Completion complete_numerically(const System& system, const CompletionOptions& options,
                                ArrayVerdict& verdict);

/// The same with rows that are regular at the start, whose values must all be given: else
/// singular_start where the array loses rank there, singular_jacobian where that is not known.
Completion complete_at_start(const System& system, const CompletionOptions& options = {});

/// Only whether the array loses rank there.
StartRank rank_at_start(const System& system, const CompletionOptions& options = {});

}  // namespace involute
