// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/completed_system.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/expr/calculus.hpp"

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

namespace {

/// Adds ∂e/∂(each leaf that stands in p) as row `row` of the pattern.
void add_gradient(CompletedSystem& c, int row, NodeId e)
{
    Graph& graph = c.system.graph;
    Partials partials(graph, e);
    for (const NodeId leaf : partials.leaves()) {
        const NodeId derivative = partials.by(leaf);
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
    // Make every leaf now: the graph must not grow while a tape builder reads it.
    for (int i = 0; i < c.layout.size; ++i) leaf_at(c, i);
    for (int j = 0; j < c.layout.unknowns; ++j) c.top(j);

    const int n = c.layout.unknowns;
    c.jacobian.rows = c.jacobian.columns = n;
    for (int i = 0; i < n; ++i) {
        keep_patience();
        Partials partials(graph, c.structure.derivatives[i][c.structure.c[i]]);
        for (const int j : c.structure.pattern[i]) {
            const NodeId derivative = partials.by(c.top(j));
            if (graph.is_constant(derivative, 0)) continue;
            c.jacobian.entries.push_back({i, j});
            c.jacobian_nodes.push_back(derivative);
        }
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

}  // namespace involute
