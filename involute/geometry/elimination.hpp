// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination as straight-line code: A = L U in a fixed order, written once into a tape.
#pragma once

#include <utility>
#include <vector>

#include "involute/expr/tape.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute {

/// One entry of a matrix whose value stands in a slot.
struct SlotEntry {
    int row = 0;
    int column = 0;
    Slot value = 0;
};

class Elimination {
public:
    /// Writes the factorisation into the tape.
    Elimination(TapeBuilder& tape, int size, const std::vector<SlotEntry>& entries,
                const PivotOrder& order);

    /// Writes the solution of A v = rhs (rhs by row, v by column). Zeros cost nothing.
    std::vector<Slot> solve(TapeBuilder& tape, const std::vector<Slot>& rhs) const;

    /// Replaces every slot by the one that holds its number on another tape.
    template <class Map>
    void carry(Map&& to_other)
    {
        for (Slot& slot : pivots_) slot = to_other(slot);
        for (Slot& slot : reciprocals_) slot = to_other(slot);
        for (auto* rows : {&upper_, &lower_})
            for (SparseRow& row : *rows)
                for (auto& entry : row) entry.second = to_other(entry.second);
    }

    /// The pivots, in order of elimination.
    const std::vector<Slot>& pivots() const { return pivots_; }

private:
    using SparseRow = std::vector<std::pair<int, Slot>>;  // (column or row, value)
    PivotOrder order_;
    std::vector<Slot> pivots_;
    std::vector<Slot> reciprocals_;
    std::vector<SparseRow> upper_;  // by step: the rest of the pivot row
    std::vector<SparseRow> lower_;  // by step: (row, multiplier)
};

}  // namespace involute
