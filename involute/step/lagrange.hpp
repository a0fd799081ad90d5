// SPDX-License-Identifier: Apache-2.0
// Lagrange polynomials: how a collocation method continues or interpolates its stages.
#pragma once

namespace involute {

/// values[k] = ℓ_k(θ), the polynomial that is 1 at nodes[k] and 0 at the other nodes.
template <class S>
void lagrange(const S* nodes, int count, S theta, S* values)
{
    for (int k = 0; k < count; ++k) {
        values[k] = S(1);
        for (int i = 0; i < count; ++i)
            if (i != k) values[k] *= (theta - nodes[i]) / (nodes[k] - nodes[i]);
    }
}

}  // namespace involute
