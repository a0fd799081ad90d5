// SPDX-License-Identifier: Apache-2.0
// A left null vector of a small singular matrix of expressions, as expressions: the minors of a
// smallest dependent set of rows (Cramer), so nothing is divided.
#pragma once

#include <vector>

#include "involute/base/linear.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

using ExpressionMatrix = std::vector<std::vector<NodeId>>;

/// values: the matrix at some points, singular at all of them; `round_off` is zero there. Empty
/// where the dependent rows are more than six or the minors take more than `most_nodes` nodes.
std::vector<NodeId> symbolic_null_vector(Graph& graph, const ExpressionMatrix& A,
                                         const std::vector<MatrixOf<Quad>>& values,
                                         double round_off, std::size_t most_nodes);

}  // namespace involute
