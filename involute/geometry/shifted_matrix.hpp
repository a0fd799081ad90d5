// SPDX-License-Identifier: Apache-2.0
// N(γ) = Σ_m (hγ)^m ∂T/∂y^(d-m), factored: what is left of the stage equations of a Runge-Kutta
// method for one eigenvalue γ of its matrix. N -> J as h -> 0; rows that are not differentiated
// are divided by the power of hγ they begin with.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "involute/base/sparse.hpp"
#include "involute/geometry/elimination_plan.hpp"
#include "involute/geometry/stage_rows.hpp"

namespace involute {

/// A plan for matrices of these rows; without a size where a sparse factorisation pays.
template <class S>
EliminationPlan elimination_plan(const StageRows& rows);

/// T: a scalar S, or std::complex<S>.
template <class T, class S>
class ShiftedMatrix {
public:
    ShiftedMatrix() = default;
    explicit ShiftedMatrix(const StageRows& rows);

    /// derivatives: in the order of rows.entries. Where the order of the plan does not serve,
    /// another is chosen if it may be. False: singular, or not finite.
    bool factor(const StageRows& rows, const std::vector<S>& derivatives, T shift,
                EliminationPlan& plan, bool may_choose);
    /// b := N⁻¹ b, rows of b divided like those of N.
    void solve(const EliminationPlan& plan, T* b);

private:
    static constexpr bool is_complex = !std::is_same_v<T, S>;
    // Sparse factors are in double alone.
    using Stored = std::conditional_t<std::is_same_v<S, double>, T, double>;

    bool fill(const StageRows& rows, const std::vector<S>& derivatives, T shift);

    int size_ = 0;
    bool lifted_ = false;     // some rows are not differentiated
    std::vector<T> powers_;   // (hγ)^k, k = -deepest .. deepest
    std::vector<S> scale_;    // what rows of N are multiplied by
    std::vector<T> lift_;     // what right sides are multiplied by, besides
    std::vector<T> entries_;  // of N, scaled
    std::vector<T> values_, inverses_, work_;
    VectorOf<T> rhs_, solution_;
    std::unique_ptr<SparseLu<Stored>> sparse_;
};

extern template EliminationPlan elimination_plan<double>(const StageRows&);
extern template EliminationPlan elimination_plan<Quad>(const StageRows&);
extern template class ShiftedMatrix<double, double>;
extern template class ShiftedMatrix<Quad, Quad>;
extern template class ShiftedMatrix<std::complex<double>, double>;
extern template class ShiftedMatrix<std::complex<Quad>, Quad>;

}  // namespace involute
