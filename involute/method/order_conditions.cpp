// SPDX-License-Identifier: Apache-2.0
#include "involute/method/order_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/method/convert.hpp"
#include "involute/method/elementary_weights.hpp"
#include "involute/method/quadratic.hpp"

namespace involute {

template <>
Rational Coefficient::as<Rational>() const
{
    return Rational(num, den);
}

template <>
Quadratic Coefficient::as<Quadratic>() const
{
    return {Rational(num, den), Rational(root, den), radicand};
}

namespace {

/// Whether a sum vanishes: exactly, or up to rounding of its terms and their published digits.
template <class S>
bool vanishes(const Sum<S>& sum)
{
    if constexpr (is_rounded<S>)
        return abs(sum.value) <= Quad("1e-28") * sum.magnitude;
    else
        return sum.value == 0;
}

/// Σ_j w_j Φ_j(t) = rhs
template <class S>
bool holds(const std::vector<S>& weights, const Sums<S>& phi, const S& rhs)
{
    Sum<S> sum = weighted(weights.data(), phi);
    sum.add(S(-1), {rhs, rhs});
    return vanishes(sum);
}

/// The index of the slope at the start: the first stage, unless that is implicit. Then the slope
/// is added to the others, as a stage with c = 0 and no row.
template <class S>
std::size_t start_slope(Coefficients<S>& k)
{
    const auto slopes = std::size_t(k.slopes);
    const auto is_zero = [](const S& x) { return x == 0; };
    if (is_zero(k.c[0]) && std::all_of(k.A.begin(), k.A.begin() + k.slopes, is_zero)) return 0;
    for (std::size_t i = slopes; i > 0; --i) k.A.insert(k.A.begin() + long(i * slopes), S(0));
    k.A.resize((slopes + 1) * (slopes + 1), S(0));
    for (auto* row : {&k.c, &k.b}) row->push_back(S(0));
    for (auto* row : {&k.e, &k.e2})
        if (!row->empty()) row->push_back(S(0));
    ++k.slopes;
    return slopes;
}

/// The coefficients of b_j(θ): powers[q][j] belongs to θ^q. They come from expanding the nested
/// form, in which F_m is multiplied by θ^(m/2 + 1) (1-θ)^((m+1)/2), integer division.
template <class S>
std::vector<std::vector<S>> dense_weights(const Coefficients<S>& k, std::size_t start)
{
    const auto slopes = std::size_t(k.slopes);
    std::vector<std::vector<S>> F(3, std::vector<S>(slopes, S(0)));
    F[0] = k.b;
    for (std::size_t j = 0; j < slopes; ++j) {
        F[1][j] = -k.b[j];
        F[2][j] = S(2) * k.b[j];
    }
    F[1][start] += S(1);
    F[2][start] -= S(1);
    F[2][std::size_t(k.end)] -= S(1);
    for (int r = 0; r < k.dense_rows; ++r)
        F.emplace_back(k.D.begin() + r * k.slopes, k.D.begin() + (r + 1) * k.slopes);

    std::vector<std::vector<S>> powers(F.size() + 2, std::vector<S>(slopes, S(0)));
    for (std::size_t m = 0; m < F.size(); ++m) {
        const std::size_t first = m / 2 + 1;
        const std::size_t n = (m + 1) / 2;
        S binomial(1);  // of (1-θ)^n
        for (std::size_t q = 0; q <= n; ++q) {
            for (std::size_t j = 0; j < slopes; ++j) powers[first + q][j] += binomial * F[m][j];
            binomial = -binomial * S(long(n - q)) / S(long(q + 1));
        }
    }
    return powers;
}

/// The largest p such that `condition` holds for every tree with at most p nodes.
template <class Condition>
int largest_order(const std::vector<RootedTree>& trees, const Condition& condition)
{
    for (std::size_t i = 0; i < trees.size(); ++i)
        if (!condition(i)) return trees[i].nodes - 1;
    return trees.back().nodes;
}

template <class S>
bool rows_sum_to_nodes(const Coefficients<S>& k)
{
    for (int i = 0; i < k.slopes; ++i) {
        const std::vector<S> row(k.A.begin() + i * k.slopes, k.A.begin() + (i + 1) * k.slopes);
        if (!holds(row, Sums<S>(row.size(), {S(1), S(1)}), k.c[std::size_t(i)])) return false;
    }
    return true;
}

template <class S>
MeasuredOrders measure(const Tableau& tableau, int limit)
{
    Coefficients<S> k = convert<S>(tableau);
    if (!rows_sum_to_nodes(k)) return {.malformed = "a row of A does not sum to its c"};

    const std::size_t start = start_slope(k);
    const std::vector<RootedTree> trees = rooted_trees(limit);
    const auto phi = elementary_weights(k, trees);
    const auto order_of = [&](const std::vector<S>& weights) {
        return largest_order(trees, [&](std::size_t t) {
            return holds(weights, phi[t], S(S(1) / S(trees[t].density)));
        });
    };
    const auto embedded = [&](const std::vector<S>& e) {
        if (e.empty()) return 0;
        std::vector<S> weights(k.b);
        for (std::size_t j = 0; j < e.size(); ++j) weights[j] -= e[j];
        return order_of(weights);
    };
    const auto powers = dense_weights(k, start);
    const auto dense = [&](std::size_t t) {
        for (std::size_t q = 0; q < powers.size(); ++q) {
            const bool here = int(q) == trees[t].nodes;
            if (!holds(powers[q], phi[t], here ? S(S(1) / S(trees[t].density)) : S(0)))
                return false;
        }
        return trees[t].nodes < int(powers.size());
    };
    return {{}, order_of(k.b), embedded(k.e), embedded(k.e2), largest_order(trees, dense)};
}

/// No row may reach beyond the slopes known when it is used.
std::string shape_fault(const Tableau& t)
{
    const auto stages = std::size_t(t.stages);
    if (stages == 0 || t.c.size() != stages || t.A.size() != stages)
        return "c or A does not fit the stages";
    const auto longest = [](const std::vector<Row>& rows) {
        return rows.empty() ? 0 : std::ranges::max(rows, {}, &Row::size).size();
    };
    const std::size_t known = is_stiffly_accurate(t) ? stages : stages + 1;
    if (longest(t.A) > stages) return "a row of A is too long";
    if (std::max({t.b.size(), t.error.size(), t.b_hat2.size()}) > stages) return "b is too long";
    if (t.b_hat.size() > known) return "b_hat is too long";
    if (t.extra_A.size() != t.extra_c.size()) return "the extra stages do not fit";
    for (std::size_t i = 0; i < t.extra_A.size(); ++i)
        if (t.extra_A[i].size() > known + i) return "the row of an extra stage is too long";
    if (longest(t.D) > known + t.extra_c.size()) return "a row of D is too long";
    return {};
}

}  // namespace

MeasuredOrders measured_orders(const Tableau& tableau, int limit)
{
    if (std::string fault = shape_fault(tableau); !fault.empty()) return {.malformed = fault};
    if (every_coefficient(tableau, &Coefficient::is_rational))
        return measure<Rational>(tableau, limit);
    if (every_coefficient(tableau, &Coefficient::is_exact))
        return measure<Quadratic>(tableau, limit);
    return measure<Quad>(tableau, limit);
}

std::string disagreement(const Tableau& tableau)
{
    const int full = std::max(tableau.order, tableau.embedded_order) + 1;
    // Check the first conditions first: most faults show there, before the hundreds of the full
    // order.
    for (const int limit : {1, full}) {
        const MeasuredOrders found = measured_orders(tableau, limit);
        if (!found.malformed.empty()) return found.malformed;
        const auto compare = [&](std::string_view what, int claimed, int measured) {
            return std::min(claimed, limit) == measured
                       ? std::string{}
                       : fmt::format("{} is {}, not {}; ", what, measured, claimed);
        };
        const std::string faults =
            compare("order", tableau.order, found.order) +
            compare("embedded order", tableau.embedded_order, found.embedded_order) +
            compare("second embedded order", tableau.second_embedded_order,
                    found.second_embedded_order) +
            compare("dense order", tableau.dense_order, found.dense_order);
        if (!faults.empty()) return faults;
    }
    return {};
}

}  // namespace involute
