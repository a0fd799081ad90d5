// SPDX-License-Identifier: Apache-2.0
// Raising: a block whose equations are not affine in its highest derivatives z is differentiated
// once more, with all blocks it depends on. Then z are coordinates: the point stores the branch,
// folds can be passed, and the field needs one linear solve.
#pragma once

#include "involute/complete/structural/structure.hpp"

namespace involute {

/// The pattern S0 of the offsets: per equation the unknowns j with d_j - c_i == sigma_ij.
std::vector<std::vector<int>> tight_pattern(const Signature& sigma, const std::vector<int>& c,
                                            const std::vector<int>& d);

/// Raises c, d of the structure until every block is affine in its own z (jointly: every equation
/// in all z). equations: the rewritten f_i. Keeps structure.pattern up to date.
void raise_blocks(Structure& structure, Graph& graph, const std::vector<NodeId>& equations,
                  Probe& probe, bool jointly);

/// Raises a complete structure further until d_j >= orders[j] for all j: each time an equation with
/// all it depends on, which keeps J. False when the graph outgrows max_nodes.
bool raise_to(Structure& structure, Graph& graph, const std::vector<int>& orders,
              std::size_t max_nodes);

}  // namespace involute
