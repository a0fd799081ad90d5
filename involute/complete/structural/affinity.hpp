// SPDX-License-Identifier: Apache-2.0
// Whether an equation is affine in some jets: then they follow from a linear system, whatever else
// the coefficients depend on.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "involute/complete/structural/probe.hpp"

namespace involute {

/// A pair (i, k) of positions in jets with ∂²f/∂jets[i]∂jets[k] not identically zero, if there is
/// one; those with i = k come first. A jet in which f is only piecewise affine (abs, sign, max)
/// makes a pair with itself.
std::optional<std::pair<std::size_t, std::size_t>> nonlinear_pair(Graph& graph, NodeId f,
                                                                  const std::vector<NodeId>& jets,
                                                                  Probe& probe);

}  // namespace involute
