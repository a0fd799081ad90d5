// SPDX-License-Identifier: Apache-2.0
// Points of a step at Chebyshev's places, and the polynomial through them. Whatever the method, a
// step is kept in this one form: it is evaluated without loss at any place, and doubling the number
// of intervals keeps the places that are there.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "involute/base/scalar.hpp"

namespace involute {

/// θ_j = sin²(πj/2n), j = 0 .. n: from 0 to 1, both among them.
template <class S>
std::vector<S> chebyshev_places(int intervals);

/// The polynomial through values at these places, node after node, at θ. The second form of the
/// barycentric formula: the weights are ±1, half of that at both ends.
template <class S>
void interpolate_nodes(std::span<const S> places, const S* values, std::size_t count, S theta,
                       S* out);

extern template std::vector<double> chebyshev_places(int);
extern template std::vector<Quad> chebyshev_places(int);
extern template void interpolate_nodes(std::span<const double>, const double*, std::size_t, double,
                                       double*);
extern template void interpolate_nodes(std::span<const Quad>, const Quad*, std::size_t, Quad,
                                       Quad*);

}  // namespace involute
