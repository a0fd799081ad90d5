// SPDX-License-Identifier: Apache-2.0
// JSON for programs: the objects that `solve` and `analyze` write. The keys are a contract; keys
// may be added, never changed (docs/guide.md lists them). A number that is not finite is written as
// null; numbers of a run in quadruple precision are strings of 36 digits.
//
//     write_json(std::cout, solve(system));
#pragma once

#include <iosfwd>

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"

namespace involute {

/// One object and a new line. The stream tells whether it could be written.
void write_json(std::ostream& out, const Solution& solution);
void write_json(std::ostream& out, const Analysis& analysis);

}  // namespace involute
