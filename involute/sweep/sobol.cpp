// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/sobol.hpp"

#include <array>

namespace involute {
namespace {

/// A primitive polynomial modulo 2, its degree and inner coefficients, and the odd numbers that
/// the recursion begins with.
struct Direction {
    int degree = 0;
    unsigned inner = 0;
    std::array<std::uint32_t, 7> first{};
};

// S. Joe, F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, SIAM J.
// Sci. Comput. 30 (2008) 2635-2654: their table new-joe-kuo-6, from the second coordinate on.
constexpr Direction directions[sobol_dimensions - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

using Columns = std::array<std::uint32_t, 32>;

/// What each binary digit of k adds, modulo 2: P. Bratley, B. L. Fox, Algorithm 659, ACM Trans.
/// Math. Softw. 14 (1988) 88-100.
constexpr Columns columns_of(const Direction& d)
{
    Columns v{};
    for (int i = 0; i < 32; ++i) {
        if (i < d.degree) {
            v[std::size_t(i)] = d.first[std::size_t(i)] << (31 - i);
            continue;
        }
        const std::uint32_t before = v[std::size_t(i - d.degree)];
        std::uint32_t next = before ^ (before >> d.degree);
        for (int j = 1; j < d.degree; ++j)
            if ((d.inner >> (d.degree - 1 - j)) & 1u) next ^= v[std::size_t(i - j)];
        v[std::size_t(i)] = next;
    }
    return v;
}

constexpr std::array<Columns, sobol_dimensions> all_columns()
{
    std::array<Columns, sobol_dimensions> all{};
    for (int i = 0; i < 32; ++i) all[0][std::size_t(i)] = 1u << (31 - i);
    for (std::size_t k = 1; k < all.size(); ++k) all[k] = columns_of(directions[k - 1]);
    return all;
}
constexpr std::array<Columns, sobol_dimensions> columns = all_columns();

}  // namespace

std::uint32_t sobol_digits(std::uint64_t k, int coordinate)
{
    // In the order of Gray's code, which is that of the published generators.
    const auto gray = std::uint32_t(k ^ (k >> 1));
    std::uint32_t digits = 0;
    for (int i = 0; i < 32; ++i)
        if ((gray >> i) & 1u) digits ^= columns[std::size_t(coordinate)][std::size_t(i)];
    return digits;
}

}  // namespace involute
