// SPDX-License-Identifier: Apache-2.0
// Radau IIA for stiff mechanical systems:
//
//     M(y) y'' = f(y, y') - ε⁻² ∇U(y),                                                      (2.1)
//
// U least on the manifold {g = 0}. Unknown are the accelerations Y''_i of the stages, stacked in
// one vector (Lubich, Integration of stiff mechanical systems by Runge-Kutta methods, (3.2),
// (5.1)):
//
//     Y_i = y0 + c_i h v0 + h² Σ (A²)_ik Y''_k,     Y'_i = v0 + h Σ a_ij Y''_j
//     F_i(Y'') = M(Y_i) Y''_i - f(Y_i, Y'_i) + ε⁻² ∇U(Y_i) = 0
//     y1  = y0 + h v0 + h² Σ b_j a_jk Y''_k,        v1   = v0 + h Σ b_j Y''_j
#pragma once

#include <functional>

#include "involute/base/linear.hpp"

namespace involute::papers {

template <class S>
struct StiffMechanics {
    using Vector = VectorOf<S>;
    using Matrix = MatrixOf<S>;

    int n = 0;                                                          // coordinates
    int m = 0;                                                          // stiff directions
    std::function<Matrix(const Vector& y)> mass{};                      // M
    std::function<Vector(const Vector& y, const Vector& v)> force{};    // f
    std::function<Matrix(const Vector& y, const Vector& v)> force_v{};  // ∂f/∂v
    std::function<Matrix(const Vector& y, const Vector& v, const Vector& a)>
        inertia_y{};                                    // ∂(M(y) a - f(y, v))/∂y
    std::function<Vector(const Vector& y)> gradient{};  // ∇U
    std::function<Matrix(const Vector& y)> hessian{};   // ∇²U

    // The constrained problem of the limit, M y'' = f - Gᵗλ, g = 0; where `exact`, ∇U = Gᵗg for
    // all y, and ε²λ = g is Hairer's form (8.4). G has the range of ∂g/∂y on the manifold.
    std::function<Vector(const Vector& y)> g{};
    std::function<Matrix(const Vector& y)> g_y{};
    std::function<Matrix(const Vector& y)> G{};                             // m × n
    std::function<Matrix(const Vector& y, const Vector& lambda)> pull_y{};  // ∂(G(y)ᵗλ)/∂y
    bool exact = false;
};

/// Of s stages, s = 2 or 3.
template <class S>
struct RadauIIA {
    int s = 0;
    MatrixOf<S> A{}, A2{};  // A2 = A·A
    VectorOf<S> b{}, c{};
};
template <class S>
RadauIIA<S> radau_iia(int stages);

template <class S>
struct MechanicalState {
    VectorOf<S> y{}, v{};
};

/// One step that is to be made; refers to the problem and the method.
template <class S>
struct StiffStep {
    const StiffMechanics<S>& problem;
    const RadauIIA<S>& method;
    S eps{}, h{};
    MechanicalState<S> from{};

    int n() const { return problem.n; }
    int s() const { return method.s; }
    int size() const { return n() * s(); }
    /// (Y_i, Y'_i) for the accelerations of all stages.
    MechanicalState<S> stage(const VectorOf<S>& accelerations, int i) const;
    MechanicalState<S> end(const VectorOf<S>& accelerations) const;
};

/// The constrained problem at a point of its manifold.
template <class S>
struct ConstrainedMotion {
    VectorOf<S> acceleration{}, lambda{};
};
template <class S>
ConstrainedMotion<S> constrained_motion(const StiffMechanics<S>& problem,
                                        const MechanicalState<S>& at);

template <class S>
VectorOf<S> stage_residual(const StiffStep<S>& step, const VectorOf<S>& accelerations);
/// F'(Y'').
template <class S>
MatrixOf<S> stage_derivative(const StiffStep<S>& step, const VectorOf<S>& accelerations);

}  // namespace involute::papers
