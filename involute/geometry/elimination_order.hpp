// SPDX-License-Identifier: Apache-2.0
// In which order a sparse matrix is eliminated, chosen from its numbers: pivots that are not small
// in their column, and that make few others nonzero.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "involute/base/sparse_pattern.hpp"

namespace involute {

struct EliminationOrder {
    std::vector<int> rows{}, columns{};  // rows[k], columns[k]: the k-th pivot
};

/// Nothing where the matrix is singular. Entries at the same place add up.
template <class T>
std::optional<EliminationOrder> elimination_order(int size, std::span<const SparseEntry> entries,
                                                  std::span<const T> values);

/// The two ways to find one; elimination_order takes the first up to this size.
inline constexpr int looks_at_all_pivots_up_to = 60;

/// The best of all pivots at every step: the cost grows with the cube of the size.
/// [Markowitz, Management Sci. 3 (1957) 255-269]
template <class T>
std::optional<EliminationOrder> order_by_all_pivots(int size, std::span<const SparseEntry> entries,
                                                    std::span<const T> values);

/// Columns in an order found from the pattern, the pivot of each when its turn comes: costs little
/// more than one factorisation. [Gilbert, Peierls, SIAM J. Sci. Stat. Comput. 9 (1988) 862-874]
template <class T>
std::optional<EliminationOrder> order_by_columns(int size, std::span<const SparseEntry> entries,
                                                 std::span<const T> values);

// A pivot is at least this part of the largest number in its column.
inline constexpr double pivot_threshold = 0.1;

}  // namespace involute
