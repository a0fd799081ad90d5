// SPDX-License-Identifier: Apache-2.0
// Expectations against what an analysis and a run found.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "involute/drive/solve.hpp"

namespace app {

struct Finding {
    const involute::Expectation* expectation = nullptr;  // in the system it was made for
    bool holds = false;
    std::string found{};  // in words: the value, the difference, the code
};

using Run = std::function<involute::Solution(const involute::SolveOptions&)>;

/// Checks every expectation of the system, with no more analyses and runs than they need.
std::vector<Finding> check_expectations(const involute::System& system,
                                        const involute::SolveOptions& options, const Run& run);

}  // namespace app
