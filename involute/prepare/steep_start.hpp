// SPDX-License-Identifier: Apache-2.0
// Starts at which a root of something unknown is 0, as in x' = sqrt(x) from x = 0: the slope of the
// equation is infinite there, so that more than one solution may leave.
#pragma once

#include "involute/prepare/prepare.hpp"

namespace involute {

/// A sentence that names equation and unknown; empty where there is nothing to say.
template <class S>
std::string steep_start(const PreparedOf<S>& prepared);

extern template std::string steep_start(const PreparedOf<double>&);
extern template std::string steep_start(const PreparedOf<Quad>&);

}  // namespace involute
