// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/redundant/exact_null_vector.hpp"

#include <algorithm>

namespace involute {

std::optional<NullVector> exact_null_vector(Graph& graph, const std::vector<ExpressionRow>& rows)
{
    const std::vector<ExactSum> sums = exact_sums(graph, rows);
    if (sums.empty()) return std::nullopt;
    const auto length = [](const ExactSum& sum) { return sum.terms.size(); };
    const ExactSum& shortest = *std::ranges::min_element(sums, {}, length);
    NullVector found{std::vector<NodeId>(rows.size(), graph.constant(0)),
                     VectorOf<Quad>::Zero(Eigen::Index(rows.size()))};
    const auto set = [&](std::size_t row, const Rational& factor) {
        found.u[row] = graph.exact_constant(factor);
        found.sizes[Eigen::Index(row)] = abs(factor.nearest());
    };
    set(shortest.of, Rational(-1));
    for (const auto& [row, factor] : shortest.terms) set(row, factor);
    return found;
}

}  // namespace involute
