// SPDX-License-Identifier: Apache-2.0
// `turned`: why does a walk in x end here? If the curve turns back in x a little further on, the
// solution y(x) ends at a fold (or an impasse point), and this finds the place.
#pragma once

#include "involute/singular/encounter.hpp"

namespace involute {

/// Moves q, a point of M near a place where x turns, to that place: Newton on {g = 0, ξ = 0}.
bool move_to_fold(SingularForm& form, std::vector<Quad>& q);

/// The fold or impasse point at q as it is reported; columns as in SolveOptions.
SingularPoint describe_fold(SingularForm& form, const std::vector<Quad>& q,
                            const std::vector<std::string>& columns);

/// A start at which x turns: the two branches that leave it.
std::optional<Encounter> fold_at_start(SingularForm& form, const Layout& layout,
                                       const WalkPoint& at, const SolveOptions& options);

/// Walks on along the curve from where a walk in x gave up, in its direction of travel, and looks
/// for the place where x turns.
std::optional<Encounter> meet_fold(SingularForm& form, const CompletedSystem& completed,
                                   Scale scale, const WalkPoint& at, const SolveOptions& options);

}  // namespace involute
