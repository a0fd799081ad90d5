// SPDX-License-Identifier: Apache-2.0
// Where the regime changes, the author's equations are completed anew from the point reached, and
// the run goes on as if nothing had happened. Index and dimension may be others then.
#pragma once

#include "involute/drive/run.hpp"

namespace involute {

/// The rest of a run that ended at a change of regime, joined to it, over as many changes as come.
template <class S>
void follow_regimes(const System& system, const PreparedOf<S>& first,
                    const Destination& destination, const SolveOptions& options, Ran& ran);

extern template void follow_regimes(const System&, const PreparedOf<double>&, const Destination&,
                                    const SolveOptions&, Ran&);
extern template void follow_regimes(const System&, const PreparedOf<Quad>&, const Destination&,
                                    const SolveOptions&, Ran&);

}  // namespace involute
