// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/arguments.hpp"
#include "involute/system/system.hpp"

namespace app {

/// Reads a model file (`-`: standard input), with the parameters and start values given as
/// options. Throws involute::Error.
involute::System read_model(const std::string& path, const Arguments& arguments);

}  // namespace app
