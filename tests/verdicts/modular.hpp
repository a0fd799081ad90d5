// SPDX-License-Identifier: Apache-2.0
// Linear algebra modulo the prime 2^32 - 5, whose products fit into 64 bits: ranks of integer
// matrices, exact but for accidents of one in a million systems.
#pragma once

#include <cstdint>
#include <vector>

namespace involute::testing {

inline constexpr std::uint64_t prime = (std::uint64_t(1) << 32) - 5;

inline std::uint64_t times(std::uint64_t a, std::uint64_t b)
{
    return a * b % prime;
}
inline std::uint64_t residue(std::int64_t a)
{
    return a < 0 ? prime - std::uint64_t(-a) % prime : std::uint64_t(a) % prime;
}
inline std::uint64_t inverse(std::uint64_t a)
{
    std::uint64_t result = 1;
    for (std::uint64_t e = prime - 2; e > 0; e >>= 1, a = times(a, a))
        if (e & 1) result = times(result, a);
    return result;
}

using ModularMatrix = std::vector<std::vector<std::uint64_t>>;  // rows

struct Echelon {
    ModularMatrix rows{};               // reduced: a pivot is 1 and alone in its column
    std::vector<std::size_t> pivots{};  // columns, in order
};

inline Echelon echelon(ModularMatrix a)
{
    Echelon e;
    const std::size_t columns = a.empty() ? 0 : a[0].size();
    for (std::size_t c = 0; c < columns && e.pivots.size() < a.size(); ++c) {
        const std::size_t top = e.pivots.size();
        std::size_t r = top;
        while (r < a.size() && a[r][c] == 0) ++r;
        if (r == a.size()) continue;
        std::swap(a[r], a[top]);
        const std::uint64_t by = inverse(a[top][c]);
        for (std::uint64_t& x : a[top]) x = times(x, by);
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (i == top || a[i][c] == 0) continue;
            const std::uint64_t factor = prime - a[i][c];
            for (std::size_t k = c; k < columns; ++k)
                a[i][k] = (a[i][k] + times(factor, a[top][k])) % prime;
        }
        e.pivots.push_back(c);
    }
    e.rows = std::move(a);
    return e;
}

inline int rank(const ModularMatrix& a)
{
    return int(echelon(a).pivots.size());
}

/// Vectors that span the kernel, one a column without a pivot.
inline ModularMatrix kernel(const ModularMatrix& a, std::size_t columns)
{
    const Echelon e = echelon(a);
    ModularMatrix basis;
    std::vector<bool> pivot(columns, false);
    for (const std::size_t c : e.pivots) pivot[c] = true;
    for (std::size_t c = 0; c < columns; ++c) {
        if (pivot[c]) continue;
        std::vector<std::uint64_t> v(columns, 0);
        v[c] = 1;
        for (std::size_t r = 0; r < e.pivots.size(); ++r)
            v[e.pivots[r]] = (prime - e.rows[r][c]) % prime;
        basis.push_back(v);
    }
    return basis;
}

}  // namespace involute::testing
