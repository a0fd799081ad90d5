// SPDX-License-Identifier: Apache-2.0
// The matrix of leading coefficients J_ij = ∂f_i/∂y_j^(d_j - c_i) of any number of equations with
// valid offsets, and its values in Quad.
#pragma once

#include <functional>
#include <vector>

#include "involute/base/linear.hpp"
#include "involute/complete/combine/combination_symbolic.hpp"
#include "involute/complete/structural/signature.hpp"

namespace involute {

using LeafValue = std::function<Quad(NodeId)>;

/// Rows by equation, columns by unknown; 0 where d_j - c_i > sigma_ij.
ExpressionMatrix leading_matrix(Graph& graph, const std::vector<NodeId>& equations,
                                const Signature& sigma, const std::vector<int>& c,
                                const std::vector<int>& d);

/// Only some rows and columns of it.
ExpressionMatrix leading_matrix(Graph& graph, const std::vector<NodeId>& equations,
                                const Signature& sigma, const std::vector<int>& c,
                                const std::vector<int>& d, const std::vector<int>& rows,
                                const std::vector<int>& columns);

MatrixOf<Quad> values_of(const Graph& graph, const ExpressionMatrix& A, const LeafValue& leaf);

/// Its values at random points where all are finite: `wanted` of them, or as many as were found.
std::vector<MatrixOf<Quad>> values_at_random(const Graph& graph, const ExpressionMatrix& A,
                                             const Probe& probe, int wanted);

}  // namespace involute
