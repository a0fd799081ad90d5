// SPDX-License-Identifier: Apache-2.0
// The conversion of a tableau into arrays of a scalar, for the few places that instantiate it.
#pragma once

#include <algorithm>

#include "involute/method/tableau.hpp"

namespace involute {

namespace detail {

template <class S>
void put_row(const Row& row, S* to)
{
    std::ranges::transform(row, to, [](const Coefficient& x) { return x.as<S>(); });
}

/// b minus the embedded weights; empty where there are none.
template <class S>
std::vector<S> difference(const std::vector<S>& b, const Row& embedded)
{
    if (embedded.empty()) return {};
    std::vector<S> e(b.size(), S(0));
    put_row(embedded, e.data());
    for (std::size_t j = 0; j < e.size(); ++j) e[j] = b[j] - e[j];
    return e;
}

}  // namespace detail

template <class S>
Coefficients<S> convert(const Tableau& t)
{
    Coefficients<S> k;
    k.stages = t.stages;
    k.order = t.order;
    k.error_order = std::min(t.order, t.embedded_order);
    k.fsal = is_stiffly_accurate(t);
    k.end = k.fsal ? t.stages - 1 : t.stages;
    k.slopes = k.end + 1 + int(t.extra_c.size());
    k.dense_order = t.dense_order;
    k.dense_rows = int(t.D.size());

    const auto slopes = std::size_t(k.slopes);
    const auto end = std::size_t(k.end);
    k.c.assign(slopes, S(0));
    k.A.assign(slopes * slopes, S(0));
    k.b.assign(slopes, S(0));
    k.D.assign(t.D.size() * slopes, S(0));

    detail::put_row(t.c, k.c.data());
    for (std::size_t i = 0; i < t.A.size(); ++i) detail::put_row(t.A[i], &k.A[i * slopes]);
    detail::put_row(t.b, k.b.data());
    k.c[end] = S(1);
    detail::put_row(t.b, &k.A[end * slopes]);
    for (std::size_t i = 0; i < t.extra_c.size(); ++i) {
        k.c[end + 1 + i] = t.extra_c[i].as<S>();
        detail::put_row(t.extra_A[i], &k.A[(end + 1 + i) * slopes]);
    }
    k.e = detail::difference(k.b, t.b_hat);
    if (!t.error.empty()) {
        k.e.assign(slopes, S(0));
        detail::put_row(t.error, k.e.data());
    }
    k.e2 = detail::difference(k.b, t.b_hat2);
    for (std::size_t r = 0; r < t.D.size(); ++r) detail::put_row(t.D[r], &k.D[r * slopes]);
    return k;
}

}  // namespace involute
