// SPDX-License-Identifier: Apache-2.0
// Completion of a square system whose equations hide constraints in combinations.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// Repair: equations are replaced by combinations that hide constraints no longer, until J is
/// regular; singular_jacobian where no simple combination does it.
Completion repair(const System& system, const CompletionOptions& options = {});

}  // namespace involute
