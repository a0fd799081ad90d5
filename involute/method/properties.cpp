// SPDX-License-Identifier: Apache-2.0
#include "involute/method/properties.hpp"

#include <cmath>

#include "involute/method/elementary_weights.hpp"

namespace involute {

double principal_error(const Tableau& tableau)
{
    const Coefficients<Quad> k = convert<Quad>(tableau);
    const std::vector<RootedTree> trees = rooted_trees(tableau.order + 1);
    const auto phi = elementary_weights(k, trees);
    double sum = 0;
    for (std::size_t i = 0; i < trees.size(); ++i) {
        if (trees[i].nodes != tableau.order + 1) continue;
        const Quad defect = weighted(k.b.data(), phi[i]).value - 1 / Quad(trees[i].density);
        sum += std::pow(to_double(defect) / double(trees[i].symmetry), 2);
    }
    return std::sqrt(sum);
}

std::vector<Quad> stability_series(const Tableau& tableau, int degree)
{
    const Coefficients<Quad> k = convert<Quad>(tableau);
    const auto slopes = std::size_t(k.slopes);
    std::vector<Quad> series{1};
    Sums<Quad> power(slopes, {1, 1});  // A^(k-1) 1
    for (int term = 1; term <= degree; ++term) {
        series.push_back(weighted(k.b.data(), power).value);
        Sums<Quad> next(slopes);
        for (std::size_t i = 0; i < slopes; ++i) next[i] = weighted(&k.A[i * slopes], power);
        power = std::move(next);
    }
    return series;
}

}  // namespace involute
