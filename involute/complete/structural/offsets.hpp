// SPDX-License-Identifier: Apache-2.0
// Pryce's canonical offsets: the smallest c >= 0 with d_j = max_i (sigma_ij + c_i) and equality on
// the transversal. They do not depend on which highest-value transversal is taken.
#pragma once

#include <vector>

#include "involute/complete/structural/assignment.hpp"

namespace involute {

struct Offsets {
    std::vector<int> c{}, d{};
    long work = 0;  // entries of the signature looked at
};

/// From any valid offsets (the dual solution of the assignment) down to the smallest.
Offsets canonical_offsets(const Signature& sigma, const Assignment& assignment);

}  // namespace involute
