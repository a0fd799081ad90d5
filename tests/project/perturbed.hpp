// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "involute/project/project.hpp"

namespace involute::test {

/// Every number but x moved by `spread` of its scale.
template <class S>
std::vector<S> perturbed(const std::vector<S>& p, double spread, unsigned seed, Scale scale)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<S> q = p;
    for (std::size_t i = 1; i < q.size(); ++i)
        q[i] += S(spread * uniform(random) * (std::abs(to_double(p[i])) + scale.floor));
    return q;
}

}  // namespace involute::test
