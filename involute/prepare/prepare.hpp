// SPDX-License-Identifier: Apache-2.0
// System -> completed, started and checked: everything that happens once, before any step.
#pragma once

#include <memory>
#include <vector>

#include "involute/base/found_once.hpp"
#include "involute/options/analysis.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/prepare/complete.hpp"
#include "involute/project/confirmation.hpp"

namespace involute {

/// Who asks: the system as its author gave it, which every row is checked against, whatever was
/// solved in its place.
struct Asked {
    std::shared_ptr<const System> system{};
    std::vector<std::string> replaced{};  // unknowns that mean something else in what is solved
    bool as_given = true;                 // what is solved has the author's equations, in order
};

/// A completed system ready to be walked. Runs do not change it: each begins at the same start.
template <class S>
struct PreparedOf : Completed<S> {
    std::vector<InvariantReport> invariants{};
    Scale scale{};
    bool curve = false;  // completed for walking along the curve
    Asked asked{};
    std::shared_ptr<System> own{};  // a copy of the author's system, where none was asked with
    FoundOnce findings{};  // of its formulas, whatever values parameters have: a walk keeps them
                           // for those that follow

    /// Compiled when first needed: a run that returns no rows needs none.
    Certificate<S>& certificate();
    Confirmation<S>& confirmation();

    /// Parameters, start values and guesses become those of this system, the author's, and a new
    /// start is found; nothing is completed. False where that cannot be had: completion was not
    /// structural or does not hold there. Then it must be prepared anew. A system it was asked with
    /// is the caller's, who has set its parameters. What is found differs from what preparing anew
    /// would find by roundings: the order of elimination is kept where it serves.
    bool set_parameters(const System& author);
    /// The same on the way, as Completed::move, with declared invariants checked. On false
    /// parameters have changed all the same: take_back.
    bool move_parameters(const System& author, std::vector<S>& p, std::vector<S>& z);
    /// Parameters are those of this system again, and the geometry in the state it had with them.
    void take_back(const System& author, const typename Geometry<S>::Memory& memory);

    /// From now on tolerances are these.
    void set_scale(Scale now);
    /// Another one for a thread of its own, in the same state: it shares its code. A
    /// system of the author's that it was asked with is replaced.
    PreparedOf copy(std::shared_ptr<const System> author) const;

private:
    void set_numbers(const System& author);
    Author author() const;
    std::unique_ptr<Certificate<S>> certificate_{};
    std::unique_ptr<Confirmation<S>> confirmation_{};
};
using Prepared = PreparedOf<double>;

/// Completes the system, finds a consistent start, checks J on M and the declared invariants.
/// For a curve the tops must be jointly affine, and J may be singular at the start.
/// generic_start, regular_at: as in CompleteOptions. Without `asked` the author's system is a copy
/// of `system`.
template <class S>
PreparedOf<S> prepare_in(const System& system, const SolveOptions& options, bool curve,
                         bool generic_start = false, Asked asked = {},
                         std::vector<Given> regular_at = {});
/// Parameters take the values they have in this system, the author's: as prepare_in would have it,
/// in a fraction of the time wherever the structure is the same. Says what had to be done anew.
template <class S>
std::string set_parameters(PreparedOf<S>& prepared, const System& author,
                           const SolveOptions& options);
inline Prepared prepare(const System& system, const SolveOptions& options, bool curve,
                        bool generic_start = false)
{
    return prepare_in<double>(system, options, curve, generic_start);
}

extern template struct PreparedOf<double>;
extern template struct PreparedOf<Quad>;
extern template PreparedOf<double> prepare_in(const System&, const SolveOptions&, bool, bool, Asked,
                                              std::vector<Given>);
extern template PreparedOf<Quad> prepare_in(const System&, const SolveOptions&, bool, bool, Asked,
                                            std::vector<Given>);
extern template std::string set_parameters(PreparedOf<double>&, const System&, const SolveOptions&);
extern template std::string set_parameters(PreparedOf<Quad>&, const System&, const SolveOptions&);

}  // namespace involute
