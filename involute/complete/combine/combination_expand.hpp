// SPDX-License-Identifier: Apache-2.0
// A small expression multiplied out into monomials, like ones added up: x*(y + 1) - x*y becomes x.
#pragma once

#include <optional>

#include "involute/expr/graph.hpp"

namespace involute {

/// Nothing where it would have too many terms. A term is dropped where its coefficients are proved
/// to cancel, and where they cancel to `round_off` of the largest of them.
std::optional<NodeId> expanded(Graph& graph, NodeId e, double round_off);

/// The same with arguments of functions and divisors too, as far as that makes nothing much longer,
/// and until `work` (monomials) is used up.
NodeId tidied(Graph& graph, NodeId e, std::size_t& work);

}  // namespace involute
