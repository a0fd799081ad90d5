// SPDX-License-Identifier: Apache-2.0
// Starts that rounding makes. x^2 + y^2 = 1 with x = 1 leaves y = 0 alone; in double y = 1e-8 does
// as well, and then x*x' + y*y' = 0 can be satisfied for any x' by some y'. With more digits such a
// point runs away.
#pragma once

#include "involute/geometry/geometry.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {

/// Whether a point that satisfies the imposed rows stays where it is when they are satisfied to
/// more digits, what is given being held. Costs something only where a row hardly depends on what
/// is not given.
bool stays_with_more_digits(Geometry<double>& geometry, const Wishes& wishes,
                            const std::vector<double>& p);

}  // namespace involute
