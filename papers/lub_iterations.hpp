// SPDX-License-Identifier: Apache-2.0
// The stage equations of a stiff mechanical system, F(Y'') = 0, by any iteration of Lubich's
// section 8, and what decides whether it converges.
#pragma once

#include "papers/lub_force_forms.hpp"

namespace involute::papers {

/// The first three are Newton with a constant matrix I⊗M(y0) + h²/ε² ((A²)_ik H_i), where H_i = ∇²U
/// is taken at y0 (8.1), at y0 + c_i h v0 (8.2), at the stages of the constrained problem (8.3).
enum class StageIteration {
    j0,
    j1,
    j2,
    newton,   // F' anew in every iteration
    general,  // (8.5)-(8.8)
    hairer,   // (8.4), for exact problems
};

/// From the start that belongs to the iteration: for j2 the stages of the constrained problem, else
/// the acceleration of the constrained problem where the step starts.
template <class S>
StageResult<S> solve_stages(const StiffStep<S>& step, StageIteration iteration,
                            const IterationOptions& options = {});
/// From accelerations of the caller.
template <class S>
StageResult<S> solve_stages_from(const StiffStep<S>& step, StageIteration iteration,
                                 const VectorOf<S>& start, const IterationOptions& options = {});

/// The matrix in Y'' of j0, j1, j2 or, at the accelerations given, newton.
template <class S>
MatrixOf<S> iteration_matrix(const StiffStep<S>& step, StageIteration iteration,
                             const VectorOf<S>& accelerations);

/// Of Φ' = I - J⁻¹F': the spectral radius decides convergence, the norm is what proofs bound.
struct Contraction {
    double radius = 0;
    double norm = 0;  // ∞
};
/// For j0, j1, j2, at the accelerations given.
template <class S>
Contraction contraction(const StiffStep<S>& step, StageIteration iteration,
                        const VectorOf<S>& accelerations);

/// In the spectral norm.
template <class S>
double condition(const MatrixOf<S>& matrix);

}  // namespace involute::papers
