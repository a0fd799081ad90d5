// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/tapes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/geometry/block_solver.hpp"

namespace involute {

NodeId leaf_at(CompletedSystem& c, int position)
{
    const Layout::Jet jet = c.layout.jets[position];
    return jet.unknown < 0 ? c.system.graph.independent()
                           : c.system.graph.jet(jet.unknown, jet.order);
}

int position_of(const CompletedSystem& c, NodeId leaf)
{
    const Node node = c.system.graph[leaf];
    return node.op == Op::independent ? 0 : c.layout.position(int(node.a), int(node.b));
}

void bind_point(CompletedSystem& c, TapeBuilder& tape)
{
    for (int i = 0; i < c.layout.size; ++i) tape.bind(leaf_at(c, i), tape.input(i));
}

namespace {

/// Adds ∂e/∂(each leaf that stands in p) as row `row` of the pattern.
void add_gradient(CompletedSystem& c, int row, NodeId e)
{
    Graph& graph = c.system.graph;
    for (const NodeId leaf : leaves(graph, e)) {
        const NodeId derivative = differentiate(graph, e, leaf);
        if (graph.is_constant(derivative, 0)) continue;
        c.constraint_jacobian.entries.push_back({row, position_of(c, leaf)});
        c.constraint_jacobian_nodes.push_back(derivative);
    }
}

/// Every jet of the expression must be one that a point has: below d_j, or with margin 0 the top.
void require_known(const CompletedSystem& c, NodeId e, const char* what, const std::string& name,
                   Place place, int margin)
{
    for (const NodeId leaf : leaves(c.system.graph, e)) {
        const Node node = c.system.graph[leaf];
        if (node.op == Op::independent || int(node.b) <= c.layout.d[node.a] + margin) continue;
        throw Error(Diagnostic{
            .message = fmt::format("{} `{}` contains {}, which follows from the equations and "
                                   "lower derivatives",
                                   what, name, jet_name(c.system.names, int(node.a), int(node.b))),
            .hint = "write it in terms of lower derivatives",
            .place = place,
            .file = c.system.file});
    }
}

void bind_tops(CompletedSystem& c, TapeBuilder& tape)
{
    for (int j = 0; j < c.layout.unknowns; ++j) tape.bind(c.top(j), tape.input(c.layout.size + j));
}

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

std::string equation_name(const System& system, int equation, int order)
{
    const std::string& text = system.equations[equation].text;
    int number = equation + 1;
    if (!system.written.empty()) {
        const auto same = std::ranges::find(system.written, text, &Equation::text);
        number = same == system.written.end() ? 0 : int(same - system.written.begin()) + 1;
    }
    const std::string name = number == 0 ? text : fmt::format("equation {} ({})", number, text);
    if (order == 0) return name;
    if (order == 1) return name + " differentiated once";
    return fmt::format("{} differentiated {} times", name, order);
}

CompletedSystem make_completed(System system, Structure structure)
{
    CompletedSystem c{.system = std::move(system), .structure = std::move(structure)};
    c.layout = make_layout(c.structure);
    Graph& graph = c.system.graph;
    // Every leaf exists before any tape is written: a tape builder reads a graph that rests.
    for (int i = 0; i < c.layout.size; ++i) leaf_at(c, i);
    for (int j = 0; j < c.layout.unknowns; ++j) c.top(j);

    const int n = c.layout.unknowns;
    c.jacobian.rows = c.jacobian.columns = n;
    for (int i = 0; i < n; ++i)
        for (const int j : c.structure.pattern[i]) {
            const NodeId top_row = c.structure.derivatives[i][c.structure.c[i]];
            const NodeId derivative = differentiate(graph, top_row, c.top(j));
            if (graph.is_constant(derivative, 0)) continue;
            c.jacobian.entries.push_back({i, j});
            c.jacobian_nodes.push_back(derivative);
        }

    int row = 0;
    for (const Layout::Constraint& g : c.layout.constraints) {
        c.constraint_nodes.push_back(c.structure.derivatives[g.equation][g.order]);
        add_gradient(c, row++, c.constraint_nodes.back());
    }
    for (const Crossing& crossing : c.system.crossings)
        require_known(c, crossing.expression, crossing.is_event ? "event" : "section",
                      crossing.name, crossing.place, 0);
    for (const Invariant& invariant : c.system.invariants) {
        require_known(c, invariant.expression, "invariant", invariant.name, invariant.place, -1);
        c.constraint_nodes.push_back(invariant.expression);
        add_gradient(c, row++, invariant.expression);
        ++c.invariants;
    }
    c.constraint_jacobian.rows = row;
    c.constraint_jacobian.columns = c.layout.size;
    return c;
}

std::string CompletedSystem::constraint_name(int row) const
{
    const int equations_rows = int(layout.constraints.size());
    if (row >= equations_rows) {
        const Invariant& invariant = system.invariants[row - equations_rows];
        return invariant.closure ? invariant.name : fmt::format("invariant `{}`", invariant.name);
    }
    const Layout::Constraint& g = layout.constraints[row];
    return equation_name(system, g.equation, g.order);
}

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

std::vector<CheckedRow> checked_rows(const CompletedSystem& c)
{
    std::vector<CheckedRow> rows;
    for (int i = 0; i < int(c.structure.derivatives.size()); ++i)
        for (int l = 0; l < int(c.structure.derivatives[i].size()); ++l)
            if (!c.system.equations[i].choice)
                rows.push_back({c.structure.derivatives[i][l], equation_name(c.system, i, l)});
    for (int i = 0; i < int(c.system.written.size()); ++i)
        rows.push_back({c.system.written[i].f,
                        fmt::format("equation {} ({})", i + 1, c.system.written[i].text)});
    for (int k = 0; k < c.invariants; ++k)
        rows.push_back({c.system.invariants[k].expression,
                        c.constraint_name(int(c.layout.constraints.size()) + k), k});
    return rows;
}

Tape write_certificate(CompletedSystem& c, const std::vector<CheckedRow>& checked)
{
    Graph& graph = c.system.graph;
    const int size = c.layout.size, n = c.layout.unknowns;

    // Derivatives first: the builder reads the graph, which must not grow under it.
    struct Row {
        NodeId f{};
        std::vector<std::pair<NodeId, int>> partials{};  // (derivative, input of its scale)
    };
    std::vector<Row> rows;
    for (const CheckedRow& checked_row : checked) {
        Row row{checked_row.f, {}};
        for (const NodeId leaf : leaves(graph, row.f)) {
            const Node node = graph[leaf];
            if (node.op == Op::independent) continue;
            const int j = int(node.a), l = int(node.b);
            const int scale =
                size + n + (c.layout.in_point(j, l) ? c.layout.position(j, l) : size + j);
            row.partials.push_back({differentiate(graph, row.f, leaf), scale});
        }
        rows.push_back(std::move(row));
    }

    TapeBuilder tape(graph, std::uint32_t(2 * (size + n)));
    bind_point(c, tape);
    bind_tops(c, tape);
    for (const Row& row : rows) {
        tape.output(tape.emit(row.f));
        Slot sum = tape.constant(0);
        for (const auto& [derivative, scale] : row.partials)
            sum = tape.add(sum, tape.multiply(tape.absolute(tape.emit(derivative)),
                                              tape.input(std::uint32_t(scale))));
        tape.output(sum);
    }
    return tape.finish();
}

}  // namespace involute
