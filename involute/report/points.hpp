// SPDX-License-Identifier: Apache-2.0
// Points of a solution that make its curves smooth: rows, and what lies between them.
#pragma once

#include <cstddef>

#include "involute/options/solution.hpp"
#include "involute/report/thinned.hpp"

namespace involute::report {

/// Points between the rows, about `most` of them, the parameter before each; along a curve all
/// points, because rows do not tell their arclength.
Rows between_rows(const Solution& solution, std::size_t most);

/// Rows and points between them in the order of the run, about `most` together, the parameter
/// before each.
Rows points_in_order(const Solution& solution, std::size_t most);

}  // namespace involute::report
