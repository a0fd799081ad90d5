// SPDX-License-Identifier: Apache-2.0
#include "bench/problem.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

double digits(const Problem& problem, const double* y)
{
    double worst = 0;
    const std::size_t count =
        problem.counted ? std::size_t(problem.counted) : problem.reference.size();
    for (std::size_t i = 0; i < count; ++i) {
        const double ref = problem.reference[i];
        const double error = std::abs(y[i] - ref) / (1 + std::abs(ref));
        if (!(error <= worst)) worst = error;
    }
    if (std::isnan(worst)) return 0;
    return std::clamp(-std::log10(worst), 0.0, 16.0);
}

}  // namespace bench
