// SPDX-License-Identifier: Apache-2.0
// Completion by ranks of the derivative array.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// The derivative array: ranks at consistent points decide, and rows of the array become the
/// system. The verdicts inconsistent and underdetermined are this route's.
Completion complete_numerically(const System& system, const CompletionOptions& options = {});

}  // namespace involute
