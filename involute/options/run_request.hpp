// SPDX-License-Identifier: Apache-2.0
// What a run of a simulation is asked for.
#pragma once

#include <functional>
#include <optional>

#include "involute/options/solve_options.hpp"

namespace involute {

/// How far a run of a simulation goes, and which rows it returns; all else is as in the options of
/// the simulation.
struct RunRequest {
    std::optional<double> to{};      // absent, and no length: as the options or the model say
    std::optional<double> length{};  // along the curve, from here
    Sampling sampling{};
    bool keep_function = false;  // as in SolveOptions; what the simulation's say holds too
    std::function<bool(const PassingRow&)> stream{};  // as in SolveOptions
    std::function<void(double)> progress{};           // as in SolveOptions
    bool look_around_start = true;  // for what the notices and start_branches say of the start
};

}  // namespace involute
