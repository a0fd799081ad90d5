// SPDX-License-Identifier: Apache-2.0
// Weighted sums of slopes, the inner loop of every Runge-Kutta step. Vectors are padded to a
// multiple of four, so that sums stay in vector registers; without fused multiply-add the wide and
// the narrow version round alike.
#pragma once

#include <vector>

namespace involute {

template <class S>
struct WeightedSlope {
    int slope = 0;
    S weight{};
};

/// to := from + factor Σ_j weight_j k[slope_j], `stride` components (a multiple of four); slope j
/// begins at k + j * stride. from may be null: then it counts as zero.
template <class S>
void combine(const std::vector<WeightedSlope<S>>& terms, const S* k, int stride, S factor,
             const S* from, S* to)
{
    for (int c = 0; c < stride; c += 4) {
        S sum[4] = {S(0), S(0), S(0), S(0)};
        for (const WeightedSlope<S>& term : terms)
            for (int i = 0; i < 4; ++i) sum[i] += term.weight * k[term.slope * stride + c + i];
        for (int i = 0; i < 4; ++i)
            to[c + i] = from ? S(from[c + i] + factor * sum[i]) : S(factor * sum[i]);
    }
}

template <>
void combine(const std::vector<WeightedSlope<double>>& terms, const double* k, int stride,
             double factor, const double* from, double* to);

}  // namespace involute
