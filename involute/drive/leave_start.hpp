// SPDX-License-Identifier: Apache-2.0
// A start at a singular point of a walk in x: named, and left along the way asked for.
#pragma once

#include <optional>

#include "involute/prepare/prepare.hpp"
#include "involute/singular/encounter.hpp"

namespace involute {

struct Departure {
    std::optional<SingularPoint> point{};  // what the start is, if that could be found out
    std::optional<Resume> resume{};        // where x goes back on the way asked for
    std::vector<double> row{};             // of the start, where a regular solution leaves it
    std::string notice{};                  // about that
};

/// Where a way on is asked for, or one solution alone is regular, `prepared` starts beside the
/// singular point afterwards, before the end `to` of a walk in x, and its number is taken from
/// options.continuations.
template <class S>
Departure leave_start(PreparedOf<S>& prepared, int x_direction, std::optional<double> to,
                      SolveOptions& options);

extern template Departure leave_start(PreparedOf<double>&, int, std::optional<double>,
                                      SolveOptions&);
extern template Departure leave_start(PreparedOf<Quad>&, int, std::optional<double>, SolveOptions&);

}  // namespace involute
