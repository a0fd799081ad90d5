// SPDX-License-Identifier: Apache-2.0
// System -> completed, started and checked: everything that happens once, before any step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "involute/complete/completion.hpp"
#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/project/certificate.hpp"
#include "involute/project/start.hpp"

namespace involute {

/// A system ready to be walked. Runs may be repeated; each begins at the same start.
template <class S>
struct PreparedOf {
    Outcome outcome = Outcome::complete;  // anything else: not ready, and `message` says why
    std::string message{};
    std::unique_ptr<Geometry<S>> geometry{};  // absent if there is no structure
    Start<S> start{};
    Structure structure{};    // also when it is not complete
    Completion completion{};  // how it was completed; its system and structure are those above
    std::vector<InvariantReport> invariants{};
    Scale scale{};
    bool curve = false;  // completed for walking along the curve

    /// Compiled when first needed: a run that returns no rows needs none.
    Certificate<S>& certificate();

private:
    std::unique_ptr<Certificate<S>> certificate_{};
};
using Prepared = PreparedOf<double>;

/// Completes the system, finds a consistent start, checks J on M and the declared invariants.
/// For a curve the tops must be jointly affine, and J may be singular at the start.
/// generic: what nobody said about the start is anything rather than 0.
template <class S>
PreparedOf<S> prepare_in(const System& system, const SolveOptions& options, bool curve,
                         bool generic = false);
inline Prepared prepare(const System& system, const SolveOptions& options, bool curve,
                        bool generic = false)
{
    return prepare_in<double>(system, options, curve, generic);
}

/// L_V I / Σ |∂I/∂p| |V| at the start and at other points of M with the same value of I: where it
/// is largest. 0 for an invariant, up to round-off.
template <class S>
InvariantReport measure_invariant(Geometry<S>& geometry, Scale scale, const std::vector<S>& p,
                                  int invariant);

extern template struct PreparedOf<double>;
extern template struct PreparedOf<Quad>;
extern template PreparedOf<double> prepare_in(const System&, const SolveOptions&, bool, bool);
extern template PreparedOf<Quad> prepare_in(const System&, const SolveOptions&, bool, bool);
extern template InvariantReport measure_invariant(Geometry<double>&, Scale,
                                                  const std::vector<double>&, int);
extern template InvariantReport measure_invariant(Geometry<Quad>&, Scale, const std::vector<Quad>&,
                                                  int);

}  // namespace involute
