// SPDX-License-Identifier: Apache-2.0
// Whether demanded start values contradict the equations, as a proof: a search that finds nothing
// proves nothing. The values are put into the equations in Quad, by formulas that the search does
// not use. What follows from them, equation by equation and where it enters linearly, is computed
// on the way; a row that then contains nothing unknown holds, or it does not.
#pragma once

#include <optional>
#include <string>

#include "involute/project/start_wishes.hpp"

namespace involute {

struct StartContradiction {
    std::string row{};    // "equation 3 (x^2 + y^2 = 1) differentiated once"
    double residual = 0;  // relative to the size of its terms
};

/// Nothing: no contradiction is proved. The tops given count as well.
std::optional<StartContradiction> prove_contradiction(CompletedSystem& completed,
                                                      const Wishes& wishes);

}  // namespace involute
