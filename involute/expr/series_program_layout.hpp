// SPDX-License-Identifier: Apache-2.0
// The layout of the memory of a series program, found while its tapes are written.
//
//   [ sums | scalars | earlier | fixed | watched | row -deepest | .. | row 0 | row 1 | .. ]
//   |------- input of the stage tape --|
//                              |------- output of the start tape -------|
//                                                               |- output of stage 1 -| ..
//
// Row r holds the coefficients that stage r found: in the column of a node the coefficient
// r + ahead. Sums read columns of earlier rows; `earlier` are single coefficients of earlier rows.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/expr/tape.hpp"

namespace involute {

/// One factor of a convolution: the coefficients a_j of a node, or j a_j.
struct SeriesFactor {
    int node = 0;
    bool weighted = false;

    friend auto operator<=>(const SeriesFactor&, const SeriesFactor&) = default;
};

/// Side by side: sum[lane] = Σ_i A[first_a + i][a + lane] B[k + last_b - i][b + lane] over
/// 0 <= i < k + terms, where A[r] is row r.
struct SumGroup {
    static constexpr int lanes = 4;
    int sum = 0;  // position of the first lane's result in the input of the stage tape
    int used = 0;
    int a = 0, b = 0;  // columns of the first lane
    int first_a = 0, last_b = 0, terms = 0;
};

/// What depends on the stage k only.
struct StageScalar {
    enum class Kind : std::uint8_t { order, rising };
    Kind kind{};
    bool inverse = false;
    int shift = 0;  // order: k + shift; rising: (k+1)(k+2)..(k+shift)

    friend auto operator<=>(const StageScalar&, const StageScalar&) = default;
};

/// The coefficient in `column` of row k - back.
struct EarlierValue {
    int column = 0;
    int back = 0;
};

struct SeriesLayout {
    std::vector<SumGroup> groups{};
    std::vector<StageScalar> scalars{};
    std::vector<EarlierValue> earlier{};
    int sums = 0, fixed = 0, watched = 0;
    int row = 0;      // numbers of a row, a multiple of SumGroup::lanes
    int deepest = 0;  // rows before row 0
    int results = 0;  // first column of what the stage tape found besides the nodes

    int first_scalar() const { return sums; }
    int first_earlier() const { return sums + int(scalars.size()); }
    int first_fixed() const { return first_earlier() + int(earlier.size()); }
    int first_watched() const { return first_fixed() + fixed; }
    /// Position of row r >= -deepest.
    int at_row(int r) const
    {
        const int lead = first_watched() + watched;
        return (lead + SumGroup::lanes - 1) / SumGroup::lanes * SumGroup::lanes +
               (r + deepest) * row;
    }
};

}  // namespace involute
