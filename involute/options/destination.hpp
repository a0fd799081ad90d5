// SPDX-License-Identifier: Apache-2.0
// How far a run goes.
#pragma once

#include <optional>

#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// What a later piece of a run must know of the earlier ones.
struct Continued {
    Quad first_x = 0;      // where the first piece began
    double travelled = 0;  // along the curve, so far
};

/// Where a run goes, after the options and the model's `solve` line are put together.
struct Destination {
    bool curve = false;
    std::optional<double> to{};       // x
    std::optional<double> length{};   // along the curve
    double scale = 0;                 // > 0: the same for every coordinate
    bool backwards = false;           // x decreases at the start
    int heading = 0;                  // not 0: the sign of dx at the start, wherever `to` is
    std::optional<double> land_on{};  // x of the last point, known from a first walk
    std::optional<Continued> continued{};
};

/// Throws Error if nothing says where to go.
Destination destination(const System& system, const SolveOptions& options);

}  // namespace involute
