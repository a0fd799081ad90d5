// SPDX-License-Identifier: Apache-2.0
// Is what an author calls an invariant constant along solutions?
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/options/analysis.hpp"
#include "involute/project/project.hpp"

namespace involute {

/// A rate of change relative to its terms that is no more than round-off, for data of 16 digits.
inline constexpr double invariant_tolerance = 1e-11;

/// L_V I / Σ |∂I/∂p| |V| at the start and at other points of M with the same value of I: where it
/// is largest. 0 for an invariant, up to round-off.
template <class S>
InvariantReport measure_invariant(Geometry<S>& geometry, Scale scale, const std::vector<S>& p,
                                  int invariant);

extern template InvariantReport measure_invariant(Geometry<double>&, Scale,
                                                  const std::vector<double>&, int);
extern template InvariantReport measure_invariant(Geometry<Quad>&, Scale, const std::vector<Quad>&,
                                                  int);

}  // namespace involute
