// SPDX-License-Identifier: Apache-2.0
// How far from a singular point a walk begins: a way out is known there by its direction alone.
#pragma once

#include <functional>
#include <optional>

#include "involute/singular/form.hpp"

namespace involute {

/// The point of a way at this distance in scale, if there is one.
using PointOfWay = std::function<std::optional<std::vector<Quad>>(const Quad& distance)>;

/// The largest distance, at most `first`, up to which the solutions along d, of length 1 in scale,
/// bend away from it by less than rtol.
Quad leaving_distance(SingularForm& form, const VectorOf<Quad>& d, const Quad& first, double rtol,
                      const PointOfWay& point);

}  // namespace involute
