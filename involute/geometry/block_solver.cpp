// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/block_solver.hpp"

namespace involute {

BlockSolver write_blocks(CompletedSystem& c, TapeBuilder& tape, const BlockOrders& orders)
{
    const Structure& s = c.structure;
    const Slot zero = tape.constant(0);
    BlockSolver solver{.z = std::vector<Slot>(c.layout.unknowns, zero)};
    std::vector<std::vector<std::pair<int, NodeId>>> rows(s.c.size());
    for (std::size_t e = 0; e < c.jacobian_nodes.size(); ++e)
        rows[c.jacobian.entries[e].row].push_back(
            {c.jacobian.entries[e].column, c.jacobian_nodes[e]});
    std::vector<int> local(c.layout.unknowns, -1);  // column within the present block

    for (std::size_t b = 0; b < s.blocks.size(); ++b) {
        const Block& block = s.blocks[b];
        const int size = int(block.rows.size());
        for (int k = 0; k < size; ++k) {
            local[block.columns[k]] = k;
            tape.bind(c.top(block.columns[k]), zero);
        }
        std::vector<Slot> rhs(size);
        std::vector<SlotEntry> entries, coupling;
        for (int k = 0; k < size; ++k) {
            const int i = block.rows[k];
            rhs[k] = tape.negate(tape.emit(s.derivatives[i][s.c[i]]));
            for (const auto& [j, node] : rows[i])
                if (local[j] >= 0) entries.push_back({k, local[j], tape.emit(node)});
        }
        solver.factors.emplace_back(tape, size, entries, orders[b]);
        const std::vector<Slot> z = solver.factors.back().solve(tape, rhs);
        for (int k = 0; k < size; ++k) {
            solver.z[block.columns[k]] = z[k];
            tape.bind(c.top(block.columns[k]), z[k]);
        }
        // Entries in columns of earlier blocks may contain the tops of this one: x'*y = 1.
        for (int k = 0; k < size; ++k)
            for (const auto& [j, node] : rows[block.rows[k]])
                if (local[j] < 0) coupling.push_back({k, j, tape.emit(node)});
        solver.coupling.push_back(std::move(coupling));
        for (const int j : block.columns) local[j] = -1;
    }
    return solver;
}

std::vector<Slot> solve_blocks(const CompletedSystem& c, TapeBuilder& tape,
                               const BlockSolver& solver, const std::vector<Slot>& e)
{
    std::vector<Slot> delta(c.layout.unknowns, tape.constant(0));
    for (std::size_t b = 0; b < c.structure.blocks.size(); ++b) {
        const Block& block = c.structure.blocks[b];
        std::vector<Slot> rhs(block.rows.size());
        for (std::size_t k = 0; k < rhs.size(); ++k) rhs[k] = e[block.rows[k]];
        for (const SlotEntry& entry : solver.coupling[b])
            rhs[entry.row] =
                tape.subtract(rhs[entry.row], tape.multiply(entry.value, delta[entry.column]));
        const std::vector<Slot> part = solver.factors[b].solve(tape, rhs);
        for (std::size_t k = 0; k < part.size(); ++k) delta[block.columns[k]] = part[k];
    }
    return delta;
}

WatchedPivots watched_pivots(const CompletedSystem& c, const TapeBuilder& tape,
                             const BlockSolver& solver, const BlockOrders& orders)
{
    WatchedPivots result;
    for (std::size_t b = 0; b < c.structure.blocks.size(); ++b) {
        result.negative ^= orders[b].negative;
        for (const Slot pivot : solver.factors[b].pivots()) {
            if (const auto value = tape.constant_value(pivot))
                result.negative ^= *value < 0;
            else
                result.slots.push_back(pivot);
        }
    }
    return result;
}

}  // namespace involute
