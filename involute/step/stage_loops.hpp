// SPDX-License-Identifier: Apache-2.0
// What an iteration of Newton's method for the stages does with its numbers, apart from evaluating
// the equations and solving. N: a scalar, or what writes the same operations into a tape
// (tape_number.hpp), so that native code does them in the same order.
#pragma once

#include <cstddef>
#include <span>

#include "involute/geometry/stage_rows.hpp"
#include "involute/step/lagrange.hpp"
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

/// For a few numbers that were written a moment ago: one by one, as they were.
template <class S>
void copy_few(const S* from, std::size_t count, S* to)
{
    for (std::size_t i = 0; i < count; ++i) {
        to[i] = from[i];
        __asm__ volatile("" ::: "memory");  // not a call of memmove, which would wait for them
    }
}

/// Tops at the stages of a step of the method `table`, where its stages lie at begin + c ratio of
/// one with `old` stages, whose tops are `kept`.
template <int old_stages, class S, class N>
void continue_tops(const Radau<S>& table, const Radau<S>& old, int n, const N* kept,
                   std::size_t kept_stride, const N& begin, const N& ratio, N* tops,
                   std::size_t stride)
{
    for (int i = 0; i < table.stages; ++i, tops += stride) {
        N basis[old_stages];
        lagrange(old.c.data(), old.between.data(), old_stages,
                 N(begin + table.c[std::size_t(i)] * ratio), basis);
        for (int j = 0; j < n; ++j) {
            N value[old_stages];
            for_each_stage<old_stages>(
                [&](std::size_t k) { value[k] = kept[k * kept_stride + std::size_t(j)]; });
            tops[j] = stage_sum<old_stages>(basis, value);
        }
    }
}

/// Points of all stages from their tops.
template <int s, class S, class N, class Links>
void integrate_stages(const Radau<S>& table, const StageNumbers<S>& numbers, const Links& links,
                      std::size_t stride, const N* base, const N& h, N* states)
{
    for (std::size_t i = 0; i < std::size_t(s); ++i) states[i * stride] = base[0] + table.c[i] * h;
    for (const StageLink& link : links) {
        N slope[s];
        for_each_stage<s>([&](std::size_t k) { slope[k] = states[k * stride + link.derivative]; });
        for_each_stage<s>([&](std::size_t i) {
            states[i * stride + link.at] = base[link.at] + h * stage_sum<s>(numbers.a[i], slope);
        });
    }
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
/// are added to the states. The sum is not finite if a change is not; unlinked: the unknowns whose
/// tops no coordinate is the integral of.
template <int s, class S, class N, class Links, class Unlinked>
N add_changes(const StageNumbers<S>& numbers, const Links& links, const Unlinked& unlinked,
              int size, int n, std::size_t stride, const N& h, const N* weight, N* changes,
              N* states)
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
    for (int i = 0; i < s; ++i) {
        for (int j = size; j < size + n; ++j) states[i * stride + j] += changes[i * stride + j];
        for (const int j : unlinked)
            squares += vanishing(changes[i * stride + std::size_t(size + j)]);
    }
    return squares;
}

/// The errors of all coordinates and the sum of their weighted squares.
///
/// e^(l) = h (γ y^(l+1) + Σ_i e_i Y_i^(l+1)), and for y' = f(y) the error is (1 - hγ f_y)⁻¹ e. In
/// general, with u for the error of y^(d-1) divided by hγ,
///   s^(d-1) = 0,  s^(l) = e^(l) + hγ s^(l+1),  error of y^(l) = s^(l) + (hγ)^(d-l) u,
///   N(γ) u = Σ ∂T/∂y^(d) e^(d-1) / (hγ) - Σ ∂T/∂y^(l) s^(l).
/// So nothing is taken from e that is as large as it is: with hγ f_y = 1e250 only its rounding
/// would be left. scratch: room for size + 3 n numbers; filter(b): b := N(γ)⁻¹ b.
template <class S, class N, class Links, class Filter>
N error_of_step(const Radau<S>& table, const StageRows& rows, std::span<const int> places,
                const Links& links, int size, int n, const N& h, const N* base, const N* states,
                std::size_t stride, const N* derivatives, const N* weight, N* scratch, N* error,
                Filter&& filter)
{
    const S gamma = table.error_gamma;
    const N shift = gamma * h;
    N *const slope_part = scratch, *const slope_of_top = slope_part + size,
             *const tops_part = slope_of_top + n, *const power = tops_part + n;
    for (const StageLink& link : links) {
        N sum = gamma * base[link.derivative];
        for (int i = 0; i < table.stages; ++i)
            sum += table.error[std::size_t(i)] * states[std::size_t(i) * stride + link.derivative];
        if (link.derivative >= size)
            slope_of_top[link.unknown] = sum / gamma;
        else
            slope_part[link.at] = h * sum + shift * slope_part[link.derivative];
    }
    for (int j = 0; j < n; ++j) tops_part[j] = N(0);
    for (std::size_t e = 0; e < rows.entries.size(); ++e) {
        const int at = places[e];
        const N part = at < size ? -slope_part[at] : slope_of_top[at - size];
        tops_part[rows.entries[e].row] += derivatives[e] * part;
    }
    filter(tops_part);
    N sum(0);
    for (const StageLink& link : links) {
        // Links of an unknown come from the top down.
        N& to = power[link.unknown];
        to = link.derivative >= size ? shift : to * shift;
        error[link.at] = slope_part[link.at] + to * tops_part[link.unknown];
        const N weighted = error[link.at] * weight[link.at];
        sum += weighted * weighted;
    }
    return sum;
}

}  // namespace involute
