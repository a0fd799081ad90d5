// SPDX-License-Identifier: Apache-2.0
// The least change of a number that the equations around it feel.
#pragma once

#include <functional>

namespace involute {

/// Changes of equations, in units of their own sizes, that are no round-off.
inline constexpr double beyond_rounding = 1e-9;

/// The least h with felt(h) >= 1, but not below `told`; where felt is bounded, like a sine, the
/// first h where it has half of its range. The search begins at `told`, or at `ordinary` if that is
/// 0; where it finds nothing the answer is `told`.
double size_where_felt(const std::function<double(double)>& felt, double told, double ordinary);

}  // namespace involute
