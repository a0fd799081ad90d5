// SPDX-License-Identifier: Apache-2.0
// Completion by ranks of the derivative array.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// Ranks of the derivative array at consistent points decide, and rows of the array become the
/// system. Only this route can say that a system is inconsistent or underdetermined.
Completion complete_numerically(const System& system, const CompletionOptions& options = {});

}  // namespace involute
