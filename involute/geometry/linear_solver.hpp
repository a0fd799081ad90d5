// SPDX-License-Identifier: Apache-2.0
// A pivoted factorisation of a sparse square matrix in natural scale: what the compiled
// elimination falls back on, and what curve mode uses. Dense below a size, sparse above.
#pragma once

#include <memory>
#include <vector>

#include "involute/base/dense.hpp"
#include "involute/base/sparse.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute {

/// A factorisation with a smaller pivot ratio counts as singular: of the 16 digits of a double no
/// more than three would be left.
inline constexpr double singular_ratio = 1e-13;

template <class S>
class LinearSolver {
public:
    LinearSolver() = default;
    LinearSolver(int size, std::vector<SparseEntry> entries);
    /// A copy is for the same pattern; it has factors of nothing yet.
    LinearSolver(const LinearSolver& other) : LinearSolver(other.size_, other.entries_) {}
    LinearSolver& operator=(const LinearSolver& other) { return *this = LinearSolver(other); }
    LinearSolver(LinearSolver&&) noexcept = default;
    LinearSolver& operator=(LinearSolver&&) noexcept = default;

    /// Equilibrates rows and columns, and factors. False where a value is not finite or a
    /// pivot vanishes.
    bool factor(const S* values);
    /// b := A⁻¹ b.
    void solve(S* b);

    /// Smallest over largest pivot of the equilibrated matrix: small means nearly singular.
    double pivot_ratio() const { return pivot_ratio_; }
    bool determinant_is_negative() const { return negative_; }

private:
    bool equilibrate(const S* values);
    bool factor_dense();
    bool factor_sparse();

    int size_ = 0;
    std::vector<SparseEntry> entries_;
    VectorOf<S> row_scale_, column_scale_, row_top_, column_top_, rhs_, solution_;
    std::vector<S> scaled_;
    MatrixOf<S> dense_;
    Lu<S> lu_;
    std::unique_ptr<SparseLu> sparse_;
    Eigen::VectorXd probe_;
    double pivot_ratio_ = 0;
    bool negative_ = false;
};

extern template class LinearSolver<double>;
extern template class LinearSolver<Quad>;

}  // namespace involute
