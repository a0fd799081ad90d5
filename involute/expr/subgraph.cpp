// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/subgraph.hpp"

#include "involute/expr/functions.hpp"

namespace involute {

int operand_count(const Node& node)
{
    switch (node.op) {
        case Op::constant:
        case Op::independent:
        case Op::jet:
        case Op::parameter:
            return 0;
        case Op::negate:
        case Op::integer_power:
        case Op::input:
            return 1;
        case Op::call:
            return functions()[node.function].arity;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::divide:
        case Op::power:
            return 2;
    }
    return 0;
}

Subgraph subgraph(const Graph& graph, const std::vector<NodeId>& roots)
{
    Subgraph result;
    NodeMap place;
    std::vector<NodeId> stack;
    const auto waits_for = [&](NodeId operand) {
        if (place.find(operand) != NodeMap::absent) return false;
        stack.push_back(operand);
        return true;
    };
    for (const NodeId root : roots) {
        if (place.find(root) == NodeMap::absent) stack.push_back(root);
        while (!stack.empty()) {
            const NodeId id = stack.back();
            if (place.find(id) != NodeMap::absent) {
                stack.pop_back();
                continue;
            }
            const Node& node = graph[id];
            const int operands = operand_count(node);
            if (operands > 0 && waits_for(node.a)) continue;
            if (operands > 1 && waits_for(node.b)) continue;
            stack.pop_back();
            place.set(id, std::uint32_t(result.visits.size()));
            result.visits.push_back({.id = id,
                                     .a = operands > 0 ? place.find(node.a) : 0,
                                     .b = operands > 1 ? place.find(node.b) : 0});
        }
        result.roots.push_back(place.find(root));
    }
    return result;
}

}  // namespace involute
