// SPDX-License-Identifier: Apache-2.0
// Completion of systems with more equations than unknowns.
#pragma once

#include "involute/complete/completion.hpp"

namespace involute {

/// More equations than unknowns: a square base with regular J, the others and their Lie derivatives
/// as closure rows; singular_jacobian where there is no such base. `names` of equations that are
/// not the author's.
Completion complete_overdetermined(const System& system, const CompletionOptions& options = {},
                                   const std::vector<std::string>& names = {});

}  // namespace involute
