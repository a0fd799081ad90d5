// SPDX-License-Identifier: Apache-2.0
// Expressions: an append-only arena of hash-consed nodes. Equal expressions are the same node, so
// equality is a comparison of two integers and shared subexpressions cost nothing. A node refers
// to earlier nodes only; a copy of a graph keeps every NodeId valid.
//
//     Graph g;
//     const NodeId x = g.jet(0, 0), e = g.multiply(x, g.add(x, g.independent()));
//     std::cout << print(g, differentiate(g, e, x), Names{.unknowns = {"x"}});  // t + 2*x
//
// A System holds one. Users read it (print, leaves); they make expressions with a Builder or from
// text.
// Sums and products with their normal forms are in arithmetic.cpp, the rest of the class in
// graph.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/base/intern_table.hpp"
#include "involute/base/scalar.hpp"

namespace involute {

using NodeId = std::uint32_t;

enum class Op : std::uint8_t {
    constant,       // a = index into Graph's constants
    independent,    // the independent variable
    jet,            // a = unknown, b = order of the derivative
    add,            // a + b
    subtract,       // a - b
    multiply,       // a * b
    divide,         // a / b
    negate,         // -a
    power,          // a ^ b, b not an integer constant
    integer_power,  // a ^ exponent, any integer exponent except 0 and 1
    call,           // function(a), or function(a, b)
};

/// Row number in the function table (expr/functions.hpp).
using FunctionId = std::uint8_t;

struct Node {
    Op op{};
    FunctionId function = 0;
    std::int32_t exponent = 0;
    NodeId a = 0;
    NodeId b = 0;

    friend bool operator==(const Node&, const Node&) = default;
};

class Graph {
public:
    // Building. Each applies the cheap identities (constants are folded in Quad, 0 + x, 1 * x,
    // x - x, --x, x * x = x^2, ...) and returns the existing node where there is one.
    NodeId constant(const Quad& value);
    NodeId independent();
    NodeId jet(int unknown, int order);
    NodeId add(NodeId a, NodeId b);
    NodeId subtract(NodeId a, NodeId b);
    NodeId multiply(NodeId a, NodeId b);
    NodeId divide(NodeId a, NodeId b);
    NodeId negate(NodeId a);
    NodeId power(NodeId base, NodeId exponent);
    NodeId integer_power(NodeId base, int exponent);
    NodeId call(FunctionId function, NodeId a, NodeId b = 0);

    // Reading.
    const Node& operator[](NodeId id) const { return nodes_[id]; }
    std::size_t size() const { return nodes_.size(); }
    const Quad& value(NodeId id) const { return constants_[nodes_[id].a]; }
    bool is_constant(NodeId id) const { return nodes_[id].op == Op::constant; }
    bool is_constant(NodeId id, int value) const;

private:
    /// A node seen as coefficient · base; a constant has no base.
    struct Term {
        Quad coefficient;
        NodeId base;
    };
    Term term(NodeId id);
    bool is_plain(NodeId id) const;
    bool is_negative(NodeId id) const;
    NodeId scaled(const Quad& coefficient, NodeId base);
    NodeId scaled_over(const Quad& coefficient, NodeId base, const Quad& divisor);
    NodeId product(NodeId a, NodeId b);
    NodeId quotient_by_constant(NodeId a, NodeId divisor);
    bool fold(const Quad& value, NodeId& folded);

    NodeId intern(const Node& node);
    NodeId intern_sorted(Op op, NodeId a, NodeId b);

    std::vector<Node> nodes_;
    std::vector<Quad> constants_;
    InternTable ids_;           // of all nodes but constants
    InternTable constant_ids_;  // of constants, by value
};

}  // namespace involute
