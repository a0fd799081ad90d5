// SPDX-License-Identifier: Apache-2.0
// Proofs that an expression is zero, or does not depend on a leaf, as written: an identity in
// leaves and atoms (expr/formal.hpp), tested at random points of prime fields until the chance of
// an accident is below 2^-100. What is proved holds for all values. What is not proved may hold all
// the same: relations between atoms other than those of formal.hpp are not known.
#pragma once

#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

bool is_proved_zero(const Graph& graph, NodeId e);

/// The leaf is a jet or the independent variable.
bool is_proved_free_of(const Graph& graph, NodeId e, NodeId leaf);
/// By leaf; e is prepared once.
std::vector<char> are_proved_free_of(const Graph& graph, NodeId e,
                                     const std::vector<NodeId>& leaves);

}  // namespace involute
