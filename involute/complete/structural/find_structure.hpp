// SPDX-License-Identifier: Apache-2.0
// The structural route of completion, from equations to their Structure.
#pragma once

#include <cstddef>

#include "involute/complete/structural/structure.hpp"

namespace involute {

struct StructureOptions {
    /// The top rows must be affine in all z jointly, not only block after block: what a walk along
    /// the curve through points with singular J needs.
    bool jointly_affine = false;
    std::size_t max_nodes = 20'000'000;  // of the graph, after differentiation
};

/// The structure of the equations; the system's graph grows by their derivatives.
Structure find_structure(System& system, const StructureOptions& options = {});

/// max c, plus 1 if some d_j = 0 (canonical offsets): a bound of the differential index.
int structural_index(const Structure& structure);

}  // namespace involute
