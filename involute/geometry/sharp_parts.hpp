// SPDX-License-Identifier: Apache-2.0
// Parts of the equations that depend on x alone and can be flat for long and then not: exp, tanh,
// high powers, quotients and their like. A step can miss what they do between its stages.
#pragma once

#include <vector>

#include "involute/geometry/completed_system.hpp"

namespace involute {

/// Each once. max, min, abs and sign are not among them: their kinks are known
/// (geometry/switches.hpp).
std::vector<NodeId> sharp_parts_in_x(const CompletedSystem& completed);

}  // namespace involute
