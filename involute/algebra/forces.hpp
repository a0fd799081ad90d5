// SPDX-License-Identifier: Apache-2.0
// Multipliers whose forces act along the gradients of constraints: in the equations
//
//     f_i = .. + Σ_k L_ik(y) λ_k,      L_ik = p_i s_k ∂g_k/∂y_j(i)
//
// with constants p_i, s_k. A factor in front of a constraint, an order of the equations or a mass
// matrix makes no difference. The constants are found from values at random points in Quad.
#pragma once

#include <optional>
#include <vector>

#include "involute/complete/structural/probe.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct ConstraintForces {
    struct Row {
        int equation = 0;    // i
        int coordinate = 0;  // j(i), a place in the coordinates
        Quad factor = 1;     // p_i; the first one has size 1
    };
    std::vector<int> multipliers{};  // unknowns, by constraint
    std::vector<Row> rows{};
};

/// The forces of the constraints g in coordinates y (undifferentiated unknowns); nothing if some
/// constraint has no multiplier or some multiplier enters in another way. `is_constraint` tells
/// which equations of the system the constraints are.
std::optional<ConstraintForces> constraint_forces(System& system, const std::vector<NodeId>& g,
                                                  const std::vector<NodeId>& coordinates,
                                                  const std::vector<bool>& is_constraint);

}  // namespace involute
