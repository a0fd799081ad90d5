// SPDX-License-Identifier: Apache-2.0
// The numbers of a Radau method in plain arrays, and loops over its stages whose length the
// compiler knows: for a few unknowns these sums are what a step consists of.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "involute/method/radau.hpp"

namespace involute {

inline constexpr int most_stages = 7;

template <class S>
struct StageNumbers {
    static constexpr int most_pairs = most_stages / 2;
    using Row = std::array<S, most_stages>;

    std::array<Row, most_stages> a{};
    Row left{}, right{};  // of the real eigenvalue; zero where there is none
    // Real and imaginary parts; those of `right` twice, for each stands for its conjugate too.
    std::array<Row, most_pairs> left_re{}, left_im{}, right_re{}, right_im{};

    StageNumbers() = default;
    explicit StageNumbers(const Radau<S>& table)
    {
        const auto s = std::size_t(table.stages);
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < s; ++k) a[i][k] = table.a(int(i), int(k));
            if (table.has_real) left[i] = table.real.left[i], right[i] = table.real.right[i];
            for (std::size_t m = 0; m < table.pairs.size(); ++m) {
                left_re[m][i] = table.pairs[m].left[i].real();
                left_im[m][i] = table.pairs[m].left[i].imag();
                right_re[m][i] = S(2) * table.pairs[m].right[i].real();
                right_im[m][i] = S(2) * table.pairs[m].right[i].imag();
            }
        }
    }
};

/// body(0), .. body(count - 1), written out one after the other.
template <int count, class F>
[[gnu::always_inline]] inline void for_each_stage(F&& body)
{
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (body(i), ...);
    }(std::make_index_sequence<std::size_t(count)>());
}

/// Σ_k factors[k] values[k] over the stages.
template <int count, class Factors, class N>
[[gnu::always_inline]] inline N stage_sum(const Factors& factors, const N* values)
{
    N sum = factors[0] * values[0];
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        ((sum += factors[i + 1] * values[i + 1]), ...);
    }(std::make_index_sequence<std::size_t(count - 1)>());
    return sum;
}

/// body(std::integral_constant<int, stages>()).
template <class F>
decltype(auto) with_stages(int stages, F&& body)
{
    switch (stages) {
        case 1:
            return body(std::integral_constant<int, 1>());
        case 2:
            return body(std::integral_constant<int, 2>());
        case 3:
            return body(std::integral_constant<int, 3>());
        case 5:
            return body(std::integral_constant<int, 5>());
        default:
            return body(std::integral_constant<int, 7>());
    }
}

}  // namespace involute
