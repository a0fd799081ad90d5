// SPDX-License-Identifier: Apache-2.0
// Whether an answer of the algebra program is right: another program's word is not taken for a
// proof. Random complex points, where every polynomial set that is not empty has some, are sought
// by Newton's method on one side and looked at on the other.
#pragma once

#include <string>
#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

/// What is claimed of a part of a set: the polynomials that vanish on it, and its dimension; -1: it
/// has no points.
struct ClaimedComponent {
    int dimension = 0;
    std::vector<NodeId> equations{};
};

/// Empty, or what is wrong with a decomposition of the set where the constraints vanish: a
/// component that leaves the set, points of the set on no component, a dimension that is not the
/// component's, or no component where there are points.
std::string mistake_in(Graph& graph, const std::vector<NodeId>& constraints,
                       const std::vector<NodeId>& variables,
                       const std::vector<ClaimedComponent>& components);

}  // namespace involute
