// SPDX-License-Identifier: Apache-2.0
// The start on the smooth motion of a system with strong forces in compliance form,
//
//     M q'' = f - G^t F,    ε^2 F = g(q).
//
// Through every state near g = 0 passes, up to a shift of order ε^2 normal to g = 0, a solution
// without fast oscillations (Lubich, Z. angew. Math. Phys. 44 (1993) 1022-1053, Theorem 2.2). It is
// found as the fixed point of: w -> the force along the solution of the index-3 system with g(q) =
// ε^2 w(t). Each turn gains a factor ε^2; w is kept as Taylor polynomial.
#pragma once

#include <string>
#include <vector>

#include "involute/prepare/prepare.hpp"

namespace involute {

struct SmoothStart {
    System system{};            // with the start moved onto the smooth motion
    std::vector<Given> tops{};  // forces and highest derivatives there, not to be recomputed
    std::vector<std::string> notices{};
    bool found = false;  // else the system is the one given, and a notice says why
};

/// compliance: System::forces says which unknowns are forces. Where more is given than the smooth
/// motions have freedom, the start is moved along M^-1 G^t, else what is given is held.
SmoothStart smooth_start(const System& compliance, const SolveOptions& options);

/// Puts the start of a prepared system exactly there, the tops with it: near round-off of ε^2
/// they cannot be recomputed from positions.
template <class S>
void place_on_smooth_motion(const SmoothStart& smooth, PreparedOf<S>& prepared);

extern template void place_on_smooth_motion(const SmoothStart&, PreparedOf<double>&);
extern template void place_on_smooth_motion(const SmoothStart&, PreparedOf<Quad>&);

}  // namespace involute
