// SPDX-License-Identifier: Apache-2.0
// Factors that all entries of a vector of expressions have in common, as they are written: minors
// bring them in, and a combination says nothing where they vanish.
#pragma once

#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

/// The entries divided by what they have in common; zeros stay. Nothing is divided by anything it
/// does not contain, so that this holds where the factor vanishes too.
std::vector<NodeId> without_content(Graph& graph, const std::vector<NodeId>& u);

}  // namespace involute
