// SPDX-License-Identifier: Apache-2.0
// How many numbers of a start are free.
#pragma once

#include <optional>

#include "involute/complete/completion.hpp"

namespace involute {

/// Σ d minus the rank, at fixed x, of the constraints and closure rows at a generic point that
/// satisfies all of them; nothing where no such point was found.
std::optional<int> dimension_of(const Completion& completion);

}  // namespace involute
