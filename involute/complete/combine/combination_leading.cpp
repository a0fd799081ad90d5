// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_leading.hpp"

#include <numeric>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// Random points looked at; later ones lie closer to the start, where more is finite.
constexpr int tried_points = 24;

}  // namespace

ExpressionMatrix leading_matrix(Graph& graph, const std::vector<NodeId>& equations,
                                const Signature& sigma, const std::vector<int>& c,
                                const std::vector<int>& d)
{
    std::vector<int> rows(equations.size()), columns(d.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::iota(columns.begin(), columns.end(), 0);
    return leading_matrix(graph, equations, sigma, c, d, rows, columns);
}

ExpressionMatrix leading_matrix(Graph& graph, const std::vector<NodeId>& equations,
                                const Signature& sigma, const std::vector<int>& c,
                                const std::vector<int>& d, const std::vector<int>& rows,
                                const std::vector<int>& columns)
{
    ExpressionMatrix A;
    for (int i : rows) {
        A.emplace_back();
        Partials partials(graph, equations[i]);
        for (int j : columns) {
            const int order = d[j] - c[i];
            A.back().push_back(order >= 0 && sigma_of(sigma[i], j) == order
                                   ? partials.by(graph.jet(j, order))
                                   : graph.constant(0));
        }
    }
    return A;
}

MatrixOf<Quad> values_of(const Graph& graph, const ExpressionMatrix& A, const LeafValue& leaf)
{
    std::vector<NodeId> nodes;
    for (const auto& row : A) nodes.insert(nodes.end(), row.begin(), row.end());
    const std::vector<Quad> values = evaluate<Quad>(graph, nodes, leaf);
    MatrixOf<Quad> result(A.size(), A.empty() ? 0 : A[0].size());
    for (Eigen::Index i = 0, next = 0; i < result.rows(); ++i)
        for (Eigen::Index j = 0; j < result.cols(); ++j) result(i, j) = values[next++];
    return result;
}

std::vector<MatrixOf<Quad>> values_at_random(const Graph& graph, const ExpressionMatrix& A,
                                             const Probe& probe, int wanted)
{
    std::vector<MatrixOf<Quad>> found;
    for (int point = 0; point < tried_points && int(found.size()) < wanted; ++point) {
        MatrixOf<Quad> values = values_of(
            graph, A, [&](NodeId leaf) { return Quad(probe.sample(graph, leaf, point)); });
        if (values.allFinite()) found.push_back(std::move(values));
    }
    return found;
}

}  // namespace involute
