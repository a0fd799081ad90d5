// SPDX-License-Identifier: Apache-2.0
// Is the start a singular point of the equations as written? It is one only where their derivative
// array loses rank: completed equations may be singular at points where the author's are not.
#pragma once

#include "involute/complete/array/verdict_points.hpp"

namespace involute {

/// The rank of the array at the start, compared with points nearby.
enum class StartRank { unknown, lost, full };

struct StartPoint {
    StartRank rank = StartRank::unknown;
    JetPoint point{};  // of F_(level + 1), where the rank is full
};

/// The start is held exactly in all values that are demanded; `generic`: the ranks of the level at
/// points nearby.
StartPoint rank_at_start(const System& system, const DerivativeArray& array,
                         const NaturalScale& scale, const ArrayRanks& generic, int level);

}  // namespace involute
