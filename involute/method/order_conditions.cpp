// SPDX-License-Identifier: Apache-2.0
#include "involute/method/order_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>

#include "involute/method/convert.hpp"

namespace involute {

namespace {

using Rational = boost::multiprecision::cpp_rational;

/// Appends every tree with `nodes` nodes whose subtrees are `chosen` and further ones, none of
/// them before `first` in the list: each multiset of subtrees once.
void add_trees(std::vector<RootedTree>& trees, std::vector<int>& chosen, int first, int missing,
               int nodes)
{
    if (missing == 0) {
        long density = nodes;
        for (int child : chosen) density *= trees[std::size_t(child)].density;
        trees.push_back({nodes, density, chosen});
        return;
    }
    for (int child = first; trees[std::size_t(child)].nodes <= missing; ++child) {
        chosen.push_back(child);
        add_trees(trees, chosen, child, missing - trees[std::size_t(child)].nodes, nodes);
        chosen.pop_back();
        if (child + 1 == int(trees.size())) break;
    }
}

/// Whether a sum vanishes, given the sum of the magnitudes of its terms.
bool vanishes(const Rational& sum, const Rational&)
{
    return sum == 0;
}
bool vanishes(const Quad& sum, const Quad& magnitude)
{
    return abs(sum) <= Quad("1e-27") * magnitude;
}

/// A sum together with the sum of the magnitudes of its terms.
template <class S>
struct Sum {
    S value = 0;
    S magnitude = 0;

    void add(const S& coefficient, const Sum& term)
    {
        value += coefficient * term.value;
        magnitude += abs(coefficient) * term.magnitude;
    }
};

template <class S>
using Sums = std::vector<Sum<S>>;

/// Φ(t) for every tree, one value a slope: Φ_i(t) = Π over subtrees τ of Σ_j a_ij Φ_j(τ).
template <class S>
std::vector<Sums<S>> elementary_weights(const Coefficients<S>& k,
                                        const std::vector<RootedTree>& trees)
{
    std::vector<Sums<S>> phi;
    std::vector<Sums<S>> a_phi;
    for (const RootedTree& tree : trees) {
        Sums<S> product(std::size_t(k.slopes), {S(1), S(1)});
        Sums<S> applied(std::size_t(k.slopes));
        for (std::size_t i = 0; i < product.size(); ++i)
            for (int child : tree.children) {
                product[i].value *= a_phi[std::size_t(child)][i].value;
                product[i].magnitude *= a_phi[std::size_t(child)][i].magnitude;
            }
        for (int i = 0; i < k.slopes; ++i)
            for (int j = 0; j < i; ++j)
                if (k.a(i, j) != 0) applied[std::size_t(i)].add(k.a(i, j), product[std::size_t(j)]);
        phi.push_back(std::move(product));
        a_phi.push_back(std::move(applied));
    }
    return phi;
}

/// The weights with which an order condition is tested, and how: Σ w_j Φ_j(t) = rhs(t).
template <class S>
bool holds(const std::vector<S>& weights, const Sums<S>& phi, const S& rhs)
{
    Sum<S> sum{-rhs, abs(rhs)};
    for (std::size_t j = 0; j < weights.size(); ++j) sum.add(weights[j], phi[j]);
    return vanishes(sum.value, sum.magnitude);
}

/// The coefficients of b_j(θ): powers[q][j] belongs to θ^q. They come from expanding the nested
/// form, in which F_m is multiplied by θ^(m/2 + 1) (1-θ)^((m+1)/2), integer division.
template <class S>
std::vector<std::vector<S>> dense_weights(const Coefficients<S>& k)
{
    const auto slopes = std::size_t(k.slopes);
    std::vector<std::vector<S>> F(3, std::vector<S>(slopes, S(0)));
    F[0] = k.b;
    for (std::size_t j = 0; j < slopes; ++j) {
        F[1][j] = -k.b[j];
        F[2][j] = 2 * k.b[j];
    }
    F[1][0] += 1;
    F[2][0] -= 1;
    F[2][std::size_t(k.end)] -= 1;
    for (int r = 0; r < k.dense_rows; ++r)
        F.emplace_back(k.D.begin() + r * k.slopes, k.D.begin() + (r + 1) * k.slopes);

    std::vector<std::vector<S>> powers(F.size() + 2, std::vector<S>(slopes, S(0)));
    for (std::size_t m = 0; m < F.size(); ++m) {
        const std::size_t first = m / 2 + 1;
        const std::size_t n = (m + 1) / 2;
        S binomial = 1;  // of (1-θ)^n
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
    const Coefficients<S> k = convert<S>(tableau);
    if (!rows_sum_to_nodes(k)) return {.malformed = "a row of A does not sum to its c"};

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
    const auto powers = dense_weights(k);
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
    const std::size_t known = is_fsal(t) ? stages : stages + 1;
    const auto too_long = [](const std::vector<Row>& rows, std::size_t first) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].size() > first + i) return true;
        return false;
    };
    if (t.c.size() != stages || t.A.size() != stages) return "c or A does not fit the stages";
    if (too_long(t.A, 0)) return "a row of A is too long for an explicit method";
    if (std::max({t.b.size(), t.error.size(), t.b_hat2.size()}) > stages) return "b is too long";
    if (t.b_hat.size() > known) return "b_hat is too long";
    if (t.extra_A.size() != t.extra_c.size() || too_long(t.extra_A, known))
        return "the extra stages do not fit";
    for (const Row& row : t.D)
        if (row.size() > known + t.extra_c.size()) return "a row of D is too long";
    return {};
}

}  // namespace

std::vector<RootedTree> rooted_trees(int nodes)
{
    std::vector<RootedTree> trees{{}};
    for (int n = 2; n <= nodes; ++n) {
        std::vector<int> chosen;
        add_trees(trees, chosen, 0, n - 1, n);
    }
    return trees;
}

MeasuredOrders measured_orders(const Tableau& tableau, int limit)
{
    if (std::string fault = shape_fault(tableau); !fault.empty()) return {.malformed = fault};
    return is_rational(tableau) ? measure<Rational>(tableau, limit) : measure<Quad>(tableau, limit);
}

std::string disagreement(const Tableau& tableau)
{
    const MeasuredOrders found =
        measured_orders(tableau, std::max(tableau.order, tableau.embedded_order) + 1);
    if (!found.malformed.empty()) return found.malformed;
    const auto compare = [](std::string_view what, int claimed, int measured) {
        return claimed == measured ? std::string{}
                                   : fmt::format("{} is {}, not {}; ", what, measured, claimed);
    };
    return compare("order", tableau.order, found.order) +
           compare("embedded order", tableau.embedded_order, found.embedded_order) +
           compare("second embedded order", tableau.second_embedded_order,
                   found.second_embedded_order) +
           compare("dense order", tableau.dense_order, found.dense_order);
}

}  // namespace involute
