// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/one_side.hpp"

#include <algorithm>
#include <functional>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {
namespace {

// A start value that moves by less than this part of itself has stayed where it was.
constexpr double stayed_within = 1e-9;

bool has_kink(const Node& node)
{
    if (node.op != Op::call) return false;
    const FunctionId f = node.function;
    return f == max_function() || f == min_function() || f == abs_function() ||
           f == sign_function() || f == floor_function();
}

/// Operands first.
std::vector<NodeId> kinks_of(const Graph& graph, const std::vector<NodeId>& formulas)
{
    std::vector<NodeId> kinks;
    for (const Visit& visit : subgraph(graph, formulas).visits)
        if (has_kink(graph[visit.id])) kinks.push_back(visit.id);
    return kinks;
}

/// The value that the start or a guess gives to a leaf; x is 0 where nothing is said.
std::optional<Quad> told(const System& system, NodeId leaf)
{
    const Node& node = system.graph[leaf];
    const bool is_x = node.op == Op::independent;
    for (const auto* list : {&system.starts, &system.guesses})
        for (const Given& given : *list)
            if (is_x ? given.unknown < 0
                     : given.unknown == int(node.a) && given.order == int(node.b))
                return given.value;
    if (is_x) return Quad(0);
    return std::nullopt;
}

/// Of a leaf, where it is known.
using ValueOf = std::function<std::optional<Quad>(NodeId leaf)>;

std::optional<Quad> value_at(const Graph& graph, NodeId e, const ValueOf& value_of)
{
    const std::vector<NodeId> in = leaves(graph, e);
    const auto has_input = [&](const Visit& visit) { return graph[visit.id].op == Op::input; };
    if (in.empty() || std::ranges::any_of(subgraph(graph, {e}).visits, has_input) ||
        !std::ranges::all_of(in, [&](NodeId leaf) { return value_of(leaf).has_value(); }))
        return std::nullopt;
    const Quad value = evaluate<Quad>(graph, e, [&](NodeId leaf) { return *value_of(leaf); });
    if (!isfinite(value)) return std::nullopt;
    return value;
}

/// What the call is on the side of a point; absent exactly on the kink.
std::optional<NodeId> branch_at(Graph& graph, NodeId call, const ValueOf& value_of)
{
    const Node node = graph[call];
    if (node.function == floor_function()) {
        const std::optional<Quad> a = value_at(graph, node.a, value_of);
        if (!a || floor(*a) == *a) return std::nullopt;
        return graph.constant(floor(*a));
    }
    const bool two = node.function == max_function() || node.function == min_function();
    const NodeId argument = two ? graph.subtract(node.a, node.b) : node.a;
    const std::optional<Quad> g = value_at(graph, argument, value_of);
    if (!g || *g == Quad(0)) return std::nullopt;
    const bool above = *g > Quad(0);
    if (node.function == sign_function()) return graph.constant(above ? 1 : -1);
    if (node.function == abs_function()) return above ? node.a : graph.negate(node.a);
    return above == (node.function == max_function()) ? node.a : node.b;
}

/// What is to be put in the place of what.
struct Branches {
    std::vector<NodeId> from{}, to{};

    NodeId in(Graph& graph, NodeId e) const { return substitute(graph, e, from, to); }
};

Branches branches_at(Graph& graph, const std::vector<NodeId>& kinks, const ValueOf& value_of)
{
    Branches found;
    for (const NodeId call : kinks) {
        const std::optional<NodeId> branch = branch_at(graph, call, value_of);
        if (!branch) continue;
        // A branch may contain kinks itself: those are before it.
        found.to.push_back(found.in(graph, *branch));
        found.from.push_back(call);
    }
    return found;
}

std::vector<NodeId> formulas_of(const std::vector<Equation>& equations)
{
    std::vector<NodeId> formulas;
    for (const Equation& equation : equations) formulas.push_back(equation.f);
    return formulas;
}

/// Coordinates and highest derivatives.
ValueOf values_of(const CompletedSystem& c, const std::vector<Quad>& p, const std::vector<Quad>& z)
{
    return [&](NodeId leaf) -> std::optional<Quad> {
        const Node& node = c.system.graph[leaf];
        if (node.op == Op::independent) return p[0];
        const int j = int(node.a), order = int(node.b);
        if (c.layout.in_point(j, order)) return p[std::size_t(c.layout.position(j, order))];
        if (order > c.layout.d[std::size_t(j)]) return std::nullopt;
        return z[std::size_t(j)];
    };
}

}  // namespace

std::optional<System> on_one_side(const System& author)
{
    System system = author;
    Graph& graph = system.graph;
    const Branches branches = branches_at(graph, kinks_of(graph, formulas_of(system.equations)),
                                          [&](NodeId leaf) { return told(system, leaf); });
    if (branches.from.empty()) return std::nullopt;
    if (system.written.empty()) system.written = system.equations;
    for (Equation& equation : system.equations) equation.f = branches.in(graph, equation.f);
    return system;
}

bool stands_on_its_side(const CompletedSystem& completed, const std::vector<Quad>& p,
                        const std::vector<Quad>& z)
{
    Graph graph = completed.system.graph;
    const ValueOf as_told = [&](NodeId leaf) { return told(completed.system, leaf); };
    const ValueOf as_found = values_of(completed, p, z);
    const auto stayed = [&](NodeId leaf) {
        const std::optional<Quad> was = as_told(leaf), is = as_found(leaf);
        return was && is && abs(*is - *was) <= Quad(stayed_within) * abs(*was);
    };
    const auto is_there = [&](NodeId call) {
        const std::optional<NodeId> branch = branch_at(graph, call, as_told);
        return !branch || std::ranges::all_of(leaves(graph, call), stayed) ||
               branch_at(graph, call, as_found) == branch;
    };
    return std::ranges::all_of(kinks_of(graph, formulas_of(completed.system.written)), is_there);
}

bool holds_on_one_side(const CompletedSystem& completed)
{
    const System& system = completed.system;
    const std::vector<NodeId> there = kinks_of(system.graph, formulas_of(system.equations));
    const auto is_new = [&](NodeId call) { return std::ranges::count(there, call) == 0; };
    return std::ranges::any_of(kinks_of(system.graph, formulas_of(system.written)), is_new);
}

bool holds_on_one_side(const CompletedSystem& completed, FoundOnce& findings)
{
    struct OnOneSide {
        bool holds;
    };
    return findings.once<OnOneSide>([&] { return OnOneSide{holds_on_one_side(completed)}; }).holds;
}

std::optional<CompletedSystem> on_side_of(const CompletedSystem& completed,
                                          const std::vector<Quad>& p, const std::vector<Quad>& z)
{
    System system = completed.system;
    Structure structure = completed.structure;
    Graph& graph = system.graph;
    std::vector<NodeId> formulas = formulas_of(system.equations);
    for (const auto& levels : structure.derivatives)
        formulas.insert(formulas.end(), levels.begin(), levels.end());
    const Branches branches =
        branches_at(graph, kinks_of(graph, formulas), values_of(completed, p, z));
    if (branches.from.empty()) return std::nullopt;
    for (Equation& equation : system.equations) equation.f = branches.in(graph, equation.f);
    for (auto& levels : structure.derivatives)
        for (NodeId& e : levels) e = branches.in(graph, e);
    return make_completed(std::move(system), std::move(structure));
}

}  // namespace involute
