// SPDX-License-Identifier: Apache-2.0
// The order of a Runge-Kutta method, computed from its coefficients: Butcher's condition
//   Σ_j b_j Φ_j(t) = 1/γ(t)   for every rooted tree t with at most p nodes,
//   Σ_j b_j(θ) Φ_j(t) = θ^|t|/γ(t)   for dense output, as polynomials in θ
// (Hairer, Nørsett, Wanner, Solving ODE I, II.2 and II.6).
#pragma once

#include <string>

#include "involute/method/tableau.hpp"

namespace involute {

/// The orders that the coefficients of a tableau have, up to the given limit; 0 if there are no
/// such weights.
struct MeasuredOrders {
    std::string malformed{};  // empty: shapes fit and the rows of A sum to c
    int order = 0;
    int embedded_order = 0;
    int second_embedded_order = 0;
    int dense_order = 0;
};

/// Exact where the coefficients are rational or quadratic numbers, else in Quad, where a condition
/// counts as true if it holds to 1e-28 of the size of its terms (published decimals have 28 to 30
/// digits).
MeasuredOrders measured_orders(const Tableau& tableau, int limit);

/// Empty if the tableau has exactly the orders it claims; else what is wrong with it.
std::string disagreement(const Tableau& tableau);

}  // namespace involute
