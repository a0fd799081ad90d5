// SPDX-License-Identifier: Apache-2.0
// Prepared -> Solution: the walk itself with its observers, limits and endings. Preparing once and
// running often costs nothing twice.
#pragma once

#include "involute/drive/prepare.hpp"

namespace involute {

/// Where a run goes, after the options and the model's `solve` line are put together.
struct Destination {
    bool curve = false;
    std::optional<double> to{};       // x
    std::optional<double> length{};   // along the curve
    double scale = 0;                 // > 0: the same for every coordinate
    bool backwards = false;           // x decreases at the start
    std::optional<double> land_on{};  // x of the last point, known from a first walk
};

/// Throws Error if nothing says where to go.
Destination destination(const System& system, const SolveOptions& options);

/// Checks tolerances, steps and the interval; throws Error with all that is wrong.
void require_sensible(const SolveOptions& options);

template <class S>
Solution run(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options);

extern template Solution run(PreparedOf<double>&, const Destination&, const SolveOptions&);
extern template Solution run(PreparedOf<Quad>&, const Destination&, const SolveOptions&);

}  // namespace involute
