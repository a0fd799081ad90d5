// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/certificate_tape.hpp"

#include <fmt/format.h>

#include "involute/expr/calculus.hpp"

namespace involute {

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

    // Make all derivatives first: the graph must not grow while the tape builder reads it.
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
