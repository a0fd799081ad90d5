// SPDX-License-Identifier: Apache-2.0
// Functions that jump at whole numbers, made of `floor`.
#pragma once

#include "involute/expr/graph.hpp"

namespace involute {

/// The smallest whole number that is not smaller.
NodeId ceil_of(Graph& graph, NodeId a);

/// What is left of a by whole multiples of b: a - b*floor(a/b), with the sign of b.
NodeId mod_of(Graph& graph, NodeId a, NodeId b);

/// A smooth function that passes zero wherever floor(a) jumps, and nowhere else.
NodeId zero_at_steps(Graph& graph, NodeId a);

}  // namespace involute
