// SPDX-License-Identifier: Apache-2.0
// The author's equations at a point where completed ones are singular. That is a singular point of
// his only where their derivative array loses rank as well.
#pragma once

#include <vector>

#include "involute/complete/array/start_rank.hpp"
#include "involute/complete/completion.hpp"
#include "involute/geometry/completed_system.hpp"

namespace involute {

/// The coordinates of a point as start values, those of the first `unknowns` alone: others were
/// brought in by completion.
std::vector<Given> as_start(const Layout& layout, const std::vector<Quad>& p, int unknowns);

/// What tells the sizes of unknowns at a point of the way where some pass zero: guesses larger than
/// its values by what counts as zero beside them.
std::vector<Given> sizes_at(const std::vector<Given>& point, double floor);

/// The rank of the derivative array of the equations that were completed, at a point with these
/// coordinates, compared with points nearby.
StartRank author_rank(const CompletedSystem& completed, std::vector<Given> point,
                      const CompletionOptions& options);

}  // namespace involute
