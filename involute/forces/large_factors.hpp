// SPDX-License-Identifier: Apache-2.0
// Strong forces in a model that declares no small parameter: a large constant c is written as
// (c ε^2) ε^-2 with a leaf ε of its own, then treated like a declared one (compliance.hpp).
#pragma once

#include "involute/system/system.hpp"

namespace involute {

/// The compliance form without a declaration. Factors are large where they exceed `large_factor`
/// times the coefficient of the highest derivatives in the same equation. Without any the system is
/// returned as it is.
inline constexpr double large_factor = 1e4;
System with_large_factors_as_forces(const System& system);

}  // namespace involute
