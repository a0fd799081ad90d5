// SPDX-License-Identifier: Apache-2.0
// Equations in which the highest derivatives no longer take part.
#pragma once

#include <optional>
#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/project/scaled_iteration.hpp"

namespace involute {

/// The first row of J at p that is round-off beside the other terms of its equation, however
/// regular J is in a scale of its own.
template <class S>
std::optional<int> round_off_row(Geometry<S>& geometry, const std::vector<S>& p, Scale scale);

extern template std::optional<int> round_off_row(Geometry<double>&, const std::vector<double>&,
                                                 Scale);
extern template std::optional<int> round_off_row(Geometry<Quad>&, const std::vector<Quad>&, Scale);

}  // namespace involute
