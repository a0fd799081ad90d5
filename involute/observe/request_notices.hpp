// SPDX-License-Identifier: Apache-2.0
// Notices about what was asked: places that were not met, start values that were not given.
#pragma once

#include <string>
#include <vector>

#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

/// Places asked for that were not met, and free start values that nobody gave, as notices.
std::vector<std::string> request_notices(const Solution& solution, const SolveOptions& options);

}  // namespace involute
