// SPDX-License-Identifier: Apache-2.0
// The loops of a series program, four numbers at a time.
#pragma once

#include "involute/expr/series_program_layout.hpp"

namespace involute {

/// All sums of stage k >= 1, in the memory of a series program.
template <class S>
void add_products(const SeriesLayout& layout, int k, S* memory);

/// sum[c] = Σ_k weights[k] rows[k * stride + c] h^k over 0 <= k < count, for 0 <= c < width; width
/// is a multiple of SumGroup::lanes.
template <class S>
void sum_powers(const S* rows, int stride, int width, const S* weights, int count, S h, S* sum);

template <>
void add_products(const SeriesLayout& layout, int k, double* memory);
template <>
void add_products(const SeriesLayout& layout, int k, Quad* memory);
template <>
void sum_powers(const double* rows, int stride, int width, const double* weights, int count,
                double h, double* sum);
template <>
void sum_powers(const Quad* rows, int stride, int width, const Quad* weights, int count, Quad h,
                Quad* sum);

}  // namespace involute
