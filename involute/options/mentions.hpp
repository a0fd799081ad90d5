// SPDX-License-Identifier: Apache-2.0
// The library names options by field, as in option `first_step` or option `method = radau5`, and
// nothing else is written that way: whoever knows options by other names translates it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "involute/options/option_row.hpp"

namespace involute {

/// What an option, with the value that is mentioned or none, is called elsewhere; empty: it has no
/// other name.
using OptionNaming = std::function<std::string(const OptionRow& row, std::string_view value)>;

std::string with_options_named(std::string_view text, const OptionNaming& naming);
/// In messages and hints; the lines of the user that an error shows stay as they are.
Error with_options_named(const Error& error, const OptionNaming& naming);

}  // namespace involute
