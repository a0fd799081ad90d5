// SPDX-License-Identifier: Apache-2.0
// The start of a system whose parameters have changed, from the one it had: where nothing changed
// that decides the point, only the highest derivatives are others.
#pragma once

#include <vector>

#include "involute/project/start.hpp"

namespace involute {

/// The parameters in the constraints that a start must satisfy.
std::vector<NodeId> parameters_of_start(const CompletedSystem& completed);

/// What decides the points that satisfy them: prescribed values of invariants, and these
/// parameters.
std::vector<Quad> what_decides_the_manifold(const System& system,
                                            const std::vector<NodeId>& parameters);
/// What decides the point at which a system starts: given and guessed values beside these. The
/// search sees nothing else.
std::vector<Quad> what_decides_the_start(const System& system,
                                         const std::vector<NodeId>& parameters);

/// Start values and guesses of the author's system in the completed one, as numbers: formulas of
/// theirs are not in its graph. False where other numbers are given or guessed than before.
bool take_starts(System& completed, const System& author);

/// Highest derivatives, order of elimination and values of the invariants at the same point. False
/// where that is not enough: highest derivatives are given, or have no values here.
template <class S>
bool start_again(Geometry<S>& geometry, Start<S>& start);

/// From a point that satisfied them for other values to the nearest one that satisfies them now, in
/// the sizes of numbers; x is kept. False where none was found.
template <class S>
bool move_to_manifold(Geometry<S>& geometry, const std::vector<double>& sizes, std::vector<S>& p);

extern template bool start_again(Geometry<double>&, Start<double>&);
extern template bool start_again(Geometry<Quad>&, Start<Quad>&);
extern template bool move_to_manifold(Geometry<double>&, const std::vector<double>&,
                                      std::vector<double>&);
extern template bool move_to_manifold(Geometry<Quad>&, const std::vector<double>&,
                                      std::vector<Quad>&);

}  // namespace involute
