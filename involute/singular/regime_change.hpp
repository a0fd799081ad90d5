// SPDX-License-Identifier: Apache-2.0
// Where the completed system is no longer to be trusted: a kink was passed, or a coefficient that
// was taken for zero has woken up. The author's equations are then completed anew from here.
#pragma once

#include <string>
#include <vector>

#include "involute/geometry/layout.hpp"

namespace involute {

struct RegimeChange {
    std::string what{};  // "max(0, t - 1) passes its kink"
    std::vector<Quad> p{}, z{};
    Layout layout{};  // of p and z
    std::vector<Quad> invariant_values{};
    double x = 0;
};

}  // namespace involute
