// SPDX-License-Identifier: Apache-2.0
// Comma-separated values: the header `t,x,x',…`, then the rows. Every number is the shortest text
// that reads back to the same double, or 36 digits where the run had quadruple precision.
//
//     write_csv(std::cout, solve(system));
#pragma once

#include <iosfwd>

#include "involute/options/solution.hpp"

namespace involute {

/// Rows of sections and events are not in it (json and npz have them). The stream tells whether it
/// could be written.
void write_csv(std::ostream& out, const Solution& solution);

}  // namespace involute
