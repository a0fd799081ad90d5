// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "involute/output/plot_table.hpp"

namespace app {

/// The unknowns, without their derivatives, against the independent variable.
std::vector<std::string> usual_names(const involute::plot::Table& table);

/// "t, x', q[1,2]": the commas between brackets do not separate.
std::vector<std::string> listed_names(std::string_view text);

/// The picture of these columns, as the options ask for it. Throws involute::Error.
involute::plot::Figure picture(const involute::plot::Table& table,
                               const std::vector<std::string>& names, const Arguments& arguments);

}  // namespace app
