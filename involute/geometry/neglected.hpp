// SPDX-License-Identifier: Apache-2.0
// The terms that completion by ranks left out, as functions on points.
#pragma once

#include "involute/geometry/tapes.hpp"

namespace involute {

/// Those that can be evaluated at points of the completed system.
std::vector<NeglectedTerm> known_terms(const CompletedSystem& completed);

/// (p, z) ↦ for every term its coefficient and the size Σ |∂row/∂y| |y| of the rest of its row.
Tape write_neglected(CompletedSystem& completed, const std::vector<NeglectedTerm>& terms);

}  // namespace involute
