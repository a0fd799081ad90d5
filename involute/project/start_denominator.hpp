// SPDX-License-Identifier: Apache-2.0
// Why an equation has no value at the start: a denominator in it that is zero there.
#pragma once

#include <string>
#include <vector>

#include "involute/geometry/geometry.hpp"

namespace involute {

/// "t": the first denominator of this equation that vanishes at (p, z); empty: none does.
template <class S>
std::string vanishing_denominator(Geometry<S>& geometry, int equation, const std::vector<S>& p,
                                  const std::vector<S>& z);

extern template std::string vanishing_denominator(Geometry<double>&, int,
                                                  const std::vector<double>&,
                                                  const std::vector<double>&);
extern template std::string vanishing_denominator(Geometry<Quad>&, int, const std::vector<Quad>&,
                                                  const std::vector<Quad>&);

}  // namespace involute
