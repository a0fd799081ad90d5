// SPDX-License-Identifier: Apache-2.0
// In which order the columns of a sparse matrix are eliminated with few new numbers, by its pattern
// alone: Eigen's orderings, compiled once.
#pragma once

#include <span>
#include <vector>

#include "involute/base/sparse_pattern.hpp"

namespace involute {

/// Columns in order, whatever rows become pivots. [Davis, Gilbert, Larimore, Ng, A column
/// approximate minimum degree ordering algorithm, ACM TOMS 30 (2004) 353-376]
std::vector<int> column_order(int size, std::span<const SparseEntry> entries);

/// For pivots on the diagonal. [Amestoy, Davis, Duff, An approximate minimum degree ordering
/// algorithm, SIAM J. Matrix Anal. Appl. 17 (1996) 886-905]
std::vector<int> diagonal_order(int size, std::span<const SparseEntry> entries);

}  // namespace involute
