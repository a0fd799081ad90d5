// SPDX-License-Identifier: Apache-2.0
// The library names options by field, as in option `first_step` or option `method = radau5`; who
// uses the program knows them as `--first-step` and `--method radau5`.
#pragma once

#include <string>
#include <string_view>

#include "involute/base/error.hpp"
#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"

namespace app {

std::string with_flags(std::string_view text);
/// What an error says; the lines of the user that it shows stay as they are.
std::string with_flags(const involute::Error& error);
involute::Solution with_flags(involute::Solution solution);
involute::Analysis with_flags(involute::Analysis analysis);

}  // namespace app
