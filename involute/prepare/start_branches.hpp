// SPDX-License-Identifier: Apache-2.0
// Several solutions through one start: an implicit equation (y'^2 = 1), or constraints that can be
// met in several ways, leave what is not given a finite choice.
#pragma once

#include "involute/prepare/prepare.hpp"

namespace involute {

/// The points of M that share all given values with the start, in ascending order of what is not
/// given; the one the run starts at is marked. Empty where there is one only, where what is not
/// given is not determined by what is, and where nobody would expect several.
template <class S>
std::vector<BranchReport> find_start_branches(PreparedOf<S>& prepared, const SolveOptions& options);

/// Starts on branch `number` of the list, from 1. Throws Error if there is none.
template <class S>
void start_on_branch(PreparedOf<S>& prepared, std::vector<BranchReport>& branches, int number);

/// A sentence about the choice made, where the author may not know of it; else empty.
template <class S>
std::string branches_notice(const PreparedOf<S>& prepared,
                            const std::vector<BranchReport>& branches);

}  // namespace involute
