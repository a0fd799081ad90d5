// SPDX-License-Identifier: Apache-2.0
// Signatures for tests: random ones, chains, and permutations of rows and columns.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "involute/complete/structural/signature.hpp"

namespace involute::test {

inline std::vector<int> random_permutation(int n, std::mt19937& random)
{
    std::vector<int> p(n);
    std::iota(p.begin(), p.end(), 0);
    std::shuffle(p.begin(), p.end(), random);
    return p;
}

/// Row i of the result is row rows[i]; column j becomes columns[j].
inline Signature permuted(const Signature& sigma, const std::vector<int>& rows,
                          const std::vector<int>& columns)
{
    Signature result;
    for (int row : rows) {
        result.push_back(sigma[row]);
        for (auto& entry : result.back()) entry.first = columns[entry.first];
        std::sort(result.back().begin(), result.back().end());
    }
    return result;
}

inline Signature random_signature(int n, double density, int max_order, std::mt19937& random)
{
    std::bernoulli_distribution present(density);
    std::uniform_int_distribution<int> order(0, max_order);
    Signature sigma(n);
    for (auto& row : sigma)
        for (int j = 0; j < n; ++j)
            if (present(random)) row.push_back({j, order(random)});
    return sigma;
}

/// N links hanging from a pivot: x_k'', y_k'' with the forces of links k and k+1, then the lengths.
/// Unknowns in order x_1, y_1, lambda_1, x_2, ...
inline Signature chain_of_links(int links)
{
    Signature sigma;
    for (int k = 0; k < links; ++k) {
        const int x = 3 * k, y = 3 * k + 1, force = 3 * k + 2;
        for (int own : {x, y}) {
            std::vector<std::pair<int, int>> row;
            if (k > 0) row.push_back({own - 3, 0});
            row.push_back({own, 2});
            row.push_back({force, 0});
            if (k + 1 < links) {
                row.push_back({own + 3, 0});
                row.push_back({force + 3, 0});
            }
            sigma.push_back(row);
        }
        std::vector<std::pair<int, int>> length;
        if (k > 0) length = {{x - 3, 0}, {y - 3, 0}};
        length.push_back({x, 0});
        length.push_back({y, 0});
        sigma.push_back(length);
    }
    return sigma;
}

/// y_1' = y_2, ..., y_{n-1}' = y_n, y_1 = f(t): y_n is the derivative of order n - 1 of f.
inline Signature differentiation_chain(int n)
{
    Signature sigma;
    for (int k = 0; k + 1 < n; ++k) sigma.push_back({{k, 1}, {k + 1, 0}});
    sigma.push_back({{0, 0}});
    return sigma;
}

}  // namespace involute::test
