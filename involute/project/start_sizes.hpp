// SPDX-License-Identifier: Apache-2.0
// How large each number of a start naturally is: by how much it must change before some equation
// that contains it feels it. A value told may be far below that: cos(pi/2) is 1e-35 to a computer,
// and rounding, nearness and residuals of a length of 1 must not be measured by it. Follows the
// units of every unknown, and knows nothing of tolerances.
#pragma once

#include <vector>

#include "involute/project/scaled_iteration.hpp"

namespace involute {

/// One for every number of p, at the point `told`, where 0 means that nothing is known; the rows
/// of g and the invariants that count. Not below the value told. In large systems the elements of
/// an array have one size for each order. `ordinary`: where nothing tells.
template <class S>
std::vector<double> start_sizes(Geometry<S>& geometry, const std::vector<int>& rows,
                                const std::vector<S>& told, double ordinary);

/// What counts as zero beside numbers of these sizes.
std::vector<double> start_floors(Scale part, std::vector<double> sizes);

extern template std::vector<double> start_sizes(Geometry<double>&, const std::vector<int>&,
                                                const std::vector<double>&, double);
extern template std::vector<double> start_sizes(Geometry<Quad>&, const std::vector<int>&,
                                                const std::vector<Quad>&, double);

}  // namespace involute
