// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/tapes.hpp"

#include "involute/geometry/block_solver.hpp"

namespace involute {

void bind_point(CompletedSystem& c, TapeBuilder& tape)
{
    for (int i = 0; i < c.layout.size; ++i) tape.bind(leaf_at(c, i), tape.input(i));
}

void bind_tops(CompletedSystem& c, TapeBuilder& tape)
{
    for (int j = 0; j < c.layout.unknowns; ++j) tape.bind(c.top(j), tape.input(c.layout.size + j));
}

namespace {

/// The pivots that are not constants follow the other outputs.
void watch_pivots(const CompletedSystem& c, TapeBuilder& tape, const BlockSolver& solver,
                  const BlockOrders& orders, FieldTape& result)
{
    const WatchedPivots pivots = watched_pivots(c, tape, solver, orders);
    for (const Slot pivot : pivots.slots) tape.output(pivot);
    result.watched = int(pivots.slots.size());
    result.negative = pivots.negative;
}

}  // namespace

std::vector<SparseEntry> bordered_pattern(const CompletedSystem& c)
{
    const int n = c.layout.unknowns;
    std::vector<SparseEntry> entries;
    for (int i = 0; i < n; ++i) entries.push_back({i, 0});
    for (const auto& [row, column] : c.jacobian.entries) entries.push_back({row, column + 1});
    for (int j = 0; j <= n; ++j) entries.push_back({n, j});
    return entries;
}

FieldTape write_field(CompletedSystem& c, const BlockOrders& orders)
{
    TapeBuilder tape(c.system.graph, std::uint32_t(c.layout.size));
    bind_point(c, tape);
    const BlockSolver solver = write_blocks(c, tape, orders);
    FieldTape result;
    for (const Slot z : solver.z) tape.output(z);
    watch_pivots(c, tape, solver, orders, result);
    result.tape = tape.finish();
    return result;
}

FieldTape write_sweep(CompletedSystem& c, const BlockOrders& orders)
{
    TapeBuilder tape(c.system.graph, std::uint32_t(c.layout.size));
    bind_point(c, tape);
    const BlockSolver solver = write_blocks(c, tape, orders);
    const Structure& s = c.structure;
    const Slot zero = tape.constant(0);
    std::vector<Slot> point(c.layout.size);
    for (int i = 0; i < c.layout.size; ++i) point[i] = tape.input(i);

    for (int stage = -c.layout.stages; stage < 0; ++stage) {
        std::vector<Slot> e(s.c.size(), zero);
        for (std::size_t i = 0; i < s.c.size(); ++i)
            if (stage + s.c[i] >= 0)
                e[i] = tape.negate(tape.emit(s.derivatives[i][stage + s.c[i]]));
        const std::vector<Slot> delta = solve_blocks(c, tape, solver, e);
        for (int j = 0; j < c.layout.unknowns; ++j) {
            const int order = stage + c.layout.d[j];
            if (order < 0) continue;
            const int at = c.layout.position(j, order);
            point[at] = tape.add(point[at], delta[j]);
            tape.bind(leaf_at(c, at), point[at]);
        }
    }
    FieldTape result;
    for (const Slot slot : point) tape.output(slot);
    watch_pivots(c, tape, solver, orders, result);
    result.tape = tape.finish();
    return result;
}

Tape write_values(CompletedSystem& c, const std::vector<NodeId>& expressions)
{
    TapeBuilder tape(c.system.graph, std::uint32_t(c.layout.size + c.layout.unknowns));
    bind_point(c, tape);
    bind_tops(c, tape);
    for (const NodeId e : expressions) tape.output(tape.emit(e));
    return tape.finish();
}

Tape write_matrix(CompletedSystem& c)
{
    std::vector<NodeId> all;
    for (std::size_t i = 0; i < c.structure.c.size(); ++i)
        all.push_back(c.structure.derivatives[i][c.structure.c[i]]);
    all.insert(all.end(), c.jacobian_nodes.begin(), c.jacobian_nodes.end());
    return write_values(c, all);
}

namespace {

Tape write_over_point(CompletedSystem& c, const std::vector<NodeId>& nodes)
{
    TapeBuilder tape(c.system.graph, std::uint32_t(c.layout.size));
    bind_point(c, tape);
    for (const NodeId e : nodes) tape.output(tape.emit(e));
    return tape.finish();
}

}  // namespace

Tape write_constraints(CompletedSystem& c)
{
    return write_over_point(c, c.constraint_nodes);
}

Tape write_constraint_jacobian(CompletedSystem& c)
{
    return write_over_point(c, c.constraint_jacobian_nodes);
}

}  // namespace involute
