// SPDX-License-Identifier: Apache-2.0
// The factors of a combination: a left null vector of a block of J that is singular everywhere.
#pragma once

#include <optional>
#include <vector>

#include "involute/complete/combine/combination_leading.hpp"

namespace involute {

struct NullVector {
    std::vector<NodeId> u{};  // by row of the block
    VectorOf<Quad> sizes{};   // |u_i|, the least over some points
};

/// A vector of numbers if there is one, else of small expressions, else nothing. values: the block
/// at random points, where entries up to `zero` count as zero.
std::optional<NullVector> find_null_vector(Graph& graph, const ExpressionMatrix& A,
                                           const std::vector<MatrixOf<Quad>>& values,
                                           const Probe& probe, double zero);

}  // namespace involute
