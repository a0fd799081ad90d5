// SPDX-License-Identifier: Apache-2.0
// What an iteration of Newton's method for the stages does with its numbers, apart from evaluating
// the equations and solving. N: a scalar, or what writes the same operations into a tape
// (tape_number.hpp), so that native code does them in the same order.
#pragma once

#include <cstddef>

#include "involute/step/stage_numbers.hpp"

namespace involute {

/// A coordinate and what it is the integral of: another one, or a top, as places in a state.
struct StageLink {
    int at = 0;
    int derivative = 0;
    int depth = 0;  // below the top
    int unknown = 0;
    int order = 0;  // of the derivative
};

template <class S>
bool all_finite(const S* values, std::size_t count)
{
    S even(0), odd(0);  // unless one is not finite
    std::size_t i = 0;
    for (; i + 1 < count; i += 2) {
        even += values[i] * S(0);
        odd += values[i + 1] * S(0);
    }
    if (i < count) even += values[i] * S(0);
    return even + odd == S(0);
}

/// (T⁻¹ ⊗ I) residuals: n rows, the numbers of all eigenvalues side by side.
template <int s, class S, class N>
void to_modes(const StageNumbers<S>& numbers, int n, const N* residuals, N* modes)
{
    constexpr int pairs = s / 2, width = 2 * pairs + 1;
    for (int r = 0; r < n; ++r) {
        N value[s];
        for_each_stage<s>([&](std::size_t i) { value[i] = residuals[i * n + r]; });
        N* const mode = modes + r * width;
        mode[0] = stage_sum<s>(numbers.left, value);
        for_each_stage<pairs>([&](std::size_t m) {
            mode[2 * m + 1] = stage_sum<s>(numbers.left_re[m], value);
            mode[2 * m + 2] = stage_sum<s>(numbers.left_im[m], value);
        });
    }
}

/// changes := -(T ⊗ I) modes, for the tops: n numbers a stage.
template <int s, class S, class N>
void from_modes(const StageNumbers<S>& numbers, int n, const N* modes, N* changes,
                std::size_t stride)
{
    constexpr int pairs = s / 2, width = 2 * pairs + 1;
    for (int j = 0; j < n; ++j) {
        const N* const mode = modes + j * width;
        for_each_stage<s>([&](std::size_t i) {
            N change = numbers.right[i] * mode[0];
            for_each_stage<pairs>([&](std::size_t m) {
                change += numbers.right_re[m][i] * mode[2 * m + 1] -
                          numbers.right_im[m][i] * mode[2 * m + 2];
            });
            changes[i * stride + j] = -change;
        });
    }
}

/// What follows for the coordinates, and the sum of squares of their weighted changes; all changes
/// are added to the states.
template <int s, class S, class N, class Links>
N add_changes(const StageNumbers<S>& numbers, const Links& links, int size, int n,
              std::size_t stride, const N& h, const N* weight, N* changes, N* states)
{
    N squares(0);
    for (const StageLink& link : links) {
        N slope[s];
        for_each_stage<s>([&](std::size_t k) { slope[k] = changes[k * stride + link.derivative]; });
        const N w = weight[link.at];
        for_each_stage<s>([&](std::size_t i) {
            const N change = h * stage_sum<s>(numbers.a[i], slope), part = change * w;
            changes[i * stride + link.at] = change;
            states[i * stride + link.at] += change;
            squares += part * part;
        });
    }
    for (int i = 0; i < s; ++i)
        for (int j = size; j < size + n; ++j) states[i * stride + j] += changes[i * stride + j];
    return squares;
}

}  // namespace involute
