// SPDX-License-Identifier: Apache-2.0
// The completed system as straight-line code. Everything the numerical core evaluates is written
// here, once, as tapes over p = (x; jets) and, where said, the tops z.
#pragma once

#include <vector>

#include "involute/expr/tape.hpp"
#include "involute/geometry/layout.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute {

/// "equation 3 (x^2 + y^2 = 1) differentiated 2 times"; equations are numbered as written.
std::string equation_name(const System& system, int equation, int order);

/// A square system with its structure (mathematics: V, z, g, J of the theorem); what other routes
/// than the structural one leave besides are closure rows among the invariants.
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
/// Binds the leaves of p to the first inputs of a tape.
void bind_point(CompletedSystem& completed, TapeBuilder& tape);

/// Where the entries of [C; bᵗ] stand, C = (r | J) and b a border: column 0 is r, row n is b; in
/// the order r, entries of J, b.
std::vector<SparseEntry> bordered_pattern(const CompletedSystem& completed);

/// How the diagonal blocks of J are eliminated, in the order of structure.blocks.
using BlockOrders = std::vector<PivotOrder>;

/// p ↦ (z, watched pivots): blocks are solved one after the other, each affine in its own tops.
struct FieldTape {
    Tape tape{};
    int watched = 0;        // pivots that are not constants
    bool negative = false;  // sign of det J = this xor the signs of the watched pivots
};
FieldTape write_field(CompletedSystem& completed, const BlockOrders& orders);

/// p ↦ (p after one projection sweep, watched pivots): for every stage k = -max c .. -1 solve
/// J δ = -(f_i^(k+c_i)) and add δ_j to y_j^(k+d_j) (mathematics 1.3).
FieldTape write_sweep(CompletedSystem& completed, const BlockOrders& orders);

/// (p, z) ↦ (T_i(p, z), entries of J).
Tape write_matrix(CompletedSystem& completed);

/// p ↦ g and the invariants;  p ↦ entries of their Jacobian.
Tape write_constraints(CompletedSystem& completed);
Tape write_constraint_jacobian(CompletedSystem& completed);

/// What a returned point is checked against: f_i^(l), l <= c_i; the equations as written, where
/// completion replaced them; the invariants. A choice completion made is no equation.
struct CheckedRow {
    NodeId f{};
    std::string name{};
    int invariant = -1;  // which one: its value is to be subtracted
};
std::vector<CheckedRow> checked_rows(const CompletedSystem& completed);

/// (p, z, scales of p, scales of z) ↦ for every row f and Σ |∂f/∂jet| · scale(jet).
Tape write_certificate(CompletedSystem& completed, const std::vector<CheckedRow>& rows);

/// (p, z) ↦ the given expressions; their jets must be in p or z.
Tape write_values(CompletedSystem& completed, const std::vector<NodeId>& expressions);

}  // namespace involute
