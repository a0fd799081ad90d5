// SPDX-License-Identifier: Apache-2.0
// Points of a derivative array, and its matrices there.
#pragma once

#include <vector>

#include "involute/complete/array/derivative_array.hpp"
#include "involute/complete/closure/array_points.hpp"
#include "involute/complete/structural/rank.hpp"

namespace involute {

/// Where the search for a point of F_r from some first point ended.
struct ArrayPoint {
    int variant = 0;  // of first_point; 0: the start as given
    bool consistent = false;
    bool finite = false;
    JetPoint point{};
    double residual = 0;
};

/// A point of F_level, from `first` where it has jets, from first_point(variant) beyond. Where only
/// some rows are to vanish, `rows` names them.
ArrayPoint approach_array(const Graph& graph, const DerivativeArray& array,
                          const NaturalScale& scale, int variant, const JetPoint& first, int level,
                          const std::vector<int>* rows = nullptr);

/// Positions of the jets in the columns of a level: y_j^(s) stands at first[j] + s.
std::vector<int> first_columns(const DerivativeArray& array, int level);
/// By column of a level: 0 for u2, 1 for u1, 2 for p: the order in which ranks are taken.
std::vector<int> column_groups(const DerivativeArray& array, int level);

/// A matrix, and how many times larger than each entry the numbers are whose sum it is: told by
/// what rounding to double does to it.
struct ArrayMatrix {
    MatrixOf<Quad> entries{};
    MatrixOf<double> sums{};
};

/// The Jacobian of the level in natural scales, every row of size about 1; empty where not finite.
/// row_sizes, if given, are what the rows (Taylor coefficients) were divided by.
ArrayMatrix scaled_array(const Graph& graph, const DerivativeArray& array,
                         const NaturalScale& scale, const JetPoint& point, int level,
                         VectorOf<Quad>* row_sizes = nullptr);

struct ArrayRanks {
    int full = 0, b = 0, b2 = 0;
    double gap = 0;
    double least = 1;  // the smallest pivot
    int m() const { return full - b; }
    int t() const { return b - b2; }
    int total() const { return full + b + b2; }
    friend bool operator==(const ArrayRanks& x, const ArrayRanks& y)
    {
        return x.m() == y.m() && x.t() == y.t();
    }
};

/// Ranks of some rows of a matrix with those column groups.
template <class S>
ArrayRanks array_ranks(MatrixOf<S> rows, const MatrixOf<double>& sums,
                       const std::vector<int>& groups);

/// Whether ranks at a point tell those at the zero of the rows beside it. Where the rows have more
/// rank around their zeros than at them (double zeros, sets that cross), a search comes to a halt
/// on its way to one, and pivots are what it has left; by Kantorovich's theorem pivots whose square
/// is far above the residual are there at the zero, too.
bool tell_of_zero(const ArrayRanks& ranks, const ArrayPoint& at);

/// Directions of u1 that the rows leave open, a basis as rows, every unknown in some scale.
MatrixOf<Quad> free_directions(const ArrayMatrix& rows, const std::vector<int>& groups);

}  // namespace involute
