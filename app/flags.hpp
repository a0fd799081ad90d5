// SPDX-License-Identifier: Apache-2.0
// The library names options by field, as in option `first_step` or option `method = radau5`; who
// uses the program knows them as `--first-step` and `--method radau5`.
#pragma once

#include <string>
#include <string_view>

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"

namespace app {

std::string with_flags(std::string_view text);
involute::Solution with_flags(involute::Solution solution);
involute::Analysis with_flags(involute::Analysis analysis);

}  // namespace app
