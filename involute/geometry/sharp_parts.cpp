// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/sharp_parts.hpp"

#include <algorithm>

#include "involute/expr/functions.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/geometry/switches.hpp"

namespace involute {
namespace {

// Powers below this one rise too gently to hide.
constexpr int high_power = 8;

bool is_sharp(const Graph& graph, const Node& node)
{
    constexpr std::string_view gentle[] = {"sin", "cos", "asin", "acos",
                                           "abs", "min", "max",  "sign"};
    switch (node.op) {
        case Op::divide:
            return !graph.is_constant(node.b);
        case Op::power:
            return true;
        case Op::integer_power:
            return node.exponent < 0 || node.exponent >= high_power;
        case Op::call:
            return std::ranges::count(gentle, functions()[node.function].name) == 0;
        default:
            return false;
    }
}

}  // namespace

std::vector<NodeId> sharp_parts_in_x(const CompletedSystem& c)
{
    const Graph& graph = c.system.graph;
    const Subgraph all = subgraph(graph, all_formulas(c));
    enum : char { constant = 0, of_x = 1, of_jets = 2 };
    std::vector<char> depends;
    std::vector<NodeId> parts;
    for (const Visit& visit : all.visits) {
        const Node& node = graph[visit.id];
        const int operands = operand_count(node);
        char on = node.op == Op::independent ? of_x : node.op == Op::jet ? of_jets : constant;
        if (operands > 0) on |= depends[visit.a];
        if (operands > 1) on |= depends[visit.b];
        depends.push_back(on);
        if (on == of_x && is_sharp(graph, node)) parts.push_back(visit.id);
    }
    return parts;
}

}  // namespace involute
