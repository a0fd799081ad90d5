// SPDX-License-Identifier: Apache-2.0
// A zero of a function between two points where it has different signs.
#pragma once

#include <functional>

#include "involute/base/quad.hpp"

namespace involute {

/// The zero of f between a < b, where fa = f(a) and fb = f(b) have different signs (or one is 0): f
/// is 0 there, or has the sign of fb, and the sign of fa at most `width` before. If f is not finite
/// somewhere, the search ends with what it has. S is double or Quad.
///
/// Give a lambda by std::ref: then nothing is allocated.
template <class S>
S find_root(const std::function<S(S)>& f, S a, S fa, S b, S fb, S width);

extern template double find_root(const std::function<double(double)>&, double, double, double,
                                 double, double);
extern template Quad find_root(const std::function<Quad(Quad)>&, Quad, Quad, Quad, Quad, Quad);

}  // namespace involute
