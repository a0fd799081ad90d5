// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/arguments.hpp"
#include "involute/sweep/samples.hpp"

namespace app {

/// What --over, --list, --sample, --range and --seed ask for. Throws involute::Error.
involute::Samples samples_of(const Arguments& arguments);

/// A whole number, at least so large; throws involute::Error that names the flag.
std::int64_t whole_number(std::string_view flag, const std::string& text, std::int64_t least);

}  // namespace app
