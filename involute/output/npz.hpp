// SPDX-License-Identifier: Apache-2.0
// Arrays for numpy.load: `values` (rows × columns, column 0 is the independent variable), `names`
// of the columns from 1 on, `independent`, `code`, `residual`, and for every section and event
// the rows recorded, under its own name with the prefix `section_` or `event_`.
//
//     OutputFile file("pendulum.npz");
//     write_npz(file.stream(), solve(system));
//     file.commit();
#pragma once

#include <iosfwd>

#include "involute/options/solution.hpp"

namespace involute {

/// Throws an Error where the archive would outgrow 4 GiB. The stream tells whether it could be
/// written; it must be a binary one.
void write_npz(std::ostream& out, const Solution& solution);

}  // namespace involute
