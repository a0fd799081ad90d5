// SPDX-License-Identifier: Apache-2.0
// How long a change δ of a point is: √Σ (δ_i / ℓ_i)², with one unit of length ℓ_i a coordinate.
#pragma once

#include <vector>

#include "involute/base/scalar.hpp"

namespace involute {

struct Metric {
    enum class Kind {
        plain,  // ℓ = 1: the Euclidean geometry of the papers
        scaled,  // ℓ = √(p² + floor²) at the point in question: the user's scale, without corners
        given,  // ℓ as said
    };
    Kind kind = Kind::plain;
    double floor = 1e-2;  // scaled: atol / rtol
    /// Given: positive, one for every coordinate of p, x first. Scaled: floors, where they differ.
    std::vector<double> lengths{};

    double floor_of(std::size_t i) const { return lengths.empty() ? floor : lengths[i]; }
};

/// Throws Error where a given metric does not fit points of `size` numbers.
void require_metric(const Metric& metric, int size);

/// The units of length at p.
template <class S>
void lengths_at(const Metric& metric, const S* p, int size, S* lengths);

extern template void lengths_at(const Metric&, const double*, int, double*);
extern template void lengths_at(const Metric&, const Quad*, int, Quad*);

}  // namespace involute
