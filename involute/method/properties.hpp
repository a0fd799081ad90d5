// SPDX-License-Identifier: Apache-2.0
// Properties in which methods of the same order differ.
#pragma once

#include <vector>

#include "involute/method/tableau.hpp"

namespace involute {

/// The 2-norm of the coefficients of the elementary differentials in the leading term of the local
/// error, over the trees t with p + 1 nodes, p being the order the tableau claims:
///   ‖τ_{p+1}‖² = Σ_t ((Σ_j b_j Φ_j(t) - 1/γ(t)) / σ(t))²
/// (Dormand, Prince, J. Comp. Appl. Math. 6 (1980) 19-26).
double principal_error(const Tableau& tableau);

/// The Taylor coefficients r_0, r_1, .., r_degree of the stability function R(z) = 1 + z bᵗ (I - z
/// A)⁻¹ 1, which is what a step does to y' = λ y with z = h λ: r_k = bᵗ A^(k-1) 1.
std::vector<Quad> stability_series(const Tableau& tableau, int degree);

}  // namespace involute
