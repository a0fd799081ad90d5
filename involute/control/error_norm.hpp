// SPDX-License-Identifier: Apache-2.0
// How large an error is, in units of what is allowed: 1 is just accepted.
#pragma once

#include <algorithm>
#include <cmath>

#include "involute/base/scalar.hpp"
#include "involute/options/choices.hpp"

namespace involute {

struct Tolerance {
    double rtol = 1e-8;
    double atol = 1e-10;
    Norm norm = Norm::scaled;
    const double* own = nullptr;  // atol of every coordinate, where they differ
};

// The estimate of a step must stay below this part of the tolerance, so that what accumulates
// over hundreds of steps is of the size of the tolerance and not hundreds of times larger.
inline constexpr double local_share = 0.01;

/// weight_c, so that √(Σ (e_c weight_c)²) is the error of a step from p to q.
template <class S>
void error_weights(const Tolerance& tolerance, const S* p, const S* q, int size, S* weight)
{
    using std::abs;
    using std::max;
    using std::sqrt;
    if (tolerance.norm == Norm::euclidean) {
        std::fill(weight, weight + size, S(1) / S(tolerance.atol));
        for (int c = 0; tolerance.own && c < size; ++c) weight[c] = S(1) / S(tolerance.own[c]);
        return;
    }
    const S share = S(local_share * std::sqrt(double(size)));
    if (tolerance.own) {
        for (int c = 0; c < size; ++c)
            weight[c] = S(1) / (share * (S(tolerance.own[c]) +
                                         S(tolerance.rtol) * max(S(abs(p[c])), S(abs(q[c])))));
        return;
    }
    for (int c = 0; c < size; ++c)
        weight[c] =
            S(1) /
            (share * (S(tolerance.atol) + S(tolerance.rtol) * max(S(abs(p[c])), S(abs(q[c])))));
}

template <class S>
double weighted_norm(const S* error, const S* weight, int size)
{
    S sum(0);
    for (int c = 0; c < size; ++c) sum += (error[c] * weight[c]) * (error[c] * weight[c]);
    return std::sqrt(to_double(sum));
}

/// Of DOP853's two estimates.
inline double mixed_norm(double first, double second)
{
    const double mixed = std::sqrt(first * first + 0.01 * second * second);
    return mixed > 0 ? first * first / mixed : 0;
}

}  // namespace involute
