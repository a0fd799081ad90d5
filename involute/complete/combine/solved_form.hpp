// SPDX-License-Identifier: Apache-2.0
// Equations solved for single jets as far as that is possible exactly: one that is linear in one of
// its highest derivatives, with a factor that contains no unknown, becomes a rule (x' -> y), and
// the rule with its derivatives is put into all others. What no rule can be made of stays, with its
// derivatives. Nothing is rounded and nothing is looked at at points, so that what is left without
// an unknown is a contradiction whatever its size, unless it is zero.
#pragma once

#include <optional>
#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

/// y_j^(s) = right, as follows from the equations.
struct JetRule {
    int unknown = 0, order = 0;
    NodeId right{};
    bool by_number = true;    // its factor was a number: this loses nothing anywhere
    std::vector<int> orders;  // by equation: used, differentiated so often; -1: not used
};

/// An equation after the rules were put in.
struct Remainder {
    NodeId e{};
    int times = 0;            // how often it was differentiated after that
    std::vector<int> orders;  // by equation: what it follows from, as in JetRule
};

struct SolvedForm {
    std::vector<JetRule> rules{};
    std::vector<Remainder> others{};  // in which unknowns are left, derivatives included
    std::vector<Remainder> bare{};    // without unknowns, and not proved to be 0
    bool whole = true;                // false where it would have become too long
};

/// start: of the independent variable. A factor with x in it must not be 0 on either side of it.
SolvedForm solved_form(Graph& graph, const std::vector<NodeId>& equations, int unknowns,
                       const Quad& start);

}  // namespace involute
