// SPDX-License-Identifier: Apache-2.0
// The value of an expression over any scalar: double, Quad, Dual, Series, or a user's type with
// the arithmetic operators, comparisons and the functions of the table under their usual names.
#pragma once

#include <utility>
#include <vector>

#include "involute/expr/binary_power.hpp"
#include "involute/expr/function_rows.hpp"
#include "involute/expr/input.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

/// How a constant of a model becomes an S; specialised by scalars built over another scalar.
template <class S>
struct ConstantOf {
    static S from(const Quad& value) { return from_quad<S>(value); }
};

/// x^n for any integer n, in the order of multiplications that tapes use.
template <class S>
S integer_power_value(const S& x, int n)
{
    const auto times = [](const S& a, const S& b) { return S(a * b); };
    const S power = binary_power(x, magnitude(n), times);
    return n < 0 ? S(ConstantOf<S>::from(1) / power) : power;
}

/// The value of one node from those of its operands; leaves are given by leaf(id).
template <class S, class LeafValue>
S node_value(const Graph& graph, NodeId id, const S* a, const S* b, LeafValue&& leaf)
{
    using std::pow;
    const Node& node = graph[id];
    switch (node.op) {
        case Op::constant:
            return ConstantOf<S>::from(graph.value(id));
        case Op::parameter:
            return ConstantOf<S>::from(graph.parameter_value(id));
        case Op::independent:
        case Op::jet:
            return leaf(id);
        case Op::add:
            return *a + *b;
        case Op::subtract:
            return *a - *b;
        case Op::multiply:
            return *a * *b;
        case Op::divide:
            return *a / *b;
        case Op::negate:
            return -*a;
        case Op::power:
            return pow(*a, *b);
        case Op::integer_power:
            return integer_power_value(*a, node.exponent);
        case Op::call:
            if (const auto f = rows::unary_values<S>[node.function]) return f(*a);
            return rows::binary_values<S>[node.function](*a, *b);
        case Op::input:
            return input_value(*graph.input_functions()[node.b], node.exponent, *a);
    }
    return leaf(id);
}

/// The values of many expressions, shared parts computed once.
template <class S, class LeafValue>
std::vector<S> evaluate(const Graph& graph, const std::vector<NodeId>& many, LeafValue&& leaf)
{
    const Subgraph part = subgraph(graph, many);
    std::vector<S> values;
    values.reserve(part.visits.size());
    for (const Visit& visit : part.visits)
        values.push_back(
            node_value<S>(graph, visit.id, values.data() + visit.a, values.data() + visit.b, leaf));
    std::vector<S> results;
    results.reserve(many.size());
    for (const std::uint32_t root : part.roots) results.push_back(values[root]);
    return results;
}

template <class S, class LeafValue>
S evaluate(const Graph& graph, NodeId e, LeafValue&& leaf)
{
    return evaluate<S>(graph, std::vector<NodeId>{e}, leaf)[0];
}

}  // namespace involute
