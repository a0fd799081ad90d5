// SPDX-License-Identifier: Apache-2.0
// Rows that completion chose or combined can lose rank where the author's equations do not: at a
// zero of a factor of ours, sin(1.15 t) = 0. That is no singular point, and other rows lead on.
#pragma once

#include <vector>

#include "involute/prepare/prepare.hpp"
#include "involute/singular/encounter.hpp"

namespace involute {

/// Where the derivative array of the author's equations was not found to lose rank at what was met:
/// the point, for other rows to be regular at. Empty: it is a singular point of his equations.
/// `resolution`: how exactly x of a double zero is known.
template <class S>
std::vector<Given> failure_of_rows(const PreparedOf<S>& prepared, const Encounter& met,
                                   double resolution);

extern template std::vector<Given> failure_of_rows(const PreparedOf<double>&, const Encounter&,
                                                   double);
extern template std::vector<Given> failure_of_rows(const PreparedOf<Quad>&, const Encounter&,
                                                   double);

}  // namespace involute
