// SPDX-License-Identifier: Apache-2.0
// Completion of a square system whose equations hide constraints in combinations.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// Replaces equations by combinations that show the hidden constraints, until J is regular;
/// singular_jacobian if no simple combination achieves that.
Completion repair(const System& system, const CompletionOptions& options = {});

}  // namespace involute
