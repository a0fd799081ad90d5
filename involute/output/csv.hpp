// SPDX-License-Identifier: Apache-2.0
// Comma-separated values: the header `t,x,x',…`, then the rows. Every number is the shortest text
// that reads back to the same double.
#pragma once

#include <iosfwd>

#include "involute/options/solution.hpp"

namespace involute {

void write_csv(std::ostream& out, const Solution& solution);

}  // namespace involute
