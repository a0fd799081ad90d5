// SPDX-License-Identifier: Apache-2.0
// Equations mixed by a matrix of numbers, taken apart again: every distinct term is a column of an
// exact matrix, and the echelon form with the terms of highest derivatives first is the same for
// all regular mixtures of the same equations. Nothing is lost by it anywhere.
#pragma once

#include <optional>
#include <vector>

#include "involute/base/rational.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

struct Unmixed {
    std::vector<NodeId> rows{};
    std::vector<std::vector<Rational>> factors{};  // row i is Σ_k factors[i][k] equations[k]
    bool rounded = false;  // terms cancel to all their digits, but not to zero
};

/// Fewer rows than equations where these are linearly dependent; nothing where it would take too
/// long.
std::optional<Unmixed> unmix(Graph& graph, const std::vector<NodeId>& equations);

/// 0 = value, in which all terms of a combination of equations cancel exactly.
struct ExactContradiction {
    std::vector<Rational> factors{};  // by equation
    Rational value{};
};
std::optional<ExactContradiction> exact_contradiction(Graph& graph,
                                                      const std::vector<NodeId>& equations);

}  // namespace involute
