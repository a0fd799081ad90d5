// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/switches.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/input.hpp"
#include "involute/expr/stairs.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {
namespace {

/// Below or at the tops: a switch in a formula that nothing evaluates has no values.
bool has_values(const CompletedSystem& c, NodeId e)
{
    return std::ranges::all_of(leaves(c.system.graph, e), [&](NodeId leaf) {
        const Node node = c.system.graph[leaf];
        return node.op == Op::independent || int(node.b) <= c.layout.d[node.a];
    });
}

/// Those of an input, once: they are where its gate is zero.
void add_breakpoints(Graph& graph, NodeId input, std::vector<Switch>& switches)
{
    const Node node = graph[input];
    if (!graph.input_functions()[node.b]->has_breakpoints()) return;
    const NodeId gate = graph.input(int(node.b), gate_order, node.a);
    const auto is_it = [&](const Switch& s) { return s.expression == gate; };
    if (std::ranges::none_of(switches, is_it)) switches.push_back({gate, input, true});
}

}  // namespace

std::vector<NodeId> all_formulas(const CompletedSystem& c)
{
    std::vector<NodeId> all;
    for (const Equation& equation : c.system.written) all.push_back(equation.f);
    for (const auto& levels : c.structure.derivatives)
        all.insert(all.end(), levels.begin(), levels.end());
    for (int k = 0; k < c.invariants; ++k) all.push_back(c.system.invariants[k].expression);
    return all;
}

std::vector<Switch> find_switches(CompletedSystem& c)
{
    Graph& graph = c.system.graph;
    std::vector<NodeId> found;
    std::vector<Switch> switches;
    for (const Visit& visit : subgraph(graph, all_formulas(c)).visits) {
        const Node node = graph[visit.id];
        if (node.op == Op::input) add_breakpoints(graph, visit.id, switches);
        if (node.op != Op::call) continue;
        const bool two = node.function == max_function() || node.function == min_function();
        const bool stairs = node.function == floor_function();
        const bool one = node.function == abs_function() || node.function == sign_function();
        if (!two && !stairs && !one) continue;
        const NodeId g = two      ? graph.subtract(node.a, node.b)
                         : stairs ? zero_at_steps(graph, node.a)
                                  : node.a;
        const std::vector<NodeId> in_g = leaves(graph, g);
        if (in_g.empty() || std::ranges::count(found, g) > 0 ||
            std::ranges::count(found, graph.negate(g)) > 0 || !has_values(c, g))
            continue;
        found.push_back(g);
        const bool in_x = in_g.size() == 1 && graph[in_g[0]].op == Op::independent;
        switches.push_back({g, visit.id, in_x});
    }
    return switches;
}

/// The breakpoints of an input may depend on parameters.
std::vector<Switch> find_switches(CompletedSystem& c, FoundOnce& findings)
{
    if (!c.system.graph.input_functions().empty()) return find_switches(c);
    return findings.once<std::vector<Switch>>([&] { return find_switches(c); });
}

bool contain_tops(const CompletedSystem& c, const std::vector<Switch>& switches)
{
    for (const Switch& s : switches)
        for (const NodeId leaf : leaves(c.system.graph, s.expression)) {
            const Node node = c.system.graph[leaf];
            if (node.op == Op::jet && int(node.b) == c.layout.d[node.a]) return true;
        }
    return false;
}

Tape write_switches(CompletedSystem& c, const std::vector<Switch>& switches, const Scale& scale)
{
    Graph& graph = c.system.graph;
    // Make all derivatives first: the graph must not grow while the tape builder reads it.
    std::vector<std::vector<std::pair<NodeId, NodeId>>> partials;  // (∂g/∂leaf, leaf)
    for (const Switch& s : switches) {
        partials.emplace_back();
        Partials by_leaf(graph, s.expression);
        for (const NodeId leaf : by_leaf.leaves())
            partials.back().push_back({by_leaf.by(leaf), leaf});
    }
    TapeBuilder tape(graph, std::uint32_t(c.layout.size + c.layout.unknowns));
    bind_point(c, tape);
    bind_tops(c, tape);
    for (std::size_t k = 0; k < switches.size(); ++k) {
        tape.output(tape.emit(switches[k].expression));
        Slot size = tape.constant(0);
        for (const auto& [derivative, leaf] : partials[k]) {
            const Node node = graph[leaf];
            const bool x = node.op == Op::independent;
            const Slot length = tape.add(tape.absolute(tape.emit(leaf)),
                                         tape.constant(x ? 0 : scale.of(int(node.a), int(node.b))));
            size = tape.add(size, tape.multiply(tape.absolute(tape.emit(derivative)), length));
        }
        tape.output(size);
    }
    return tape.finish();
}

}  // namespace involute
