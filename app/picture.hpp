// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "involute/plot/table.hpp"

namespace app {

/// The unknowns, without their derivatives, against the independent variable; everything if there
/// are derivatives alone.
std::vector<std::string> usual_names(const involute::plot::Table& table);

/// Throws involute::Error where these are too few names for a picture.
void require_two(const std::vector<std::string>& names);

/// The picture of these columns, as the options ask for it. Throws involute::Error.
involute::plot::Figure picture(const involute::plot::Table& table,
                               const std::vector<std::string>& names, const Arguments& arguments);

}  // namespace app
