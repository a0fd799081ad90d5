// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/rank.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace involute {

namespace {

// A row or column with smaller entries is only rounding of the data.
constexpr double empty_line = 1e-15;

template <class S>
void bring_to_size_1(const std::vector<S*>& line)
{
    using std::abs;
    S size(0);
    for (const S* x : line) size = std::max<S>(size, abs(*x));
    if (!(size > S(empty_line))) return;
    for (S* x : line) *x /= size;
}

}  // namespace

// Most of what these matrices hold is 0: it is neither compared nor divided.
template <class S>
void equilibrate(MatrixOf<S>& A)
{
    std::vector<std::vector<S*>> rows(std::size_t(A.rows())), columns(std::size_t(A.cols()));
    for (Eigen::Index c = 0; c < A.cols(); ++c)
        for (Eigen::Index r = 0; r < A.rows(); ++r) {
            if (A(r, c) == S(0)) continue;
            rows[std::size_t(r)].push_back(&A(r, c));
            columns[std::size_t(c)].push_back(&A(r, c));
        }
    for (int round = 0; round < 4; ++round)
        for (const auto& line : round % 2 == 0 ? rows : columns) bring_to_size_1(line);
}

template void equilibrate(MatrixOf<long double>&);
template void equilibrate(MatrixOf<Quad>&);

}  // namespace involute
