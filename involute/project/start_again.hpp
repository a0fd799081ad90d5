// SPDX-License-Identifier: Apache-2.0
// The start of a system whose parameters have changed, from the one it had: where nothing changed
// that decides the point, only the highest derivatives are others.
#pragma once

#include <vector>

#include "involute/project/start.hpp"

namespace involute {

/// The parameters in the constraints that a start must satisfy.
std::vector<NodeId> parameters_of_start(const CompletedSystem& completed);

/// What decides the point at which a system starts: given and guessed values, prescribed values of
/// invariants, and these parameters. The search sees nothing else.
std::vector<Quad> what_decides_the_start(const System& system,
                                         const std::vector<NodeId>& parameters);

/// Highest derivatives, order of elimination and values of the invariants at the same point. False
/// where that is not enough: highest derivatives are given, or have no values here.
template <class S>
bool start_again(Geometry<S>& geometry, Start<S>& start);

extern template bool start_again(Geometry<double>&, Start<double>&);
extern template bool start_again(Geometry<Quad>&, Start<Quad>&);

}  // namespace involute
