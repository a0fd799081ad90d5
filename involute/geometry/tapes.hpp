// SPDX-License-Identifier: Apache-2.0
// The completed system as straight-line code. Everything the numerical core evaluates is written
// here, once, as tapes over p = (x; jets) and, where said, the tops z.
#pragma once

#include <vector>

#include "involute/expr/tape.hpp"
#include "involute/geometry/completed_system.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute {

/// Binds the leaves of p to the first inputs of a tape.
void bind_point(CompletedSystem& completed, TapeBuilder& tape);
/// Binds the tops to the inputs that follow.
void bind_tops(CompletedSystem& completed, TapeBuilder& tape);

/// Where the entries of [C; bᵗ] stand, C = (r | J) and b a border: column 0 is r, row n is b; in
/// the order r, entries of J, b.
std::vector<SparseEntry> bordered_pattern(const CompletedSystem& completed);

/// The field at a point of such slots, within a tape: the tops, and the pivots that are not
/// constants.
struct FieldSlots {
    std::vector<Slot> tops{};
    std::vector<Slot> pivots{};
    bool negative = false;  // sign of det J = this xor the signs of the pivots
};
FieldSlots write_field(CompletedSystem& completed, TapeBuilder& tape, const BlockOrders& orders,
                       const std::vector<Slot>& point);

/// p ↦ (z, watched pivots): blocks are solved one after the other, each affine in its own tops.
struct FieldTape {
    Tape tape{};
    int watched = 0;        // pivots that are not constants
    bool negative = false;  // sign of det J = this xor the signs of the watched pivots
};
FieldTape write_field(CompletedSystem& completed, const BlockOrders& orders);

/// A projection sweep from such a point, within a tape.
struct SweepSlots {
    std::vector<Slot> point{};
    std::vector<Slot> pivots{};
    bool negative = false;
};
SweepSlots write_sweep(CompletedSystem& completed, TapeBuilder& tape, const BlockOrders& orders,
                       std::vector<Slot> point);

/// p ↦ (p after one projection sweep, watched pivots): for every stage k = -max c .. -1 solve
/// J δ = -(f_i^(k+c_i)) and add δ_j to y_j^(k+d_j) (docs/theory.md, section 2).
FieldTape write_sweep(CompletedSystem& completed, const BlockOrders& orders);

/// (p, z) ↦ (T_i(p, z), entries of J).
Tape write_matrix(CompletedSystem& completed);

/// p ↦ g and the invariants;  p ↦ entries of their Jacobian.
Tape write_constraints(CompletedSystem& completed);
Tape write_constraint_jacobian(CompletedSystem& completed);

/// (p, z) ↦ the given expressions; their jets must be in p or z.
Tape write_values(CompletedSystem& completed, const std::vector<NodeId>& expressions);

}  // namespace involute
