// SPDX-License-Identifier: Apache-2.0
// A System from text in the model language (docs/language.md):
//
//     const System decay = read_system("param k = 1; var y; y' = -k*y; start y = 1; solve to 5",
//                                      "decay.ode", {{"k", 2}});
//
// Everything here throws an Error with all that is wrong, not only the first mistake. Nothing is
// read but the text, and a text from anywhere is answered within bounded time and memory
// (docs/language.md tells the limits).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "involute/system/inputs.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// Names get their meaning, loops are unrolled, expressions become nodes. The name of the file is
/// for messages. Overrides replace values of parameters; one that the model does not have is a
/// mistake. Parameters named in `tunable` can be set afterwards (set_parameters,
/// system/parameters.hpp); one that shapes the system, as the bound of an array does, cannot.
/// Inputs go before what the model says of them; a number makes one a tunable parameter.
System read_system(std::string_view text, std::string file_name = "",
                   const Overrides& overrides = {}, const std::vector<std::string>& tunable = {},
                   const Inputs& inputs = {});

/// The same system with other parameters tunable: its text is read again. Start values, guesses and
/// the end of the run stay what they are. An Error where the equations were made in C++ or
/// changed since they were read.
System with_tunable(const System& system, const std::vector<std::string>& tunable);

/// Adds start values written as "x = 1, x' = 0"; they replace those given before, and guesses.
void add_starts(System& system, std::string_view text);

/// An expression in the unknowns and parameters of a system, as a node of its graph.
NodeId parse_expression(System& system, std::string_view text);

}  // namespace involute
