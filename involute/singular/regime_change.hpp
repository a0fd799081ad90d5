// SPDX-License-Identifier: Apache-2.0
// Where the completed system is no longer to be trusted: a kink was passed, a coefficient that was
// taken for zero has woken up, or rows lose rank where the author's equations do not. These are
// then completed anew from here.
#pragma once

#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/geometry/layout.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct RegimeChange {
    std::string what{};  // "max(0, t - 1) passes its kink"
    std::vector<Quad> p{}, z{};
    Layout layout{};  // of p and z
    std::vector<Quad> invariant_values{};
    double x = 0;
    /// Not the equations but the rows that completion made of them came to an end.
    bool of_rows = false;
    std::vector<Given> regular_at{};  // where other rows are to be regular

    /// How a run ends that cannot go on from here: where rows came to an end, that is no verdict on
    /// the equations.
    Outcome ending() const { return of_rows ? Outcome::singular_jacobian : Outcome::singular; }
};

}  // namespace involute
