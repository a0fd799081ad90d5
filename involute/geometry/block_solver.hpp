// SPDX-License-Identifier: Apache-2.0
// J as straight-line code: eliminated block after block while a field, a sweep or an expansion is
// written, and solved with as often as wanted.
#pragma once

#include <vector>

#include "involute/expr/tape.hpp"
#include "involute/geometry/completed_system.hpp"
#include "involute/geometry/elimination.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute {

struct BlockSolver {
    std::vector<Slot> z{};                           // by unknown
    std::vector<Elimination> factors{};              // by block
    std::vector<std::vector<SlotEntry>> coupling{};  // by block: entries in earlier blocks

    /// The same numbers where they stand on another tape.
    template <class Map>
    void carry(Map&& to_other)
    {
        for (Slot& slot : z) slot = to_other(slot);
        for (Elimination& factor : factors) factor.carry(to_other);
        for (std::vector<SlotEntry>& entries : coupling)
            for (SlotEntry& entry : entries) entry.value = to_other(entry.value);
    }
};

/// For every block: T at z_b = 0, the entries of J, the elimination, z_b = -J_bb⁻¹ T_b(z_b = 0).
/// The leaves of p are bound; those of z are bound here.
BlockSolver write_blocks(CompletedSystem& completed, TapeBuilder& tape, const BlockOrders& orders);

/// J δ = e, block by block.
std::vector<Slot> solve_blocks(const CompletedSystem& completed, TapeBuilder& tape,
                               const BlockSolver& solver, const std::vector<Slot>& e);

/// The pivots that are not constants; the sign of det J is `negative` xor their signs.
struct WatchedPivots {
    std::vector<Slot> slots{};
    bool negative = false;
};
WatchedPivots watched_pivots(const CompletedSystem& completed, const TapeBuilder& tape,
                             const BlockSolver& solver, const BlockOrders& orders);

}  // namespace involute
