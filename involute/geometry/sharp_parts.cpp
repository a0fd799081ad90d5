// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/sharp_parts.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "involute/expr/functions.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/geometry/switches.hpp"

namespace involute {
namespace {

// Powers below this one rise too gently to hide.
constexpr int high_power = 8;

/// by_number: the last operand contains constants and parameters alone.
bool is_sharp(const Node& node, bool by_number)
{
    constexpr std::string_view gentle[] = {"sin", "cos", "asin", "acos", "abs",
                                           "min", "max", "sign", "floor"};
    switch (node.op) {
        case Op::divide:
            return !by_number;
        case Op::power:
            return true;
        case Op::integer_power:
            return node.exponent < 0 || node.exponent >= high_power;
        case Op::call:
            return !is_choice(node.function) &&
                   std::ranges::count(gentle, functions()[node.function].name) == 0;
        default:
            return false;
    }
}

enum Dependence : char { on_constants = 0, on_x = 1, on_point = 2, on_others = 4 };

/// Of the nodes under these, each once, those that are sharp and depend on this alone.
template <class Choose>
std::vector<NodeId> sharp_parts(const CompletedSystem& c, const std::vector<NodeId>& formulas,
                                Choose choose)
{
    const Graph& graph = c.system.graph;
    const Subgraph all = subgraph(graph, formulas);
    std::vector<char> depends;
    std::vector<NodeId> parts;
    for (const Visit& visit : all.visits) {
        const Node& node = graph[visit.id];
        const int operands = operand_count(node);
        char on = on_constants;
        if (node.op == Op::independent) on = on_x;
        if (node.op == Op::jet)
            on = c.layout.in_point(int(node.a), int(node.b)) ? on_point : on_others;
        if (operands > 0) on |= depends[visit.a];
        if (operands > 1) on |= depends[visit.b];
        depends.push_back(on);
        const bool by_number = operands > 1 && depends[visit.b] == on_constants;
        if (choose(on) && is_sharp(node, by_number)) parts.push_back(visit.id);
    }
    return parts;
}

}  // namespace

std::vector<NodeId> sharp_parts_in_x(const CompletedSystem& c)
{
    return sharp_parts(c, all_formulas(c), [](char on) { return on == on_x; });
}

/// Of a quotient its denominator matters: what is gentle and passes zero above it hides nothing.
std::vector<NodeId> sharp_parts_of_state(CompletedSystem& c)
{
    std::vector<NodeId> undifferentiated;
    for (const auto* equations : {&c.system.written, &c.system.equations})
        for (const Equation& equation : *equations) undifferentiated.push_back(equation.f);
    const std::vector<NodeId> all = sharp_parts(
        c, undifferentiated, [](char on) { return (on & on_point) != 0 && (on & on_others) == 0; });
    Graph& graph = c.system.graph;
    std::vector<NodeId> parts;
    for (const NodeId part : all) {
        const Node node = graph[part];
        const bool divides = node.op == Op::divide;
        const NodeId what = divides ? graph.divide(graph.constant(1), node.b) : part;
        if (std::ranges::count(parts, what) == 0) parts.push_back(what);
    }
    return parts;
}

std::vector<SizeGuard> size_guards(const Graph& graph, const std::vector<NodeId>& parts,
                                   double factor)
{
    std::vector<SizeGuard> guards;
    for (const NodeId part : parts) {
        SizeGuard guard{part, factor};
        for (bool simpler = true; simpler;) {
            const Node& node = graph[guard.what];
            double power = 0;
            if (node.op == Op::integer_power) power = node.exponent;
            if (node.op == Op::power && graph[node.b].op == Op::constant)
                power = to_double(graph.value(node.b));
            if (node.op == Op::call && functions()[node.function].name == "sqrt") power = 0.5;
            simpler = power != 0;
            if (simpler) guard = {node.a, std::pow(guard.factor, 1 / std::abs(power))};
            if (node.op == Op::divide && graph[node.a].op == Op::constant) {
                simpler = true;
                guard.what = node.b;
            }
        }
        const auto same = std::ranges::find(guards, guard.what, &SizeGuard::what);
        if (same == guards.end())
            guards.push_back(guard);
        else
            same->factor = std::min(same->factor, guard.factor);
    }
    return guards;
}

std::vector<int> coordinates_in(const CompletedSystem& c, const std::vector<NodeId>& expressions)
{
    std::set<int> read;
    for (const Visit& visit : subgraph(c.system.graph, expressions).visits) {
        const Node& node = c.system.graph[visit.id];
        if (node.op == Op::independent) read.insert(0);
        if (node.op == Op::jet) read.insert(c.layout.position(int(node.a), int(node.b)));
    }
    return {read.begin(), read.end()};
}

}  // namespace involute
