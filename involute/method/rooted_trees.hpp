// SPDX-License-Identifier: Apache-2.0
// Rooted trees, by which the Taylor series of a solution and of a Runge-Kutta step are written
// (Hairer, Nørsett, Wanner, Solving ODE I, II.2).
#pragma once

#include <vector>

namespace involute {

/// A rooted tree: its subtrees as indices into the list it belongs to.
struct RootedTree {
    int nodes = 1;
    long density = 1;   // γ
    long symmetry = 1;  // σ, the number of permutations of nodes that leave the tree as it is
    std::vector<int> children{};
};

/// All rooted trees with at most `nodes` nodes, smaller ones first.
std::vector<RootedTree> rooted_trees(int nodes);

}  // namespace involute
