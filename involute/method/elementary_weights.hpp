// SPDX-License-Identifier: Apache-2.0
// Butcher's elementary weights of a method, in whatever scalar its coefficients are.
#pragma once

#include <type_traits>
#include <vector>

#include "involute/method/rooted_trees.hpp"
#include "involute/method/tableau.hpp"

namespace involute {

template <class S>
inline constexpr bool is_rounded = std::is_same_v<S, Quad>;

/// A sum together with the sum of the magnitudes of its terms, which only rounding needs.
template <class S>
struct Sum {
    S value = 0;
    S magnitude = 0;

    void add(const S& coefficient, const Sum& term)
    {
        value += coefficient * term.value;
        if constexpr (is_rounded<S>) magnitude += abs(coefficient) * term.magnitude;
    }
    void multiply(const Sum& factor)
    {
        value *= factor.value;
        if constexpr (is_rounded<S>) magnitude *= factor.magnitude;
    }
};

template <class S>
using Sums = std::vector<Sum<S>>;

/// A row of coefficients applied to one value a slope.
template <class S>
Sum<S> weighted(const S* row, const Sums<S>& values)
{
    Sum<S> sum;
    for (std::size_t j = 0; j < values.size(); ++j)
        if (!(row[j] == 0)) sum.add(row[j], values[j]);
    return sum;
}

/// Φ(t) for every tree, one value a slope: Φ_i(t) = Π over subtrees τ of Σ_j a_ij Φ_j(τ).
template <class S>
std::vector<Sums<S>> elementary_weights(const Coefficients<S>& k,
                                        const std::vector<RootedTree>& trees)
{
    const auto slopes = std::size_t(k.slopes);
    std::vector<Sums<S>> phi;
    std::vector<Sums<S>> a_phi;
    for (const RootedTree& tree : trees) {
        Sums<S> product(slopes, {S(1), S(1)});
        for (std::size_t i = 0; i < slopes; ++i)
            for (int child : tree.children) product[i].multiply(a_phi[std::size_t(child)][i]);
        Sums<S> applied(slopes);
        for (std::size_t i = 0; i < slopes; ++i) applied[i] = weighted(&k.A[i * slopes], product);
        phi.push_back(std::move(product));
        a_phi.push_back(std::move(applied));
    }
    return phi;
}

}  // namespace involute
