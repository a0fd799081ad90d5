// SPDX-License-Identifier: Apache-2.0
// The stage equations of a stiff mechanical system with the strong force as an unknown λ beside the
// accelerations. Their matrices stay regular as ε/h -> 0 (Lubich, section 8).
#pragma once

#include <vector>

#include "papers/stiff_mechanics.hpp"

namespace involute::papers {

struct IterationOptions {
    double tolerance = 1e-12;  // of the last increment, relative to the accelerations
    int most = 60;             // iterations; inner ones for each outer one
    int outer = 3;             // solutions of (8.6), k = 0 .. outer - 1
};

template <class S>
struct StageResult {
    bool converged = false;
    VectorOf<S> accelerations{};
    VectorOf<S> forces{};              // λ at the stages, where it is unknown
    std::vector<double> increments{};  // largest change of an acceleration, by iteration

    int iterations() const { return int(increments.size()); }
    /// Subtracts a change of (Y'', λ) or of Y'' alone; whether the iteration goes on.
    bool advance(const VectorOf<S>& change, const IterationOptions& options);
};

/// Hairer's form (8.4), M Y'' = f - Gᵗλ and ε²λ = g, by Newton. With ε = 0 the constrained problem;
/// else the problem must be exact.
template <class S>
StageResult<S> solve_hairer(const StiffStep<S>& step, const VectorOf<S>& start,
                            const IterationOptions& options);
template <class S>
StageResult<S> solve_constrained_stages(const StiffStep<S>& step,
                                        const IterationOptions& options = {});

/// (8.5)-(8.7): with Gᵗ as m columns of ∇²U and r⁽⁰⁾ = 0, solve
///     M Y'' = f - Gᵗλ + r⁽ᵏ⁾,  ε²λ = (Gᵗ)⁻ ∇U     for (Y'', λ)⁽ᵏ⁾, then r⁽ᵏ⁺¹⁾ = Gᵗλ - ε⁻²∇U
/// by inner iterations with the constant matrix (8.8).
template <class S>
StageResult<S> solve_general(const StiffStep<S>& step, const VectorOf<S>& start,
                             const IterationOptions& options);
/// (8.8).
template <class S>
MatrixOf<S> general_matrix(const StiffStep<S>& step);

/// The acceleration of the constrained problem where the step starts, at every stage.
template <class S>
VectorOf<S> constrained_start(const StiffStep<S>& step);

}  // namespace involute::papers
