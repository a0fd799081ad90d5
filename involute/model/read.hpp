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

#include "involute/system/system.hpp"

namespace involute {

/// Names get their meaning, loops are unrolled, expressions become nodes. The name of the file is
/// for messages. Overrides replace values of parameters; one that the model does not have is a
/// mistake.
System read_system(std::string_view text, std::string file_name = "",
                   const Overrides& overrides = {});

/// Adds start values written as "x = 1, x' = 0"; they replace those given before, and guesses.
void add_starts(System& system, std::string_view text);

/// An expression in the unknowns and parameters of a system, as a node of its graph.
NodeId parse_expression(System& system, std::string_view text);

}  // namespace involute
