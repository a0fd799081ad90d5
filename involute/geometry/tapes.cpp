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

void bind_to(CompletedSystem& c, TapeBuilder& tape, const std::vector<Slot>& point)
{
    for (int i = 0; i < c.layout.size; ++i) tape.bind(leaf_at(c, i), point[std::size_t(i)]);
}

std::vector<Slot> input_point(const CompletedSystem& c, const TapeBuilder& tape)
{
    std::vector<Slot> point;
    for (int i = 0; i < c.layout.size; ++i) point.push_back(tape.input(std::uint32_t(i)));
    return point;
}

/// The pivots follow the other outputs.
FieldTape finish_watched(TapeBuilder& tape, const std::vector<Slot>& outputs,
                         const std::vector<Slot>& pivots, bool negative)
{
    for (const auto* slots : {&outputs, &pivots})
        for (const Slot slot : *slots) tape.output(slot);
    return {.tape = tape.finish(), .watched = int(pivots.size()), .negative = negative};
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

FieldSlots write_field(CompletedSystem& c, TapeBuilder& tape, const BlockOrders& orders,
                       const std::vector<Slot>& point)
{
    bind_to(c, tape, point);
    const BlockSolver solver = write_blocks(c, tape, orders);
    WatchedPivots pivots = watched_pivots(c, tape, solver, orders);
    return {.tops = solver.z, .pivots = std::move(pivots.slots), .negative = pivots.negative};
}

FieldTape write_field(CompletedSystem& c, const BlockOrders& orders)
{
    TapeBuilder tape(c.system.graph, std::uint32_t(c.layout.size));
    const FieldSlots field = write_field(c, tape, orders, input_point(c, tape));
    return finish_watched(tape, field.tops, field.pivots, field.negative);
}

SweepSlots write_sweep(CompletedSystem& c, TapeBuilder& tape, const BlockOrders& orders,
                       std::vector<Slot> point)
{
    bind_to(c, tape, point);
    const BlockSolver solver = write_blocks(c, tape, orders);
    const Structure& s = c.structure;
    const Slot zero = tape.constant(0);
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
    WatchedPivots pivots = watched_pivots(c, tape, solver, orders);
    return {
        .point = std::move(point), .pivots = std::move(pivots.slots), .negative = pivots.negative};
}

FieldTape write_sweep(CompletedSystem& c, const BlockOrders& orders)
{
    TapeBuilder tape(c.system.graph, std::uint32_t(c.layout.size));
    const SweepSlots sweep = write_sweep(c, tape, orders, input_point(c, tape));
    return finish_watched(tape, sweep.point, sweep.pivots, sweep.negative);
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
