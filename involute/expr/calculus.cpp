// SPDX-License-Identifier: Apache-2.0
// Every function here walks the subgraph of the expression once, without recursion. The arena grows
// meanwhile, so nodes are copied before new ones are built.
#include "involute/expr/calculus.hpp"

#include <algorithm>
#include <limits>

#include "involute/base/patience.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/input.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

/// d(a^b) = a^b (b' log a + b a'/a), without the parts that vanish.
NodeId power_derivative(Graph& g, NodeId e, NodeId a, NodeId b, NodeId da, NodeId db)
{
    NodeId sum = g.constant(0);
    if (!g.is_constant(da, 0)) {
        const NodeId lowered = g.power(a, g.subtract(b, g.constant(1)));
        sum = g.multiply(g.multiply(b, lowered), da);
    }
    if (!g.is_constant(db, 0)) {
        const NodeId log_a = g.call(*find_function("log"), a);
        sum = g.add(sum, g.multiply(g.multiply(e, log_a), db));
    }
    return sum;
}

int derivative_order(int of_input)
{
    return of_input == gate_order ? gate_slope_order : of_input + 1;
}

NodeId call_derivative(Graph& g, NodeId e, const Node& node, NodeId da, NodeId db)
{
    if (is_choice(node.function)) return g.call(node.function, node.a, db);
    const Function& f = functions()[node.function];
    NodeId sum = g.multiply(f.partial(g, e, node.a, node.b, 0), da);
    if (f.arity == 2 && !g.is_constant(db, 0))
        sum = g.add(sum, g.multiply(f.partial(g, e, node.a, node.b, 1), db));
    return sum;
}

/// The derivative of the node e from those of its operands (the chain rule, one link).
NodeId chain_rule(Graph& g, NodeId e, NodeId da, NodeId db)
{
    const Node node = g[e];
    switch (node.op) {
        case Op::add:
            return g.add(da, db);
        case Op::subtract:
            return g.subtract(da, db);
        case Op::multiply:
            return g.add(g.multiply(da, node.b), g.multiply(node.a, db));
        case Op::divide:
            // (a/b)' = a'/b - (a/b) b'/b: the quotient is there already.
            if (g.is_constant(db, 0)) return g.divide(da, node.b);
            return g.divide(g.subtract(da, g.multiply(e, db)), node.b);
        case Op::negate:
            return g.negate(da);
        case Op::power:
            return power_derivative(g, e, node.a, node.b, da, db);
        case Op::integer_power: {
            const NodeId lowered = g.integer_power(node.a, node.exponent - 1);
            return g.multiply(g.multiply(g.constant(node.exponent), lowered), da);
        }
        case Op::call:
            return call_derivative(g, e, node, da, db);
        case Op::input:
            return g.multiply(g.input(int(node.b), derivative_order(node.exponent), node.a), da);
        case Op::constant:
        case Op::independent:
        case Op::jet:
        case Op::parameter:
            break;
    }
    return g.constant(0);
}

/// The jets and the independent variable of a subgraph, ascending.
std::vector<NodeId> leaves_of(const Graph& graph, const Subgraph& part)
{
    std::vector<NodeId> found;
    for (const Visit& visit : part.visits) {
        const Op op = graph[visit.id].op;
        if (op == Op::jet || op == Op::independent) found.push_back(visit.id);
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

NodeId with_operands(Graph& g, NodeId e, NodeId a, NodeId b)
{
    const Node node = g[e];
    switch (node.op) {
        case Op::add:
            return g.add(a, b);
        case Op::subtract:
            return g.subtract(a, b);
        case Op::multiply:
            return g.multiply(a, b);
        case Op::divide:
            return g.divide(a, b);
        case Op::negate:
            return g.negate(a);
        case Op::power:
            return g.power(a, b);
        case Op::integer_power:
            return g.integer_power(a, node.exponent);
        case Op::call:
            return g.call(node.function, a, b);
        case Op::input:
            return g.input(int(node.b), node.exponent, a);
        case Op::constant:
        case Op::independent:
        case Op::jet:
        case Op::parameter:
            break;
    }
    return e;
}

Partials::Partials(Graph& graph, NodeId e)
    : graph_(graph), part_(subgraph(graph, {e})), leaves_(leaves_of(graph, part_))
{
}

NodeId Partials::by(NodeId leaf)
{
    const NodeId zero = graph_.constant(0), one = graph_.constant(1);
    if (!std::ranges::binary_search(leaves_, leaf)) return zero;
    derivatives_.clear();
    for (const Visit& visit : part_.visits) {
        const int operands = operand_count(graph_[visit.id]);
        const NodeId da = operands > 0 ? derivatives_[visit.a] : zero;
        const NodeId db = operands > 1 ? derivatives_[visit.b] : zero;
        if (visit.id == leaf)
            derivatives_.push_back(one);
        else if (da == zero && db == zero)
            derivatives_.push_back(zero);
        else
            derivatives_.push_back(chain_rule(graph_, visit.id, da, db));
    }
    return derivatives_[part_.roots[0]];
}

NodeId differentiate(Graph& graph, NodeId e, NodeId leaf)
{
    return Partials(graph, e).by(leaf);
}

std::optional<NodeId> total_derivative(Graph& graph, NodeId e, NodeMap& known,
                                       std::size_t most_nodes)
{
    std::vector<NodeId> stack{e};
    const auto waits_for = [&](NodeId operand) {
        if (known.find(operand) != NodeMap::absent) return false;
        stack.push_back(operand);
        return true;
    };
    const NodeId zero = graph.constant(0);
    while (!stack.empty()) {
        if (graph.size() > most_nodes) return std::nullopt;
        const NodeId id = stack.back();
        const Node node = graph[id];
        const int operands = operand_count(node);
        if (operands > 0 && waits_for(node.a)) continue;
        if (operands > 1 && waits_for(node.b)) continue;
        stack.pop_back();
        const NodeId da = operands > 0 ? known.find(node.a) : zero;
        const NodeId db = operands > 1 ? known.find(node.b) : zero;
        NodeId d = zero;
        if (node.op == Op::independent) d = graph.constant(1);
        if (node.op == Op::jet) d = graph.jet(int(node.a), int(node.b) + 1);
        if (da != zero || db != zero) d = chain_rule(graph, id, da, db);
        known.set(id, d);
    }
    return known.find(e);
}

NodeId total_derivative(Graph& graph, NodeId e)
{
    keep_patience();  // derivatives of derivatives grow
    NodeMap known;
    return *total_derivative(graph, e, known, std::numeric_limits<std::size_t>::max());
}

NodeId substitute(Graph& graph, NodeId e, const std::vector<NodeId>& from,
                  const std::vector<NodeId>& to)
{
    NodeMap replacement;
    for (std::size_t i = 0; i < from.size(); ++i) replacement.set(from[i], to[i]);

    const Subgraph part = subgraph(graph, {e});
    std::vector<NodeId> now;
    now.reserve(part.visits.size());
    for (const Visit& visit : part.visits) {
        const Node node = graph[visit.id];
        const int operands = operand_count(node);
        const NodeId a = operands > 0 ? now[visit.a] : node.a;
        const NodeId b = operands > 1 ? now[visit.b] : node.b;
        const NodeId replaced = replacement.find(visit.id);
        if (replaced != NodeMap::absent)
            now.push_back(replaced);
        else if (a == node.a && b == node.b)
            now.push_back(visit.id);
        else
            now.push_back(with_operands(graph, visit.id, a, b));
    }
    return now[part.roots[0]];
}

std::vector<NodeId> leaves(const Graph& graph, const std::vector<NodeId>& many)
{
    return leaves_of(graph, subgraph(graph, many));
}

std::vector<NodeId> leaves(const Graph& graph, NodeId e)
{
    return leaves(graph, std::vector<NodeId>{e});
}

}  // namespace involute
