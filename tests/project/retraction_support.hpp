// SPDX-License-Identifier: Apache-2.0
// What the tests of retractions share: the scale, distances in it, and an ellipse.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "involute/project/retraction.hpp"

namespace involute::test {

const Scale scale{1e-2};

template <class S>
double roundings(double count)
{
    return count * to_double(unit_roundoff<S>());
}

/// Largest difference of two points, in scale.
template <class S>
double difference(const std::vector<S>& a, const std::vector<S>& b)
{
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst,
                         std::abs(to_double(S(a[i] - b[i]))) / (std::abs(to_double(a[i])) + 1e-2));
    return worst;
}

// A point of the ellipse x^2/4 + y^2 = 1 with its normal: every z on the normal, nearer than the
// centre of curvature, has this foot. In units of length ℓ the normal is (ℓx^2 x/2, 2 ℓy^2 y).
inline const std::string ellipse =
    "var x, y\n"
    "x' = -2*y\n"
    "y' = x/2\n"
    "invariant E: x^2/4 + y^2 - 1 = 0\n";

}  // namespace involute::test
