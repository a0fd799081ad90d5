// SPDX-License-Identifier: Apache-2.0
// Is J regular on M, or does it only look so? What vanishes on M is round-off at a computed point
// of it, and J is scaled before it is judged, so that round-off can look like any other number.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/project/project.hpp"

namespace involute {

/// Whether J is regular at the point (p, z) of M only because of entries that are tiny there, in
/// comparison with points beside M, and singular at points of M computed with more digits. Cheap
/// where no entry is tiny.
template <class S>
bool is_regular_by_round_off(Geometry<S>& geometry, const std::vector<S>& p,
                             const std::vector<S>& z, Scale scale);

extern template bool is_regular_by_round_off(Geometry<double>&, const std::vector<double>&,
                                             const std::vector<double>&, Scale);
extern template bool is_regular_by_round_off(Geometry<Quad>&, const std::vector<Quad>&,
                                             const std::vector<Quad>&, Scale);

}  // namespace involute
