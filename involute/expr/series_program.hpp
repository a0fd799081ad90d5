// SPDX-License-Identifier: Apache-2.0
// Taylor coefficients of expressions as straight-line code, one coefficient of every node a stage.
//
// A node's coefficient n is Σ a_j b_(n-j) and the like: a sum over coefficients that are known,
// plus an expression that is linear in the newest coefficients of the operands, with factors that
// are the same for all n. All the sums of a stage are independent of each other: they are computed
// side by side (series_program_sums.hpp). What remains is a tape without loops, in which equations
// can be solved for unknown coefficients before the rest is written down (geometry/taylor.hpp).
//
// Nodes need not be at the same order. A node runs `ahead`: at stage k = 0, 1, .. it has its
// coefficients up to k + ahead. An operand runs at least as far ahead as the nodes that use it.
#pragma once

#include <functional>
#include <vector>

#include "involute/expr/graph.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

/// How the coefficient n >= 1 of a node v follows (Moore, Interval Analysis, 1966, ch. 11):
enum class SeriesRule : std::uint8_t {
    leaf,
    frozen,     // a constant, or a sign: no coefficients but the first
    same,       // a
    add,        // a + b
    subtract,   // a - b
    negate,     // -a
    scale,      // a b with a frozen
    product,    // a b
    quotient,   // a = b v
    root,       // a = v²
    logarithm,  // a v' = a'
    power,      // a v' = b a' v with b frozen
    choice,     // b or 0, as the first coefficient of a says
    function,   // v' = wa a' + wb b' with the partial derivatives wa, wb of v
};

/// Operands are places in SeriesPlan::nodes.
struct SeriesNode {
    SeriesRule rule{};
    NodeId id = 0;
    int a = -1, b = -1, wa = -1, wb = -1;  // -1: none
    FunctionId function = 0;               // choice
    int ahead = 0;
};

/// An expression wanted, and how far ahead.
struct SeriesRoot {
    NodeId id = 0;
    int ahead = 0;
};

/// The nodes that some expressions need, operands first (partial derivatives of functions may
/// follow the node whose rule uses them: a coefficient needs only lower ones of those).
struct SeriesPlan {
    std::vector<SeriesNode> nodes{};
    NodeMap place{};

    int at(NodeId id) const { return int(place.find(id)); }
    bool frozen(int node) const { return nodes[node].rule == SeriesRule::frozen; }
    int deepest() const;  // the largest `ahead`
};

/// leaf_ahead: how far ahead a leaf is known, at least as far as the roots that contain it ask.
/// The graph grows by partial derivatives and factors of powers.
SeriesPlan plan_series(Graph& graph, const std::vector<SeriesRoot>& roots,
                       const std::function<int(NodeId leaf)>& leaf_ahead);

}  // namespace involute
