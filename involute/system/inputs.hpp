// SPDX-License-Identifier: Apache-2.0
// The inputs of a system: functions of the independent variable that its text leaves to others.
//
//     System s = read_system("input u; var x; x' = u - x; start x = 0");
//     set_input(s, "u", InputTable{.t = {0, 1, 3}, .u = {0, 2, 2}});
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "involute/expr/input_table.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// (name, what it is)
using Inputs = std::vector<std::pair<std::string, Input>>;

/// From now on an input is this function. An Error for a name that is none and for tables that are
/// no functions (make_input); nothing is changed then.
void set_input(System& system, const std::string& name, const Input& input);

/// An Error for every input that nobody has given yet.
void require_inputs(const System& system);

}  // namespace involute
