// SPDX-License-Identifier: Apache-2.0
// The shortest correction that solves a linearised, possibly redundant set of equations:
//
//     δ = -W Aᵗ (A W Aᵗ)⁺ r,   W = diag(weights),   a weight of 0 holds a coordinate fixed.
//
// Rows that depend on others are dropped, so redundant equations are harmless as long as they
// agree. Newton's iteration around it evaluates r exactly, so squaring the condition number here
// costs iterations, not accuracy.
#pragma once

#include <memory>
#include <vector>

#include "involute/base/sparse.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {

template <class S>
class MinimumNorm {
public:
    explicit MinimumNorm(const SparsePattern& pattern);

    /// Writes δ. False where a value is not finite.
    bool correct(const S* entries, const S* weights, const S* residual, S* delta);

    /// Independent rows found by the last call; large sparse problems count every row.
    int rank() const { return rank_; }

private:
    void form_dense(const S* entries, const S* weights);
    void factor_dense();
    void solve_dense();
    bool solve_sparse(const S* entries, const S* weights, const S* residual);

    SparsePattern pattern_;
    std::vector<std::vector<int>> by_column_;  // entries of each column
    MatrixOf<S> normal_;                       // A W Aᵗ with unit diagonal, then its LDLᵗ
    VectorOf<S> row_scale_, multipliers_;
    std::vector<int> order_;
    int rank_ = 0;
    std::unique_ptr<SparseNormal> sparse_;
};

extern template class MinimumNorm<double>;
extern template class MinimumNorm<Quad>;

}  // namespace involute
