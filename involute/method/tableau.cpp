// SPDX-License-Identifier: Apache-2.0
#include "involute/method/tableau.hpp"

#include <cassert>

#include "involute/method/convert.hpp"

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
        if (x.decimal != y.decimal || x.num * y.den != y.num * x.den) return false;
    }
    return true;
}

bool is_rational(const Row& row)
{
    return std::ranges::all_of(row, &Coefficient::is_rational);
}

bool is_rational(const std::vector<Row>& rows)
{
    return std::ranges::all_of(rows, [](const Row& row) { return is_rational(row); });
}

}  // namespace

bool is_fsal(const Tableau& tableau)
{
    return tableau.stages > 1 && same_row({tableau.c.back()}, {1}) &&
           same_row(tableau.A.back(), tableau.b);
}

bool is_rational(const Tableau& t)
{
    return is_rational(t.c) && is_rational(t.A) && is_rational(t.b) && is_rational(t.b_hat) &&
           is_rational(t.error) && is_rational(t.b_hat2) && is_rational(t.extra_c) &&
           is_rational(t.extra_A) && is_rational(t.D);
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

template Coefficients<double> convert<double>(const Tableau&);
template Coefficients<Quad> convert<Quad>(const Tableau&);

}  // namespace involute
