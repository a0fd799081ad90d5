// SPDX-License-Identifier: Apache-2.0
// What is true of E x' + A x = f(t) with integer matrices, by ranks modulo a prime: which unknowns
// are determined (the kernel of sE + A at a random s), index and dimension (the derivative array,
// index.hpp of the library has the definition), which start values determine the rest.
#pragma once

#include <set>

#include "tests/verdicts/modular.hpp"

namespace involute::testing {

using IntegerMatrix = std::vector<std::vector<int>>;  // rows

struct Pencil {
    IntegerMatrix E{}, A{};
    std::size_t equations() const { return E.size(); }
    std::size_t unknowns() const { return E.empty() ? 0 : E[0].size(); }
};

/// numerator E + denominator A, with columns b beside it.
inline ModularMatrix at(const Pencil& p, std::uint64_t numerator, std::uint64_t denominator,
                        const std::vector<std::vector<int>>& columns = {})
{
    ModularMatrix m(p.equations());
    for (std::size_t i = 0; i < m.size(); ++i) {
        for (std::size_t j = 0; j < p.unknowns(); ++j)
            m[i].push_back(
                (times(numerator, residue(p.E[i][j])) + times(denominator, residue(p.A[i][j]))) %
                prime);
        for (const std::vector<int>& b : columns) m[i].push_back(residue(b[i]));
    }
    return m;
}

inline constexpr std::uint64_t random_place = 1234567890123456789u % prime;

inline ModularMatrix free_directions(const Pencil& p)
{
    return kernel(at(p, random_place, 1), p.unknowns());
}

/// The rows D^l(E x' + A x), l = 0 .. level, in x^(0), x^(1), .., x^(level + 1); or these columns
/// from the highest derivative to the lowest.
inline ModularMatrix array_of(const Pencil& p, std::size_t level, bool highest_first = false)
{
    const std::size_t n = p.unknowns();
    ModularMatrix m;
    for (std::size_t l = 0; l <= level; ++l)
        for (std::size_t i = 0; i < p.equations(); ++i) {
            m.emplace_back((level + 2) * n, 0);
            for (std::size_t j = 0; j < n; ++j) {
                const auto place = [&](std::size_t order) {
                    return (highest_first ? level + 1 - order : order) * n + j;
                };
                m.back()[place(l)] = residue(p.A[i][j]);
                m.back()[place(l + 1)] = residue(p.E[i][j]);
            }
        }
    return m;
}

/// Those columns from `first` on.
inline ModularMatrix from_column(ModularMatrix m, std::size_t first)
{
    for (auto& row : m) row.erase(row.begin(), row.begin() + std::ptrdiff_t(first));
    return m;
}

/// The smallest level that determines x'; there is one where nothing is free.
inline int index_of(const Pencil& p)
{
    const std::size_t n = p.unknowns();
    for (std::size_t level = 0;; ++level) {
        const ModularMatrix m = array_of(p, level);
        if (rank(from_column(m, n)) - rank(from_column(m, 2 * n)) == int(n)) return int(level);
    }
}

inline std::set<std::size_t> undetermined(const Pencil& p)
{
    std::set<std::size_t> support;
    for (const auto& direction : free_directions(p))
        for (std::size_t j = 0; j < direction.size(); ++j)
            if (direction[j] != 0) support.insert(j);
    return support;
}

/// Unknowns whose values determine those of the others that are determined at all, once everything
/// hidden is known: the columns of x^(0) without a pivot, after all others and those of unknowns
/// that are not determined.
inline std::vector<std::size_t> free_values(const Pencil& p)
{
    const std::size_t n = p.unknowns(), level = n + 1, first = (level + 1) * n;
    const std::set<std::size_t> loose = undetermined(p);
    std::vector<std::size_t> order(loose.begin(), loose.end());
    for (std::size_t j = 0; j < n; ++j)
        if (loose.count(j) == 0) order.push_back(j);
    ModularMatrix array = array_of(p, level, true);
    for (auto& row : array) {
        const std::vector<std::uint64_t> values(row.begin() + std::ptrdiff_t(first), row.end());
        for (std::size_t k = 0; k < n; ++k) row[first + k] = values[order[k]];
    }
    std::vector<bool> pivot(n, false);
    for (const std::size_t c : echelon(array).pivots)
        if (c >= first) pivot[c - first] = true;
    std::vector<std::size_t> free;
    for (std::size_t k = loose.size(); k < n; ++k)
        if (!pivot[k]) free.push_back(order[k]);
    return free;
}

/// b*exp(s t), s = numerator/denominator, on the right-hand side contradicts something. Sure only
/// where the rank at s is that at a random place.
inline bool rank_is_usual(const Pencil& p, int numerator, int denominator)
{
    return rank(at(p, residue(numerator), residue(denominator))) == rank(at(p, random_place, 1));
}
inline bool contradicts(const Pencil& p, const std::vector<int>& b, int numerator, int denominator)
{
    const auto s = residue(numerator), d = residue(denominator);
    return rank(at(p, s, d, {b})) > rank(at(p, s, d));
}

}  // namespace involute::testing
