// SPDX-License-Identifier: Apache-2.0
// Is a function of the independent variable alone different from zero? A number is one or not, by
// proof; a function is asked on both sides of the start, in 33 digits, at distances from a tenth to
// three, so that what is flat at the start does not look like zero.
#pragma once

#include "involute/expr/graph.hpp"

namespace involute {

/// False where it is zero, and where that cannot be told: kinks, no values, what only rounding
/// tells from zero.
bool is_nonzero_around(const Graph& graph, NodeId e, const Quad& start);

/// Whether a number can have been rounded by its author: it has more than 14 digits.
bool may_be_rounded(const Graph& graph, NodeId constant);

}  // namespace involute
