// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_symbolic.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "involute/complete/combine/combination.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

constexpr std::size_t most_rows = 6;

// The rows of the shortest vector of the null space at a point.
std::vector<int> dependent_rows(const MatrixOf<Quad>& A, double round_off)
{
    const MatrixOf<Quad> space = left_null_space(A, round_off);
    std::vector<int> shortest(A.rows());
    std::iota(shortest.begin(), shortest.end(), 0);
    for (Eigen::Index k = 0; k < space.cols(); ++k) {
        const Quad size = space.col(k).cwiseAbs().maxCoeff();
        std::vector<int> rows;
        for (int i = 0; i < A.rows(); ++i)
            if (abs(space(i, k)) > round_off * size) rows.push_back(i);
        if (rows.size() < shortest.size()) shortest = rows;
    }
    return shortest;
}

// One column fewer than rows, independent there; columns of numbers and simple entries first.
std::vector<int> simple_columns(const Graph& graph, const ExpressionMatrix& A,
                                const MatrixOf<Quad>& values, const std::vector<int>& rows,
                                double round_off)
{
    struct Candidate {
        int varying = 0;  // entries that are not numbers
        std::size_t size = 0;
        int column = 0;
        auto operator<=>(const Candidate&) const = default;
    };
    std::vector<Candidate> candidates;
    for (int j = 0; j < int(values.cols()); ++j) {
        std::vector<NodeId> entries;
        int varying = 0;
        for (int i : rows) {
            entries.push_back(A[i][j]);
            varying += !graph.is_constant(A[i][j]);
        }
        candidates.push_back({varying, subgraph(graph, entries).visits.size(), j});
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<int> columns;
    for (const Candidate& candidate : candidates) {
        if (columns.size() + 1 == rows.size()) break;
        std::vector<int> more = columns;
        more.push_back(candidate.column);
        if (scaled_rank(values(rows, more), round_off) == int(more.size())) columns = more;
    }
    return columns;
}

// The determinants of all sets of rows over the first columns, as many as rows in the set.
std::vector<NodeId> minors(Graph& graph, const ExpressionMatrix& A, const std::vector<int>& rows,
                           const std::vector<int>& columns)
{
    std::vector<NodeId> by_set(std::size_t(1) << rows.size(), graph.constant(0));
    by_set[0] = graph.constant(1);
    for (unsigned set = 1; set < by_set.size(); ++set) {
        const int size = std::popcount(set);
        if (size > int(columns.size())) continue;
        bool negative = size % 2 == 0;  // expansion along the last column
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!(set >> i & 1)) continue;
            const NodeId part =
                graph.multiply(A[rows[i]][columns[size - 1]], by_set[set & ~(1u << i)]);
            by_set[set] =
                negative ? graph.subtract(by_set[set], part) : graph.add(by_set[set], part);
            negative = !negative;
        }
    }
    return by_set;
}

}  // namespace

std::vector<NodeId> symbolic_null_vector(Graph& graph, const ExpressionMatrix& A,
                                         const std::vector<MatrixOf<Quad>>& values,
                                         double round_off, std::size_t most_nodes)
{
    const std::vector<int> rows = dependent_rows(values[0], round_off);
    if (rows.size() > most_rows) return {};
    const std::vector<int> columns = simple_columns(graph, A, values[0], rows, round_off);
    if (columns.size() + 1 != rows.size()) return {};
    const std::size_t before = graph.size();
    const std::vector<NodeId> by_set = minors(graph, A, rows, columns);
    if (graph.size() > before + most_nodes) return {};
    std::vector<NodeId> u(A.size(), graph.constant(0));
    const unsigned all = (1u << rows.size()) - 1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const NodeId minor = by_set[all & ~(1u << i)];
        u[rows[i]] = i % 2 == 0 ? minor : graph.negate(minor);
    }
    return u;
}

}  // namespace involute
