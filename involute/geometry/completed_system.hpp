// SPDX-License-Identifier: Apache-2.0
// What completion leaves: the equations that determine the highest derivatives, the constraints on
// everything below them, and which number stands where in a point.
#pragma once

#include <string>
#include <vector>

#include "involute/base/sparse_pattern.hpp"
#include "involute/geometry/layout.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// "equation 3 (x^2 + y^2 = 1) differentiated 2 times"; equations are numbered as written.
std::string equation_name(const System& system, int equation, int order);

/// A square system with its structure: V, z, g and J of docs/theory.md. Closure rows of the other
/// routes of completion are among the invariants.
struct CompletedSystem {
    System system{};
    Structure structure{};
    Layout layout{};

    SparsePattern jacobian{};  // J_ij = ∂f_i^(c_i)/∂z_j
    std::vector<NodeId> jacobian_nodes{};
    SparsePattern constraint_jacobian{};     // ∂g/∂p; the invariants' rows come last
    std::vector<NodeId> constraint_nodes{};  // g, then the invariants (without their values)
    std::vector<NodeId> constraint_jacobian_nodes{};
    int invariants = 0;

    NodeId top(int unknown) { return system.graph.jet(unknown, layout.d[unknown]); }
    /// The name of a constraint row for messages: "equation 3 differentiated once".
    std::string constraint_name(int row) const;
};

/// Lays out p, writes down J and ∂g/∂p. The structure must be complete.
CompletedSystem make_completed(System system, Structure structure);

/// The leaf that stands at a position of p, and the position of a leaf that does.
NodeId leaf_at(CompletedSystem& completed, int position);
int position_of(const CompletedSystem& completed, NodeId leaf);

}  // namespace involute
