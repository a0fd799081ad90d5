// SPDX-License-Identifier: Apache-2.0
// Prepared -> Solution: the walk itself with its observers, limits and endings. Preparing once and
// running often costs nothing twice.
#pragma once

#include "involute/drive/prepare.hpp"
#include "involute/drive/singular_encounter.hpp"

namespace involute {

/// Where a run goes, after the options and the model's `solve` line are put together.
struct Destination {
    bool curve = false;
    std::optional<double> to{};       // x
    std::optional<double> length{};   // along the curve
    double scale = 0;                 // > 0: the same for every coordinate
    bool backwards = false;           // x decreases at the start
    int heading = 0;                  // not 0: the sign of dx at the start, wherever `to` is
    std::optional<double> land_on{};  // x of the last point, known from a first walk
};

/// Throws Error if nothing says where to go.
Destination destination(const System& system, const SolveOptions& options);

/// Checks tolerances, steps and the interval; throws Error with all that is wrong.
void require_sensible(const SolveOptions& options);

/// A way out of a singular point that a walk in x cannot follow, because x turns back there.
struct Resume {
    WayOut way{};
    Layout layout{};                   // of its point
    std::vector<int> continuations{};  // left for what comes later
};

template <class S>
Solution run(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options,
             std::optional<Resume>* resume = nullptr);

extern template Solution run(PreparedOf<double>&, const Destination&, const SolveOptions&,
                             std::optional<Resume>*);
extern template Solution run(PreparedOf<Quad>&, const Destination&, const SolveOptions&,
                             std::optional<Resume>*);

}  // namespace involute
