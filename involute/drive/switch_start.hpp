// SPDX-License-Identifier: Apache-2.0
// Starts exactly on a switch of the independent variable, as `if(t > 0, v, i) = 0` from t = 0: what
// holds there may hold nowhere else, and the run takes the side that it goes to.
#pragma once

#include "involute/drive/leave_start.hpp"
#include "involute/options/destination.hpp"

namespace involute {

/// After equations that could not be completed on such a switch: where they can be just beyond, and
/// the start found there satisfies what the equations at the start demand of its coordinates,
/// `prepared` starts there, and the row of the start itself is its limit. Else nothing changes.
template <class S>
Departure leave_switch(const System& author, const Destination& destination,
                       const SolveOptions& options, PreparedOf<S>& prepared);

extern template Departure leave_switch(const System&, const Destination&, const SolveOptions&,
                                       PreparedOf<double>&);
extern template Departure leave_switch(const System&, const Destination&, const SolveOptions&,
                                       PreparedOf<Quad>&);

}  // namespace involute
