// SPDX-License-Identifier: Apache-2.0
// Beyond a singular point at which x turns back: the walk in x is followed by one along the curve.
#pragma once

#include "involute/drive/leg.hpp"

namespace involute {

/// Rows of a piece of a walk in other columns, by name; what it does not have is no number.
void take_columns(const std::vector<std::string>& names, Solution& piece);

/// What a second piece of a walk adds to the first, which keeps its start.
void join(Solution& first, Solution second);

class Checkpoints;  // drive/checkpoints.hpp

/// Goes on along the curve on the way of `resume`, and joins what it finds to the solution.
template <class S>
void follow_back(const System& system, const PreparedOf<S>& prepared,
                 const Destination& destination, const SolveOptions& options, const Resume& resume,
                 Solution& solution, Checkpoints* checkpoints);

extern template void follow_back(const System&, const PreparedOf<double>&, const Destination&,
                                 const SolveOptions&, const Resume&, Solution&, Checkpoints*);
extern template void follow_back(const System&, const PreparedOf<Quad>&, const Destination&,
                                 const SolveOptions&, const Resume&, Solution&, Checkpoints*);

}  // namespace involute
