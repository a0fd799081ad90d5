// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_vector.hpp"

#include <algorithm>

#include "involute/complete/combine/combination.hpp"

namespace involute {

namespace {

// What a symbolic null vector may add to the graph.
constexpr std::size_t most_new_nodes = 20'000;

// Null vectors common to all points are numbers: those of the matrices side by side.
std::optional<NullVector> constant_vector(Graph& graph, const std::vector<MatrixOf<Quad>>& values,
                                          double zero)
{
    const Eigen::Index m = values[0].rows();
    MatrixOf<Quad> all(m, m * Eigen::Index(values.size()));
    for (std::size_t k = 0; k < values.size(); ++k)
        all.middleCols(Eigen::Index(k) * m, m) = values[k];
    const MatrixOf<Quad> space = left_null_space(all, zero);
    std::optional<NullVector> found;
    Eigen::Index fewest = m + 1;
    for (Eigen::Index k = 0; k < space.cols(); ++k) {
        const VectorOf<Quad> u = readable(space.col(k), zero);
        const Eigen::Index entries = (u.array() != Quad(0)).count();
        if (entries >= fewest) continue;
        fewest = entries;
        found = NullVector{{}, u.cwiseAbs()};
        for (const Quad& number : u) found->u.push_back(graph.constant(number));
    }
    return found;
}

std::optional<NullVector> symbolic_vector(Graph& graph, const ExpressionMatrix& A,
                                          const std::vector<MatrixOf<Quad>>& values,
                                          const Probe& probe, double zero)
{
    NullVector found{symbolic_null_vector(graph, A, values, zero, most_new_nodes), {}};
    if (found.u.empty()) return std::nullopt;
    for (const auto& u : values_at_random(graph, {found.u}, probe, int(values.size()))) {
        const Quad largest = u.cwiseAbs().maxCoeff();
        if (largest == 0) return std::nullopt;
        const VectorOf<Quad> here = (u.cwiseAbs() / largest).transpose();
        found.sizes = found.sizes.size() == 0 ? here : VectorOf<Quad>(found.sizes.cwiseMin(here));
    }
    if (found.sizes.size() == 0 || found.sizes.maxCoeff() <= zero) return std::nullopt;
    return found;
}

}  // namespace

std::optional<NullVector> find_null_vector(Graph& graph, const ExpressionMatrix& A,
                                           const std::vector<MatrixOf<Quad>>& values,
                                           const Probe& probe, double zero)
{
    const auto numbers = constant_vector(graph, values, zero);
    return numbers ? numbers : symbolic_vector(graph, A, values, probe, zero);
}

}  // namespace involute
