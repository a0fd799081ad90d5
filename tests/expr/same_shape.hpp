// SPDX-License-Identifier: Apache-2.0
// Whether two expressions are written alike, with constants of equal value: 1/3 and a decimal with
// as many digits as a Quad has are two constants.
#pragma once

#include <set>
#include <utility>

#include "involute/expr/subgraph.hpp"

namespace involute::testing {

class SameShape {
public:
    explicit SameShape(const Graph& graph) : graph_(graph) {}

    bool operator()(NodeId a, NodeId b)
    {
        if (a == b || known_.contains({a, b})) return true;
        if (graph_.is_constant(a) && graph_.is_constant(b))
            return graph_.value(a) == graph_.value(b);
        Node left = graph_[a], right = graph_[b];
        const int operands = operand_count(left);
        if (operands != operand_count(right) || operands == 0) return false;
        const bool straight =
            (*this)(left.a, right.a) && (operands < 2 || (*this)(left.b, right.b));
        // Operands of sums and products are sorted by age, constants included.
        const bool commutes = left.op == Op::add || left.op == Op::multiply;
        const bool crossed =
            !straight && commutes && (*this)(left.a, right.b) && (*this)(left.b, right.a);
        left.a = right.a, left.b = right.b;
        if (!(straight || crossed) || !(left == right)) return false;
        known_.insert({a, b});
        return true;
    }

private:
    const Graph& graph_;
    std::set<std::pair<NodeId, NodeId>> known_{};
};

}  // namespace involute::testing
