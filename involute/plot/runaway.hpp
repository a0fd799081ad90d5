// SPDX-License-Identifier: Apache-2.0
// A solution that ends in a blow-up: drawn to its last value it is a straight line with a corner.
#pragma once

#include <cstddef>
#include <vector>

namespace involute::plot {

/// How many rows an axis is made for: all, or, where within the last twentieth of the way values
/// outgrow all before by 1e4, those before that.
std::size_t calm_rows(const std::vector<double>& x, const std::vector<double>& values);

}  // namespace involute::plot
