// SPDX-License-Identifier: Apache-2.0
// A left null vector of a large sparse block of J: numbers, and found without a dense matrix.
#pragma once

#include <optional>

#include "involute/complete/combine/combination_vector.hpp"
#include "involute/complete/redundant/exact_sums.hpp"

namespace involute {

/// The shortest of those that exact sums tell of; nothing where there is none.
std::optional<NullVector> exact_null_vector(Graph& graph, const std::vector<ExpressionRow>& rows);

}  // namespace involute
