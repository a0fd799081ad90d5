// SPDX-License-Identifier: Apache-2.0
// Where the regime changes, the author's equations are completed anew from the point reached, and
// the run goes on as if nothing had happened. Index and dimension may be others then.
#pragma once

#include "involute/drive/leg.hpp"

namespace involute {

class Checkpoints;  // drive/checkpoints.hpp

/// The author's equations where a regime ends: completed anew and standing there, or why not; in
/// words either way.
template <class S>
struct NextRegime {
    std::optional<PreparedOf<S>> prepared{};
    std::string words{};
    Outcome outcome = Outcome::singular;  // where there is none
};
template <class S>
NextRegime<S> next_regime(const System& author, const PreparedOf<S>& before,
                          const RegimeChange& change, bool curve, const SolveOptions& options);

/// The author's equations where something else was changed, as parameters are: at the nearest point
/// that satisfies them, however far. Invariants have the values they have there.
template <class S>
NextRegime<S> completed_here(const System& author, const PreparedOf<S>& before,
                             const RegimeChange& at, const SolveOptions& options);

/// The rest of a run that ended at a change of regime, joined to it, over as many changes as come.
/// Where the run is put back in one of these regimes, `ran` is what came before.
template <class S>
void follow_regimes(const System& system, const PreparedOf<S>& first,
                    const Destination& destination, const SolveOptions& options, Ran& ran,
                    Checkpoints* checkpoints = nullptr);

extern template NextRegime<double> next_regime(const System&, const PreparedOf<double>&,
                                               const RegimeChange&, bool, const SolveOptions&);
extern template NextRegime<Quad> next_regime(const System&, const PreparedOf<Quad>&,
                                             const RegimeChange&, bool, const SolveOptions&);
extern template NextRegime<double> completed_here(const System&, const PreparedOf<double>&,
                                                  const RegimeChange&, const SolveOptions&);
extern template NextRegime<Quad> completed_here(const System&, const PreparedOf<Quad>&,
                                                const RegimeChange&, const SolveOptions&);
extern template void follow_regimes(const System&, const PreparedOf<double>&, const Destination&,
                                    const SolveOptions&, Ran&, Checkpoints*);
extern template void follow_regimes(const System&, const PreparedOf<Quad>&, const Destination&,
                                    const SolveOptions&, Ran&, Checkpoints*);

}  // namespace involute
