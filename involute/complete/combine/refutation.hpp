// SPDX-License-Identifier: Apache-2.0
// Contradictions by proof, whatever their size and wherever they show: x = t beside x = sin(t),
// x + y = 1 beside x' + y' = 1e-12. Ranks at the start see only what is large there.
#pragma once

#include <optional>
#include <string>

#include "involute/system/system.hpp"

namespace involute {

/// Where the independent variable starts.
Quad start_of(const System& system);

/// In words, which equations contradict each other and how; nothing where no proof was found.
std::optional<std::string> refutation(const System& system);

}  // namespace involute
