// SPDX-License-Identifier: Apache-2.0
// Second derivatives of the constraints f = (g, invariants), from the expressions themselves:
// contracted with multipliers, Σ_a μ_a Hess f_a, and along a vector, d²f(v, .).
#pragma once

#include <vector>

#include "involute/expr/program.hpp"
#include "involute/geometry/geometry.hpp"

namespace involute {

/// Σ_a μ_a Hess f_a as a tape over (p, μ); both triangles of the symmetric matrix are there.
struct HessianTape {
    Tape tape{};
    SparsePattern pattern{};
};
HessianTape write_hessian(CompletedSystem& completed);

/// (p, v) ↦ the derivative of every entry of df along v, in the order of constraint_jacobian.
Tape write_jacobian_derivative(CompletedSystem& completed);

template <class S>
class SecondDerivatives {
public:
    explicit SecondDerivatives(Geometry<S>& geometry);

    const SparsePattern& hessian_pattern() const { return hessian_pattern_; }
    /// The entries of Σ_a μ_a Hess f_a at p.
    void hessian(const S* p, const S* mu, S* entries);
    /// The entries of d²f(v, .) at p.
    void along(const S* p, const S* v, S* entries);
    /// d²f(u, v) at p, a number for every constraint.
    void both(const S* p, const S* u, const S* v, S* values);

private:
    SparsePattern jacobian_pattern_, hessian_pattern_;
    Program<S> hessian_, along_;
    std::vector<S> in_, hessian_work_, along_work_, entries_;
};

extern template class SecondDerivatives<double>;
extern template class SecondDerivatives<Quad>;

}  // namespace involute
