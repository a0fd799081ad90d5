// SPDX-License-Identifier: Apache-2.0
// Completion of a square system whose equations hide constraints in combinations.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// How small the factor of an equation that is replaced may be at the start, compared with points
/// nearby: it may vanish soon.
enum class SmallFactors { refused, accepted };

/// Replaces equations by combinations that show the hidden constraints, until J is regular;
/// singular_jacobian if no simple combination achieves that. `names` of equations that are not the
/// author's.
Completion repair(const System& system, const CompletionOptions& options = {},
                  SmallFactors small = SmallFactors::accepted,
                  const std::vector<std::string>& names = {});

/// The message where a small factor is the reason.
inline constexpr const char* small_factor_message =
    "the combinations that uncover what is hidden nearly vanish at the start";

}  // namespace involute
