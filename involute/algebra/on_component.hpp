// SPDX-License-Identifier: Apache-2.0
// The equations of a system on one component of its constraints.
#pragma once

#include <string>
#include <vector>

#include "involute/algebra/decompose.hpp"

namespace involute {

/// A system restricted to a component.
struct OnComponent {
    System system{};
    std::vector<std::string> notes{};     // what was done, a sentence each
    std::vector<std::string> replaced{};  // names of multipliers that are not the author's any more
};

/// The component's equations replace the constraints. If the multipliers λ enter through the
/// gradients of the constraints g, as Σ λ_k ∂g_k/∂y up to constant factors, these become the
/// gradients of the component's equations h: where dg has full rank both span the same forces, and
/// dh keeps its rank where dg loses it. The multipliers then belong to h; they keep their names
/// where h has as many equations as g, and are mu[1], mu[2], .. otherwise. If the multipliers enter
/// in another way, the equations of the component are added to the system as they are.
OnComponent on_component(const System& system, const Decomposition& decomposition, int component);

}  // namespace involute
