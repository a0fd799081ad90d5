// SPDX-License-Identifier: Apache-2.0
// The verdict of the derivative array: complete, underdetermined, inconsistent. Rank can only be
// too small at special points, so the structure is that of the points where it is largest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "involute/complete/array/start_rank.hpp"
#include "involute/complete/array/verdict_points.hpp"
#include "involute/complete/completion.hpp"

namespace involute {

/// Whether the rank at the start is asked for. Then the start is the first reference.
enum class AtStart { does_not_matter, matters };

struct ArrayVerdict {
    Outcome outcome = Outcome::singular_jacobian;  // complete, underdetermined, inconsistent,
                                                   // no_start_found, too_large; else not decided
    std::string message{};
    int level = 0;                       // r
    int m = 0, t = 0;                    // at that level, at generic points
    std::vector<JetPoint> references{};  // complete: generic points of F_{r+1}, the nearest first
    std::optional<JetPoint> start{};     // complete: the point of F_{r+1} at the start, if found
    StartRank start_rank = StartRank::unknown;  // complete, where it was asked for
    std::vector<int> free_unknowns{};           // underdetermined: one for every free direction
    /// Only multipliers of redundant constraints are free: unknowns that are not differentiated and
    /// act only through derivatives of others. The outcome is `underdetermined` in this case too.
    bool gauge = false;
    std::vector<int> gauge_unknowns{};  // all that take part in free directions
    std::vector<int> gauge_pivots{};    // those to set to 0, one for every free direction
    std::vector<std::string> notes{};   // doubtful ranks, a start of lower rank
};

ArrayVerdict judge_array(System& system, const DerivativeArray& array,
                         const CompletionOptions& options = {},
                         AtStart at_start = AtStart::does_not_matter);

/// The verdict if it is that multipliers of redundant constraints are free and nothing else.
std::optional<ArrayVerdict> redundant_multipliers(const System& system,
                                                  const CompletionOptions& options = {});

}  // namespace involute
