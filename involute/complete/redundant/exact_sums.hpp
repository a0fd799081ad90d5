// SPDX-License-Identifier: Apache-2.0
// Which rows of a sparse matrix of expressions are sums of others with fractions as factors,
// whatever the expressions contain. Looked for modulo primes at random points; the fractions are
// put together from their residues and hold modulo one prime more. That says nearly everything, but
// is no proof: callers prove what they use (expr/identity.hpp).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "involute/base/rational.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

/// Row `of` is Σ factor · row, over rows before it that are independent.
struct ExactSum {
    std::size_t of = 0;
    std::vector<std::pair<std::size_t, Rational>> terms{};
};

/// (place, what is not 0 there), each place once.
using ExpressionRow = std::vector<std::pair<std::uint32_t, NodeId>>;

/// Sums for rows from number `first` on; empty where the matrix has no values.
std::vector<ExactSum> exact_sums(const Graph& graph, const std::vector<ExpressionRow>& rows,
                                 std::size_t first = 0);

/// Rows that can be part of a sum which is 0: none of them alone has something in some place.
std::vector<char> that_can_cancel(const std::vector<ExpressionRow>& rows);

}  // namespace involute
