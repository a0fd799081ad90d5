// SPDX-License-Identifier: Apache-2.0
#include "involute/method/tableau.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

namespace involute {

namespace {

/// Equal as written, missing trailing coefficients being zero.
bool same_row(const Row& left, const Row& right)
{
    const auto at = [](const Row& row, std::size_t i) {
        return i < row.size() ? row[i] : Coefficient{};
    };
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
        const Coefficient x = at(left, i);
        const Coefficient y = at(right, i);
        if (x.decimal != y.decimal || x.num * y.den != y.num * x.den ||
            x.root * y.den != y.root * x.den || (x.root != 0 && x.radicand != y.radicand))
            return false;
    }
    return true;
}

}  // namespace

template <>
Quad Coefficient::as<Quad>() const
{
    if (!is_exact()) return Quad(std::string(decimal));
    return (Quad(num) + Quad(root) * sqrt(Quad(radicand))) / Quad(den);
}

// Rounded once; by way of Quad it is the same, and a hundred times slower (a test compares).
template <>
double Coefficient::as<double>() const
{
    if (is_rational()) return double(num) / double(den);
    if (is_exact()) return to_double(as<Quad>());
    double value = 0;
    std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
    return value;
}

bool is_explicit(const Tableau& tableau)
{
    for (std::size_t i = 0; i < tableau.A.size(); ++i)
        if (tableau.A[i].size() > i) return false;
    return true;
}

bool is_stiffly_accurate(const Tableau& tableau)
{
    return same_row({tableau.c.back()}, {1}) && same_row(tableau.A.back(), tableau.b);
}

bool every_coefficient(const Tableau& t, bool (Coefficient::*predicate)() const)
{
    const auto row = [&](const Row& x) { return std::ranges::all_of(x, predicate); };
    return std::ranges::all_of(std::array{t.c, t.b, t.b_hat, t.error, t.b_hat2, t.extra_c}, row) &&
           std::ranges::all_of(t.A, row) && std::ranges::all_of(t.extra_A, row) &&
           std::ranges::all_of(t.D, row);
}

Tableau continue_with_lower(Tableau pair)
{
    assert(!pair.b_hat.empty() && pair.b_hat.size() <= std::size_t(pair.stages));
    pair.name += "-lower";
    std::swap(pair.b, pair.b_hat);
    std::swap(pair.order, pair.embedded_order);
    pair.second_embedded_order = 0;
    pair.b_hat2.clear();
    pair.dense_order = std::min(pair.order, 3);
    pair.extra_c.clear();
    pair.extra_A.clear();
    pair.D.clear();
    return pair;
}

}  // namespace involute
