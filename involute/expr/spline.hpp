// SPDX-License-Identifier: Apache-2.0
// Cubic splines by their slopes at the points (de Boor, A Practical Guide to Splines, 1978, ch.
// IV).
#pragma once

#include <vector>

#include "involute/expr/piecewise.hpp"

namespace involute {

/// not_a_knot: the third derivative is continuous at the second point from each end too.
enum class SplineEnds { not_a_knot, level, periodic };

/// The slopes at the points that make the second derivative continuous.
std::vector<Quad> spline_slopes(const std::vector<Quad>& t, const std::vector<Quad>& u,
                                SplineEnds ends);

/// The cubic with these values and slopes at points i and i + 1.
PolynomialPiece cubic_piece(const std::vector<Quad>& t, const std::vector<Quad>& u,
                            const std::vector<Quad>& slopes, std::size_t i);

}  // namespace involute
