// SPDX-License-Identifier: Apache-2.0
// J may vanish on M and nowhere else: a factor that is an equation of the system is zero there.
// What rounding leaves of such a zero looks regular in a scale of its own, so J must be judged on
// M, and a point of M is known to some digits only.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/project/scaled_iteration.hpp"

namespace involute {

/// Whether J, regular at the point (p, z) of M, is singular at every point of M that is found near
/// the start. Costs one more evaluation of J where it is well away from that.
template <class S>
bool vanishes_on_manifold(Geometry<S>& geometry, const std::vector<S>& p, const std::vector<S>& z,
                          Scale scale);

extern template bool vanishes_on_manifold(Geometry<double>&, const std::vector<double>&,
                                          const std::vector<double>&, Scale);
extern template bool vanishes_on_manifold(Geometry<Quad>&, const std::vector<Quad>&,
                                          const std::vector<Quad>&, Scale);

}  // namespace involute
