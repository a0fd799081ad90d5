// SPDX-License-Identifier: Apache-2.0
// What a Simulation is made with where some of its parameters are to be set later.
#pragma once

#include <string>
#include <vector>

#include "involute/options/solve_options.hpp"

namespace involute {

struct SimulationOptions {
    /// Parameters that can be set after it was made, beside those that can be in the system
    /// already. Every other one is folded into the constants, which is what makes simple things
    /// fast.
    std::vector<std::string> tunable{};
    /// How it walks.
    SolveOptions solve{};
};

}  // namespace involute
