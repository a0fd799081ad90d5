// SPDX-License-Identifier: Apache-2.0
// A run in pieces: where x turns back at a singular point and a way on was chosen there, the rest
// is walked along the curve, and both are one solution.
#pragma once

#include "involute/drive/run.hpp"

namespace involute {

template <class S>
Solution run_on(const System& system, PreparedOf<S>& prepared, const Destination& destination,
                const SolveOptions& options);

extern template Solution run_on(const System&, PreparedOf<double>&, const Destination&,
                                const SolveOptions&);
extern template Solution run_on(const System&, PreparedOf<Quad>&, const Destination&,
                                const SolveOptions&);

}  // namespace involute
