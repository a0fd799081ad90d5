// SPDX-License-Identifier: Apache-2.0
// A consistent point with jets of any order, in Quad: what the equations and their derivatives say
// about y^(d+1), y^(d+2), .. once J is regular.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "involute/base/linear.hpp"
#include "involute/complete/structural/structure.hpp"

namespace involute {

struct JetPoint {
    Quad x = 0;
    std::vector<std::vector<Quad>> jets{};  // jets[j][l] = y_j^(l)

    /// Not a number where the point does not go so far.
    Quad operator()(const Graph& graph, NodeId leaf) const
    {
        const Node& node = graph[leaf];
        if (node.op != Op::jet) return x;
        const std::vector<Quad>& known = jets[node.a];
        return node.b < known.size() ? known[node.b] : std::numeric_limits<Quad>::quiet_NaN();
    }
};

/// (x; y_j^(l), 0 <= l <= d_j), with room for `beyond` more derivatives of every unknown.
JetPoint read_point(const Structure& structure, std::span<const double> point, int beyond);

/// Differentiates further: levels[i][l] = f_i^(l), l = 0..c_i + beyond; nothing when the graph
/// outgrows max_nodes.
std::vector<std::vector<NodeId>> differentiate_beyond(Graph& graph, const Structure& structure,
                                                      int beyond, std::size_t max_nodes);

/// Sweeps k = -max c .. beyond: J δ = -(f_i^(c_i+k)), y_j^(d_j+k) += δ_j, until nothing moves.
/// False if that does not happen or J is singular.
bool make_consistent(JetPoint& point, Graph& graph, const Structure& structure,
                     const std::vector<std::vector<NodeId>>& levels, int beyond);

}  // namespace involute
