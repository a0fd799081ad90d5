// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/certificate_tape.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

/// Whether a point and its tops have every jet of an expression.
bool is_known(const CompletedSystem& c, NodeId e)
{
    const std::vector<NodeId> all = leaves(c.system.graph, e);
    return std::all_of(all.begin(), all.end(), [&](NodeId leaf) {
        const Node& node = c.system.graph[leaf];
        return node.op == Op::independent || int(node.b) <= c.layout.d[node.a];
    });
}

}  // namespace

std::vector<CheckedRow> rows_of_completion(const CompletedSystem& c)
{
    std::vector<CheckedRow> rows;
    for (const StrongForce& force : c.system.forces)
        if (force.equation < int(c.system.equations.size()) &&
            is_known(c, c.system.equations[force.equation].f))
            rows.push_back(
                {c.system.equations[force.equation].f, equation_name(c.system, force.equation, 0)});
    for (const Invariant& invariant : c.system.invariants)
        if (invariant.closure) rows.push_back({invariant.expression, invariant.name});
    return rows;
}

Tape write_certificate(CompletedSystem& c, const std::vector<CheckedRow>& checked)
{
    Graph& graph = c.system.graph;
    const int size = c.layout.size, n = c.layout.unknowns;

    // Make all derivatives first: the graph must not grow while the tape builder reads it.
    struct Row {
        NodeId f{};
        std::vector<std::pair<NodeId, int>> partials{};  // (derivative, input of its scale)
    };
    std::vector<Row> rows;
    for (const CheckedRow& checked_row : checked) {
        Row row{checked_row.f, {}};
        Partials partials(graph, row.f);
        for (const NodeId leaf : partials.leaves()) {
            const Node node = graph[leaf];
            if (node.op == Op::independent) continue;
            const int j = int(node.a), l = int(node.b);
            const int scale =
                size + n + (c.layout.in_point(j, l) ? c.layout.position(j, l) : size + j);
            row.partials.push_back({partials.by(leaf), scale});
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
