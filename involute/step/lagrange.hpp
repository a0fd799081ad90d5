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

/// The same from one over Π (nodes[k] - nodes[i]), i ≠ k, without a division. N: S, or what writes
/// the same operations into a tape.
template <class S, class N>
void lagrange(const S* nodes, const S* between, int count, const N& theta, N* values)
{
    N before(1);  // Π (θ - nodes[i]), i < k; then, on the way back, i > k
    for (int k = 0; k < count; ++k) {
        values[k] = between[k] * before;
        before *= theta - nodes[k];
    }
    N after(1);
    for (int k = count; k-- > 0;) {
        values[k] *= after;
        after *= theta - nodes[k];
    }
}

}  // namespace involute
