// SPDX-License-Identifier: Apache-2.0
// JSON for programs: the objects that `solve` and `analyze` write. The keys are a contract; keys
// may be added, never changed. A number that is not finite is written as null.
#pragma once

#include <iosfwd>

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"

namespace involute {

void write_json(std::ostream& out, const Solution& solution);
void write_json(std::ostream& out, const Analysis& analysis);

}  // namespace involute
