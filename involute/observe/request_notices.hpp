// SPDX-License-Identifier: Apache-2.0
// What a user asked for and did not get, or did not say and got all the same.
#pragma once

#include <string>
#include <vector>

#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

/// Places asked for that were not met, and free start values that nobody gave, as notices.
std::vector<std::string> omissions(const Solution& solution, const SolveOptions& options);

}  // namespace involute
