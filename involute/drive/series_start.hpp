// SPDX-License-Identifier: Apache-2.0
// A singular start that one smooth solution alone leaves: the run begins beside it, on its series.
#pragma once

#include "involute/complete/array/start_rank.hpp"
#include "involute/drive/leave_start.hpp"
#include "involute/prepare/regular_series.hpp"

namespace involute {

struct StartBySeries {
    RegularSeries series{};
    Quad h = 0;       // the run begins at x + h
    System system{};  // the author's, started there
    // full: not the equations are singular at x but what completion made of them
    StartRank rank = StartRank::unknown;
};

/// After a run that could not begin; absent where that has other reasons, or where ways on from the
/// start were found.
std::optional<StartBySeries> series_start(const System& system, const SolveOptions& options,
                                          const Solution& failed);

/// The row of the start itself, which is a limit, and what to say.
template <class S>
Departure depart_on_series(const StartBySeries& start, PreparedOf<S>& prepared,
                           const SolveOptions& options);

extern template Departure depart_on_series(const StartBySeries&, PreparedOf<double>&,
                                           const SolveOptions&);
extern template Departure depart_on_series(const StartBySeries&, PreparedOf<Quad>&,
                                           const SolveOptions&);

}  // namespace involute
