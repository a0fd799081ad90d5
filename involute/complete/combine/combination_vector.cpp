// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_vector.hpp"

#include <algorithm>

#include "involute/complete/combine/combination.hpp"
#include "involute/complete/combine/combination_content.hpp"
#include "involute/complete/combine/exact_vector.hpp"

namespace involute {

namespace {

// What a symbolic null vector may add to the graph.
constexpr std::size_t most_new_nodes = 20'000;

/// Small integers where the numbers are simple enough, else divided by the largest.
std::vector<Rational> scaled(const std::vector<Rational>& u)
{
    VectorOf<Quad> values(Eigen::Index(u.size()));
    for (std::size_t i = 0; i < u.size(); ++i) values[Eigen::Index(i)] = u[i].nearest();
    Eigen::Index largest = 0;
    values.cwiseAbs().maxCoeff(&largest);
    const VectorOf<Quad> wanted = readable(values, 1e-30);
    const auto times = [&](const Rational& factor) {
        std::vector<Rational> result;
        for (const Rational& x : u) result.push_back(x * factor);
        return result;
    };
    const std::vector<Rational> result = times(Rational(wanted[largest]) / u[std::size_t(largest)]);
    for (std::size_t i = 0; i < u.size(); ++i)
        if (result[i] != Rational(wanted[Eigen::Index(i)]))
            return times(Rational(1) / u[std::size_t(largest)]);
    return result;
}

std::optional<NullVector> constant_vector(Graph& graph, const ExpressionMatrix& A)
{
    const auto found = exact_null_vector(graph, A);
    if (!found) return std::nullopt;
    NullVector vector;
    vector.sizes.resize(Eigen::Index(found->size()));
    for (const Rational& x : scaled(*found)) {
        vector.sizes[Eigen::Index(vector.u.size())] = abs(x.nearest());
        vector.u.push_back(graph.exact_constant(x));
    }
    return vector;
}

std::optional<NullVector> symbolic_vector(Graph& graph, const ExpressionMatrix& A,
                                          const std::vector<MatrixOf<Quad>>& values,
                                          const Probe& probe, double zero)
{
    NullVector found{symbolic_null_vector(graph, A, values, zero, most_new_nodes), {}};
    if (found.u.empty()) return std::nullopt;
    found.u = without_content(graph, found.u);
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
    const auto numbers = constant_vector(graph, A);
    return numbers ? numbers : symbolic_vector(graph, A, values, probe, zero);
}

}  // namespace involute
