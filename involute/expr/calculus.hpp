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

/// The partial derivatives of one expression, where several are needed: its subgraph is found once.
///
///     Partials partials(graph, e);
///     for (const NodeId leaf : partials.leaves()) use(partials.by(leaf));
class Partials {
public:
    Partials(Graph& graph, NodeId e);
    /// The jets and the independent variable e contains, ascending.
    const std::vector<NodeId>& leaves() const { return leaves_; }
    NodeId by(NodeId leaf);

private:
    Graph& graph_;
    Subgraph part_;
    std::vector<NodeId> leaves_{};
    std::vector<NodeId> derivatives_{};  // by visit
};

/// The total derivative D e = ∂e/∂x + Σ ∂e/∂y_j^(l) · y_j^(l+1).
NodeId total_derivative(Graph& graph, NodeId e);

/// e with each from[i] (a jet, the independent variable) replaced by to[i], all at once.
NodeId substitute(Graph& graph, NodeId e, const std::vector<NodeId>& from,
                  const std::vector<NodeId>& to);

/// The node e with other operands.
NodeId with_operands(Graph& graph, NodeId e, NodeId a, NodeId b);

/// The jets and the independent variable an expression contains, ascending, each once.
std::vector<NodeId> leaves(const Graph& graph, NodeId e);
std::vector<NodeId> leaves(const Graph& graph, const std::vector<NodeId>& many);

/// The total derivative of e, where `known` remembers those of all nodes met so far: what many
/// expressions share is differentiated once. Gives up (nothing) once the graph has more than
/// `most_nodes` nodes.
std::optional<NodeId> total_derivative(Graph& graph, NodeId e, NodeMap& known,
                                       std::size_t most_nodes);

}  // namespace involute
