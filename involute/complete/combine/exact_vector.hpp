// SPDX-License-Identifier: Apache-2.0
// A left null vector of a matrix of expressions whose entries are numbers, exactly: found modulo
// primes (expr/formal.hpp), and put together from its residues.
#pragma once

#include <optional>
#include <vector>

#include "involute/base/rational.hpp"
#include "involute/complete/combine/combination_symbolic.hpp"

namespace involute {

/// u with uᵗ A = 0 for all values of what A contains; of several one with few entries. Nothing
/// where there is none, or where its numbers are no fractions.
std::optional<std::vector<Rational>> exact_null_vector(const Graph& graph,
                                                       const ExpressionMatrix& A);

}  // namespace involute
