// SPDX-License-Identifier: Apache-2.0
// N(γ) = Σ_m (hγ)^m ∂T/∂y^(d-m), factored: what is left of the stage equations of a Runge-Kutta
// method for one eigenvalue γ of its matrix. N -> J as h -> 0; rows that are not differentiated
// are divided by the power of hγ they begin with.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "involute/base/sparse.hpp"
#include "involute/geometry/small_lu.hpp"
#include "involute/geometry/stage_rows.hpp"

namespace involute {

/// T: a scalar S, or std::complex<S>.
template <class T, class S>
class ShiftedMatrix {
public:
    ShiftedMatrix() = default;
    explicit ShiftedMatrix(const StageRows& rows);

    /// derivatives: in the order of rows.entries. False: singular, or not finite.
    bool factor(const StageRows& rows, const std::vector<S>& derivatives, T shift);
    /// b := N⁻¹ b, rows of b divided like those of N.
    void solve(T* b);

private:
    // Sparse factors are in double alone.
    using Stored = std::conditional_t<std::is_same_v<S, double>, T, double>;

    int size_ = 0;
    std::vector<T> powers_;     // (hγ)^k, k = -deepest .. deepest
    std::vector<T> row_scale_;  // what a right side is multiplied by
    SmallLu<S, !std::is_same_v<T, S>> dense_;
    VectorOf<T> rhs_, solution_;
    std::unique_ptr<SparseLu<Stored>> sparse_;
};

extern template class ShiftedMatrix<double, double>;
extern template class ShiftedMatrix<Quad, Quad>;
extern template class ShiftedMatrix<std::complex<double>, double>;
extern template class ShiftedMatrix<std::complex<Quad>, Quad>;

}  // namespace involute
