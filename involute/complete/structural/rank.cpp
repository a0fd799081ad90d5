// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/complete/structural/rank_elimination.hpp"

namespace involute {

namespace {

// A row or column with smaller entries is only rounding of the data.
constexpr double empty_line = 1e-15;

// Most of what these matrices hold is 0: it is neither compared nor divided.
template <class Line>
void bring_to_size_1(Line&& line)
{
    using S = typename std::decay_t<Line>::Scalar;
    using std::abs;
    S size(0);
    for (Eigen::Index k = 0; k < line.size(); ++k)
        if (line[k] != S(0)) size = std::max<S>(size, abs(line[k]));
    if (!(size > S(empty_line))) return;
    for (Eigen::Index k = 0; k < line.size(); ++k)
        if (line[k] != S(0)) line[k] /= size;
}

}  // namespace

template <class S>
void equilibrate(MatrixOf<S>& A)
{
    if (A.size() == 0) return;
    for (int round = 0; round < 4; ++round) {
        const bool by_rows = round % 2 == 0;
        for (Eigen::Index k = 0; k < (by_rows ? A.rows() : A.cols()); ++k)
            by_rows ? bring_to_size_1(A.row(k)) : bring_to_size_1(A.col(k));
    }
}

template <class S>
StagedRank<S> staged_rank(const MatrixOf<S>& A, const std::vector<int>& group, int groups)
{
    Elimination<S> elimination(A, group);
    for (int g = 0; g < groups; ++g) elimination.eliminate(g);
    return elimination.finish();
}

template <class S>
StagedRank<S> staged_rank(const MatrixOf<S>& A, const MatrixOf<double>& sums,
                          const std::vector<int>& group, int groups)
{
    StagedRank<S> found = staged_rank(A, group, groups);
    if (std::isinf(found.gap)) return found;  // nothing but round-off was taken for zero
    Elimination<S> elimination(A, group);
    elimination.watch_sums(sums);
    for (int g = 0; g < groups; ++g) elimination.eliminate(g);
    return elimination.finish();
}

template void equilibrate(MatrixOf<long double>&);
template void equilibrate(MatrixOf<Quad>&);
template StagedRank<long double> staged_rank(const MatrixOf<long double>&, const std::vector<int>&,
                                             int);
template StagedRank<Quad> staged_rank(const MatrixOf<Quad>&, const std::vector<int>&, int);
template StagedRank<long double> staged_rank(const MatrixOf<long double>&, const MatrixOf<double>&,
                                             const std::vector<int>&, int);
template StagedRank<Quad> staged_rank(const MatrixOf<Quad>&, const MatrixOf<double>&,
                                      const std::vector<int>&, int);

}  // namespace involute
