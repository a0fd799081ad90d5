// SPDX-License-Identifier: Apache-2.0
// More equations than unknowns, mixed with each other: taken apart, a base is found among them.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// Multiples of equations that stand in others are left out, mixtures by numbers undone, and what
/// then says nothing is dropped; singular_jacobian where that changes nothing or does not help.
Completion complete_apart(const System& system, const CompletionOptions& options = {});

}  // namespace involute
