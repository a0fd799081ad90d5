// SPDX-License-Identifier: Apache-2.0
// What factoring shifted matrices does with its numbers. N: a scalar, or what writes the same
// operations into a tape.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <vector>

#include "involute/geometry/elimination_plan.hpp"
#include "involute/geometry/stage_rows.hpp"

namespace involute {

/// The powers (hγ)^k, k = 0 .. deepest, of a real γ and of some complex ones, side by side.
template <class S, class N>
void raise_powers(const S& gamma, const std::vector<std::complex<S>>& pairs, int deepest,
                  const N& h, N* powers)
{
    const int w = 1 + 2 * int(pairs.size());
    powers[0] = N(1);
    for (int m = 1; m < w; m += 2) powers[m] = N(1), powers[m + 1] = N(0);
    for (int k = 1; k <= deepest; ++k) {
        N* const at = powers + k * w;
        const N* const before = at - w;
        at[0] = before[0] * (gamma * h);
        for (int m = 1; m < w; m += 2) {
            const std::complex<S>& pair = pairs[std::size_t(m / 2)];
            const N re = pair.real() * h, im = pair.imag() * h;
            at[m] = before[m] * re - before[m + 1] * im;
            at[m + 1] = before[m] * im + before[m + 1] * re;
        }
    }
}

/// One over the largest entry of each row of the real matrix: pivots are compared in the scale of
/// their row, and the powers of the other γ differ little. depth(e): of entry e. 0, or what is not
/// finite where there is no such thing.
template <class N, class Depth>
N scale_shifted_rows(const StageRows& rows, const N* derivatives, const N* powers, int width,
                     Depth&& depth, N* diagonal)
{
    using std::abs;
    N nothing(0);
    for (std::size_t i = 0; i < rows.rows.size(); ++i) diagonal[i] = N(0);
    for (std::size_t e = 0; e < rows.entries.size(); ++e) {
        N& largest = diagonal[rows.entries[e].row];
        const N size = abs(N(powers[depth(e) * width] * derivatives[e]));
        largest = larger(size, largest);
        nothing += vanishing(size);
    }
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        diagonal[i] = N(1) / diagonal[i];
        nothing += vanishing(diagonal[i]);
    }
    return nothing;
}

/// The matrices, row by row times the diagonal, factored by the plan.
template <int pairs, class N, class Depth>
std::array<N, pairs + 1> factor_shifted(const StageRows& rows, const N* derivatives,
                                        const N* powers, Depth&& depth, const N* diagonal,
                                        const EliminationPlan& plan, N* values, N* inverses,
                                        N* work)
{
    constexpr int w = 2 * pairs + 1;
    for (int i = 0; i < plan.slots() * w; ++i) values[i] = N(0);
    for (std::size_t e = 0; e < rows.entries.size(); ++e) {
        N* const to = values + plan.slot(e) * w;
        const N* const power = powers + depth(e) * w;
        const N scaled = derivatives[e] * diagonal[rows.entries[e].row];
        for (int m = 0; m < w; ++m) to[m] += scaled * power[m];
    }
    return plan.factor<pairs>(values, inverses, work);
}

}  // namespace involute
