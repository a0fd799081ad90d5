// SPDX-License-Identifier: Apache-2.0
// The signature of a system: sigma_ij, the highest derivative of unknown j that equation i truly
// depends on. What is written may lie, as in (x + y)' - x' = 0: a jet that is proved not to matter
// is replaced by a number. What is not proved to be absent is there.
#pragma once

#include <utility>
#include <vector>

#include "involute/complete/structural/probe.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

/// Per equation: (unknown j, sigma_ij), sorted by j; an unknown that does not occur is not listed.
using Signature = std::vector<std::vector<std::pair<int, int>>>;

struct TrueSignature {
    Signature sigma{};
    std::vector<NodeId> equations{};  // rewritten: no false dependence on a highest jet is left
};

TrueSignature true_signature(Graph& graph, const std::vector<NodeId>& equations, Probe& probe);

/// sigma_ij, or -1 where unknown j does not occur.
int sigma_of(const std::vector<std::pair<int, int>>& row, int unknown);

}  // namespace involute
