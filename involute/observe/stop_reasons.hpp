// SPDX-License-Identifier: Apache-2.0
// Why a walk could not make its next step, in words: what is left when no singular point of a
// known kind is found there.
#pragma once

#include <string>
#include <vector>

#include "involute/prepare/prepare.hpp"
#include "involute/step/walker.hpp"

namespace involute {

struct Stop {
    Outcome code{};
    std::string reason{};
};

/// "x = 0.25".
std::string place_of(const std::string& independent, double x);

/// Why a run ends whose rows fill the memory they may use.
std::string memory_used_up(const SolveOptions& options, const std::string& place);

/// The coordinate that has grown most since the start, and how much.
struct Growth {
    int coordinate = 0;
    double factor = 0;
};
template <class S>
Growth largest_growth(const std::vector<S>& start, const std::vector<S>& now,
                      const std::vector<double>& floors);

/// Whether steps are so long that what fails is arithmetic with their sizes.
template <class S>
bool is_overlong(const Walker<S>& walker);

/// The equation that has no value at the point where the last trial failed.
template <class S>
Stop explain_not_finite(Geometry<S>& geometry, const Walker<S>& walker);

template <class S>
Stop explain_failed_step(Geometry<S>& geometry, const Walker<S>& walker);

}  // namespace involute
