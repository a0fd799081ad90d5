// SPDX-License-Identifier: Apache-2.0
// The arena: interning, leaves, powers. Constants are in constants.cpp, sums and products in
// arithmetic.cpp.
#include "involute/expr/graph.hpp"

#include <limits>
#include <utility>

#include "involute/expr/hash.hpp"

namespace involute {

namespace {

std::uint64_t hash_of(const Node& node)
{
    const std::uint64_t kind = std::uint64_t(node.op) << 8 | node.function;
    return mixed(std::uint64_t(node.a) << 32 | node.b,
                 kind << 32 | static_cast<std::uint32_t>(node.exponent));
}

}  // namespace

NodeId Graph::intern(const Node& node)
{
    const auto next = NodeId(nodes_.size());
    const NodeId id = ids_.find_or_add(
        hash_of(node), next, [&](NodeId other) { return nodes_[other] == node; },
        [&](NodeId other) { return hash_of(nodes_[other]); });
    if (id == next) nodes_.push_back(node);
    return id;
}

NodeId Graph::intern_sorted(Op op, NodeId a, NodeId b)
{
    if (is_constant(b) || (!is_constant(a) && b < a)) std::swap(a, b);
    return intern({.op = op, .a = a, .b = b});
}

NodeId Graph::independent()
{
    return intern({.op = Op::independent});
}

NodeId Graph::jet(int unknown, int order)
{
    return intern({.op = Op::jet, .a = NodeId(unknown), .b = NodeId(order)});
}

NodeId Graph::parameter(int index, const Quad& value)
{
    const auto at = std::size_t(index);
    if (parameters_.size() <= at) parameters_.resize(at + 1, Quad(0));
    parameters_[at] = value;
    return intern({.op = Op::parameter, .a = NodeId(index)});
}

NodeId Graph::input(int index, int order, NodeId argument)
{
    if (inputs_.size() <= std::size_t(index)) inputs_.resize(std::size_t(index) + 1);
    return intern({.op = Op::input, .exponent = order, .a = argument, .b = NodeId(index)});
}

void Graph::set_input_function(int index, std::shared_ptr<const InputFunction> function)
{
    if (inputs_.size() <= std::size_t(index)) inputs_.resize(std::size_t(index) + 1);
    inputs_[std::size_t(index)] = std::move(function);
}

NodeId Graph::integer_power(NodeId base, int exponent)
{
    if (exponent == 0) return constant(1);
    if (exponent == 1) return base;
    if (exponent < 0 && exponent != std::numeric_limits<int>::min())
        return divide(constant(1), integer_power(base, -exponent));

    const Node node = nodes_[base];
    if (is_constant(base))
        if (const auto folded = fold({.op = Op::integer_power, .exponent = exponent, .a = base}))
            return *folded;
    if (node.op == Op::negate) {
        const NodeId positive = integer_power(node.a, exponent);
        return exponent % 2 == 0 ? positive : negate(positive);
    }
    if (node.op == Op::divide && is_constant(node.a, 1))
        return divide(node.a, integer_power(node.b, exponent));
    if (node.op == Op::integer_power) {
        const std::int64_t both = std::int64_t(node.exponent) * exponent;
        if (both == std::int32_t(both)) return integer_power(node.a, int(both));
    }
    return intern({.op = Op::integer_power, .exponent = exponent, .a = base});
}

}  // namespace involute
