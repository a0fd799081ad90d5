// SPDX-License-Identifier: Apache-2.0
// Derivatives, substitution and leaves of expressions.
#pragma once

#include <optional>
#include <vector>

#include "involute/expr/graph.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

/// ∂e/∂leaf, where leaf is a jet or the independent variable.
NodeId differentiate(Graph& graph, NodeId e, NodeId leaf);

/// The total derivative D e = ∂e/∂x + Σ ∂e/∂y_j^(l) · y_j^(l+1).
NodeId total_derivative(Graph& graph, NodeId e);

/// e with each from[i] (a jet, the independent variable) replaced by to[i], all at once.
NodeId substitute(Graph& graph, NodeId e, const std::vector<NodeId>& from,
                  const std::vector<NodeId>& to);

/// The jets and the independent variable an expression contains, ascending, each once.
std::vector<NodeId> leaves(const Graph& graph, NodeId e);
std::vector<NodeId> leaves(const Graph& graph, const std::vector<NodeId>& many);

/// The total derivative of e, where `known` remembers those of all nodes met so far: what many
/// expressions share is differentiated once. Gives up (nothing) once the graph has more than
/// `most_nodes` nodes.
std::optional<NodeId> total_derivative(Graph& graph, NodeId e, NodeMap& known,
                                       std::size_t most_nodes);

}  // namespace involute
