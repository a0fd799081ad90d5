// SPDX-License-Identifier: Apache-2.0
// An equation multiplied by what it is divided by, where that depends on x alone and vanishes at a
// given x: away from there it is the same equation, and there it has a value.
#pragma once

#include <optional>

#include "involute/expr/graph.hpp"

namespace involute {

/// f itself where nothing is to be cleared. Absent where a denominator stands inside a function, so
/// that no factor removes it.
std::optional<NodeId> cleared_of_denominators(Graph& graph, NodeId f, const Quad& x);

}  // namespace involute
