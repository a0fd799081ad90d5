// SPDX-License-Identifier: Apache-2.0
// The routes of completion beyond the structural one, in the order in which they are tried.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// Routes 2 to 4: repair, base and closure, derivative array, in this order. Called where the
/// structural route ended with not_square, structurally_singular or a singular J.
Completion complete_further(const System& system, const CompletionOptions& options = {});

}  // namespace involute
