// SPDX-License-Identifier: Apache-2.0
// The Taylor expansion of a completed system as straight-line code.
#pragma once

#include "involute/expr/series_program_layout.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {

/// start: (p, unit, branches) ↦ (fixed numbers, watched pivots, rows up to 0); stage: the input of
/// SeriesLayout ↦ one row. The results of row k are the coefficients k of the tops z, and after
/// them those of the expressions at whose zeros the equations have a kink; `branches` are the signs
/// of these, which tell the analytic functions on either side apart (abs(e) is e or -e).
///
/// Coefficients are those of powers of (x - x0)/unit, so that they do not overflow where x is in
/// years or in nanoseconds; the stage scalars (k+1)..(k+m) stand for (k+1)..(k+m)/unit^m.
struct TaylorTapes {
    Tape start{};
    Tape stage{};
    SeriesLayout layout{};
    int kinks = 0;
};

TaylorTapes write_taylor(CompletedSystem& completed, const BlockOrders& orders);

}  // namespace involute
