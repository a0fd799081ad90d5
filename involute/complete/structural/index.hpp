// SPDX-License-Identifier: Apache-2.0
// The differential index: the smallest nu such that F, DF, .., D^nu F determine, at points of the
// completed set, the highest occurring derivative of every unknown (the first one if it occurs
// undifferentiated) from lower jets. With B1 the derivatives of these rows by those jets and B2 by
// higher ones, that is rank[B1 B2] - rank B2 = n. Differentiating less than the structure says may
// be enough: the structural index is a bound.
#pragma once

#include <span>

#include "involute/complete/structural/structure.hpp"

namespace involute {

struct IndexResult {
    int index = 0;
    bool is_bound = false;  // too large for ranks, or none could be computed: the structural index
};

/// point: (x; y_j^(l), 0 <= l <= d_j for every j in order), consistent, with regular J. Ranks are
/// taken in Quad, at a consistent point close to it that has no special position.
IndexResult differential_index(System& system, const Structure& structure,
                               std::span<const double> point);

}  // namespace involute
