// SPDX-License-Identifier: Apache-2.0
// The two calls that `if` is made of, in normal form. Their first operand is a condition, which
// holds where it is positive: sign(s), or gates of conditions (`c and d` is gate(c, d), `not c` is
// otherwise(c, 1)). Every place where a branch changes so has its node sign(s), by which
// kinks are found.
#include "involute/expr/functions.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

/// A condition that holds where a > 0.
NodeId Graph::condition(NodeId a)
{
    if (is_constant(a)) return constant(value(a) > 0 ? 1 : 0);
    const Node node = nodes_[a];
    if (node.op != Op::call || (node.function != sign_function() && !is_choice(node.function)))
        return call(sign_function(), a);
    if (node.function == sign_function()) return a;
    const NodeId inner = condition(node.b);
    const bool is_one = is_constant(inner, 1) && node.function == gate_function();
    if (inner == node.b && !is_one) return a;
    return is_one ? node.a : choice(node.function, node.a, inner);
}

NodeId Graph::choice(FunctionId function, NodeId a, NodeId v)
{
    if (is_constant(v, 0)) return v;
    const NodeId c = condition(a);
    if (is_constant(c)) return is_constant(c, 1) == (function == gate_function()) ? v : constant(0);
    const Node node = nodes_[c];
    // `not c` the other way round
    if (node.op == Op::call && node.function == otherwise_function() && is_constant(node.b, 1))
        return choice(function == gate_function() ? otherwise_function() : gate_function(), node.a,
                      v);
    // a choice once made is made
    const Node inside = nodes_[v];
    if (inside.op == Op::call && is_choice(inside.function) && inside.a == c)
        return inside.function == function ? v : constant(0);
    return intern({.op = Op::call, .function = function, .a = c, .b = v});
}

}  // namespace involute
