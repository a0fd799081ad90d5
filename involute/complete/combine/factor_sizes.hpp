// SPDX-License-Identifier: Apache-2.0
// Factors of a combination where the solution starts: one that vanishes there is our own
// singularity, not the system's.
#pragma once

#include <vector>

#include "involute/base/linear.hpp"
#include "involute/complete/structural/probe.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct FactorSizes {
    VectorOf<Quad> here{};   // at the start
    VectorOf<Quad> usual{};  // the mean of some points nearby
};

/// The start as far as it is given, in general position otherwise.
FactorSizes sizes_at_start(const System& system, const Probe& probe,
                           const std::vector<NodeId>& factors);

/// Whether start or guesses give every jet of a factor.
bool is_given(const System& system, NodeId factor);

}  // namespace involute
