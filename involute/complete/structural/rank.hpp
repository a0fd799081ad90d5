// SPDX-License-Identifier: Apache-2.0
// Ranks decided by gaps. Matrices are brought to entries of size 1 and eliminated with complete
// pivoting, one group of columns after the other, so that one elimination gives rank B2, rank[B1
// B2] and rank[A B1 B2]. True zeros fall to the round-off of the scalar, or to 1e-16 where the
// numbers of a model are given with 16 or 17 digits.
#pragma once

#include <vector>

#include "involute/base/linear.hpp"

namespace involute {

/// What is smaller than this, after scaling, may be a zero that rounded data hide.
inline constexpr double data_noise = 1e-13;
/// A zero is smaller than the pivots above it by at least this factor.
inline constexpr double clear_gap = 1e3;

template <class S>
struct StagedRank {
    std::vector<int> ranks{};  // by group: how much it adds to the rank of those before it
    double gap = 0;            // the smallest ratio of a pivot to what was taken for zero after it
    double least = 1;          // the smallest pivot, where rows and columns are of size 1
    std::vector<int> pivot_rows{}, pivot_columns{};  // in order of elimination
    MatrixOf<S> reduced{};  // what is left: rows without pivot are zero in all pivot columns
};

/// Largest entry of every row and column brought to 1, rows and columns in turn; lines that are
/// zero up to round-off of the data stay as they are.
template <class S>
void equilibrate(MatrixOf<S>& A);

/// group: by column, 0..groups-1 in order of elimination; columns of other groups get no pivots
/// but are transformed with the rest.
template <class S>
StagedRank<S> staged_rank(const MatrixOf<S>& A, const std::vector<int>& group, int groups);

/// What is small is zero only where larger numbers have cancelled: an entry that is small because
/// its row has much larger ones in other columns counts. sums: by entry, how many times larger than
/// it the numbers are whose sum it is, 1 or more.
template <class S>
StagedRank<S> staged_rank(const MatrixOf<S>& A, const MatrixOf<double>& sums,
                          const std::vector<int>& group, int groups);

}  // namespace involute
