// SPDX-License-Identifier: Apache-2.0
// How fast declared invariants change along a direction.
#pragma once

#include <vector>

#include "involute/geometry/tapes.hpp"

namespace involute {

/// (p, v) ↦ for each of these invariants Σ ∂I/∂p v and Σ |∂I/∂p v|.
Tape write_invariant_rates(CompletedSystem& completed, const std::vector<int>& invariants);

}  // namespace involute
