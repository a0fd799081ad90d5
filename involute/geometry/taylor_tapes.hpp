// SPDX-License-Identifier: Apache-2.0
// The Taylor expansion of a completed system as straight-line code.
#pragma once

#include "involute/expr/series_program_layout.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {

/// start: p ↦ (fixed numbers, watched pivots, rows up to 0); stage: the input of SeriesLayout ↦ one
/// row. The results of row k are the coefficients k of the tops z.
struct TaylorTapes {
    Tape start{};
    Tape stage{};
    SeriesLayout layout{};
};

TaylorTapes write_taylor(CompletedSystem& completed, const BlockOrders& orders);

}  // namespace involute
