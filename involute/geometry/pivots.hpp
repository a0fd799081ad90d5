// SPDX-License-Identifier: Apache-2.0
// A fixed elimination order for a sparse matrix whose values will change: Markowitz's rule keeps
// the fill small, and a pivot must be large at every sample point, not only at one, so that the
// order stays good while the solution moves on.
#pragma once

#include <vector>

#include "involute/base/sparse_pattern.hpp"

namespace involute {

/// A square matrix given by its entries, with their values at several sample points.
struct SampledMatrix {
    int size = 0;
    std::vector<SparseEntry> entries{};
    std::vector<std::vector<double>> values{};  // values[sample][entry]
};

struct PivotOrder {
    std::vector<int> rows{};  // rows[k], columns[k]: the k-th pivot
    std::vector<int> columns{};
    bool negative = false;  // the permutation is odd: det = -product of pivots
};

PivotOrder choose_pivots(const SampledMatrix& matrix);

/// How the diagonal blocks of J are eliminated, in the order of structure.blocks.
using BlockOrders = std::vector<PivotOrder>;

}  // namespace involute
