// SPDX-License-Identifier: Apache-2.0
// What a packed step does with its numbers (lane_step.hpp), in the order in which the step of one
// walk does it: combine (combination.hpp), error_weights and weighted_norm (error_norm.hpp),
// ScaledIteration::distance. Rows of a number of each lane.
#pragma once

#include <vector>

#include "involute/base/pack.hpp"
#include "involute/step/combination.hpp"

namespace involute {

/// `wide` coordinates from c on.
template <int lanes, int wide>
INVOLUTE_INLINE void combine_rows(const WeightedSlope<double>* terms, std::size_t count,
                                  const double* slopes, int row, const Pack<lanes>& factor,
                                  const double* from, double* to, int c)
{
    Pack<lanes> sum[wide]{}, value;
    for (std::size_t j = 0; j < count; ++j) {
        const double* const slope = slopes + std::ptrdiff_t(terms[j].slope) * row;
        for (int w = 0; w < wide; ++w) {
            load<lanes>(value, slope, c + w);
            sum[w] += terms[j].weight * value;
        }
    }
    for (int w = 0; w < wide; ++w) {
        sum[w] *= factor;
        if (from) {
            load<lanes>(value, from, c + w);
            sum[w] += value;
        }
        store<lanes>(to, c + w, sum[w]);
    }
}

/// to := from + factor Σ_j weight_j slope_j; from may be null.
template <int lanes>
INVOLUTE_INLINE void combine_lanes(const std::vector<WeightedSlope<double>>& terms,
                                   const double* slopes, int size, const double* h,
                                   const double* from, double* to)
{
    const int row = size * lanes;
    Pack<lanes> factor;
    load<lanes>(factor, h, 0);
    int c = 0;
    for (; c + 4 <= size; c += 4)
        combine_rows<lanes, 4>(terms.data(), terms.size(), slopes, row, factor, from, to, c);
    for (; c < size; ++c)
        combine_rows<lanes, 1>(terms.data(), terms.size(), slopes, row, factor, from, to, c);
}

/// √ is taken of each lane afterwards.
template <int lanes>
INVOLUTE_INLINE void squared_norms(const double* error, const double* weight, int size,
                                   double* norms)
{
    Pack<lanes> sum{}, e, w;
    for (int c = 0; c < size; ++c) {
        load<lanes>(e, error, c);
        load<lanes>(w, weight, c);
        sum += (e * w) * (e * w);
    }
    store<lanes>(norms, 0, sum);
}

template <int lanes>
INVOLUTE_INLINE void weigh_lanes(const double* share, const double* rtol, const double* atol,
                                 const double* p, const double* q, int size, double* weight)
{
    Pack<lanes> all, relative, absolute, a, b;
    load<lanes>(all, share, 0);
    load<lanes>(relative, rtol, 0);
    for (int c = 0; c < size; ++c) {
        load<lanes>(absolute, atol, c);
        load<lanes>(a, p, c);
        load<lanes>(b, q, c);
        make_absolute<lanes>(a);
        make_absolute<lanes>(b);
        make_largest<lanes>(a, b);
        a = 1.0 / (all * (absolute + relative * a));
        store<lanes>(weight, c, a);
    }
}

/// The largest change of a coordinate from p to q in scale; not finite where one is not.
template <int lanes>
INVOLUTE_INLINE void distances(const double* q, const double* p, const double* floors, int size,
                               double* largest)
{
    Pack<lanes> worst{}, unless_finite{}, a, b, floor;
    for (int c = 0; c < size; ++c) {
        load<lanes>(a, q, c);
        load<lanes>(b, p, c);
        load<lanes>(floor, floors, c);
        b = a - b;
        make_absolute<lanes>(a);
        make_absolute<lanes>(b);
        b = b / (a + floor);
        unless_finite += b * 0;
        make_largest<lanes>(worst, b);
    }
    worst += unless_finite;  // zero, or NaN
    store<lanes>(largest, 0, worst);
}

}  // namespace involute
