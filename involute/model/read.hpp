// SPDX-License-Identifier: Apache-2.0
// Model -> System: names get their meaning, loops are unrolled, expressions become nodes. Throws
// an Error with everything that is wrong, not only the first mistake.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "involute/system/system.hpp"
#include "involute/text/model.hpp"

namespace involute {

/// From model text to a System in one call. The name of the file is for messages.
System read_system(std::string_view text, std::string file_name = "",
                   const Overrides& overrides = {});

/// Adds start values written as "x = 1, x' = 0"; they replace those given before, and guesses.
void add_starts(System& system, std::string_view text);

/// An expression in the unknowns and parameters of a system.
NodeId parse_expression(System& system, std::string_view text);

}  // namespace involute
