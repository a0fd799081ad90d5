// SPDX-License-Identifier: Apache-2.0
// Columns of different size side by side: an angle and a force of a thousand newtons on one axis
// leave the angle a straight line. So columns of like size share a panel, and the others have their
// own.
#pragma once

#include <string>
#include <vector>

#include "involute/plot/table.hpp"

namespace involute::plot {

/// For every name the number of its panel, counted from 0 in order of appearance. Columns share
/// one if the largest of them is at most 20 times the smallest; what is zero throughout, or as
/// small as rounding beside the largest of all, is of any size.
std::vector<int> panel_numbers(const Table& table, const std::vector<std::string>& names);

/// The columns `y` against the column `x` in panels one above the other, with the same x. One
/// panel where all are of like size.
Figure panels_of(const Table& table, const std::string& x, const std::vector<std::string>& y,
                 const std::string& title);

}  // namespace involute::plot
