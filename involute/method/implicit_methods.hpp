// SPDX-License-Identifier: Apache-2.0
// The implicit Runge-Kutta methods of Tuomela and Arponen that are tableaux. On a manifold their
// stages solve q_i = π(p + h Σ_j a_ij V(q_j)), and the step ends at π(p + h Σ_j b_j V(q_j))
// (Higher order methods, (4.13)-(4.15)).
#pragma once

#include <span>
#include <string_view>

#include "involute/method/tableau.hpp"

namespace involute {

std::span<const Tableau> implicit_methods();

/// The entry of that name, or nullptr.
const Tableau* find_implicit_method(std::string_view name);

}  // namespace involute
