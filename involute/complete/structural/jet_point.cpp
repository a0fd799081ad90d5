// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/jet_point.hpp"

#include <algorithm>

#include "involute/base/dense.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// Newton doubles the digits: four sweeps from 3 correct digits to 33. Allow about twice that.
constexpr int most_sweeps = 10;
// Corrections below this part of the size of an unknown's jets end the iteration.
constexpr double still = 1e-26;
// A sweep that moved less than this is followed by one with the same matrix: that gains as many
// digits as it was.
constexpr double barely_moved = 1e-9;

struct JacobianEntry {
    int row = 0, column = 0;
    NodeId node = 0;
};

std::vector<JacobianEntry> jacobian_entries(Graph& graph, const Structure& structure)
{
    std::vector<JacobianEntry> entries;
    for (int i = 0; i < int(structure.pattern.size()); ++i) {
        Partials partials(graph, structure.derivatives[i][0]);
        for (int j : structure.pattern[i])
            entries.push_back({i, j, partials.by(graph.jet(j, structure.d[j] - structure.c[i]))});
    }
    return entries;
}

MatrixOf<Quad> jacobian_at(const JetPoint& point, const Graph& graph,
                           const std::vector<JacobianEntry>& entries, int n)
{
    std::vector<NodeId> nodes;
    for (const JacobianEntry& entry : entries) nodes.push_back(entry.node);
    const auto leaf = [&](NodeId id) { return point(graph, id); };
    const std::vector<Quad> values = evaluate<Quad>(graph, nodes, leaf);
    MatrixOf<Quad> J = MatrixOf<Quad>::Zero(n, n);
    for (std::size_t e = 0; e < entries.size(); ++e)
        J(entries[e].row, entries[e].column) = values[e];
    return J;
}

// The residuals f_i^(c_i+k) where that derivative exists, else 0.
VectorOf<Quad> stage_residual(const JetPoint& point, const Graph& graph, const Structure& structure,
                              const std::vector<std::vector<NodeId>>& levels, int k)
{
    const int n = int(levels.size());
    VectorOf<Quad> residual = VectorOf<Quad>::Zero(n);
    const auto leaf = [&](NodeId id) { return point(graph, id); };
    for (int i = 0; i < n; ++i)
        if (structure.c[i] + k >= 0)
            residual[i] = evaluate<Quad>(graph, levels[i][structure.c[i] + k], leaf);
    return residual;
}

// Adds a stage's correction; returns the largest one relative to the unknown's jets.
Quad correct(JetPoint& point, const Structure& structure, const VectorOf<Quad>& delta, int k)
{
    Quad moved = 0;
    for (int j = 0; j < int(structure.d.size()); ++j) {
        if (structure.d[j] + k < 0) continue;
        Quad& value = point.jets[j][structure.d[j] + k];
        value += delta[j];
        Quad size = 0;
        for (const Quad& jet : point.jets[j]) size = std::max<Quad>(size, abs(jet));
        if (!isfinite(value)) return value;
        if (size > 0) moved = std::max<Quad>(moved, abs(delta[j]) / size);
    }
    return moved;
}

}  // namespace

JetPoint read_point(const Structure& structure, std::span<const double> point, int beyond)
{
    JetPoint result{point[0], {}};
    std::size_t next = 1;
    for (int d : structure.d) {
        result.jets.emplace_back(d + 1 + beyond, Quad(0));
        for (int l = 0; l <= d; ++l) result.jets.back()[l] = point[next++];
    }
    return result;
}

std::vector<std::vector<NodeId>> differentiate_beyond(Graph& graph, const Structure& structure,
                                                      int beyond, std::size_t max_nodes)
{
    auto levels = structure.derivatives;
    for (auto& row : levels)
        for (int k = 0; k < beyond; ++k) {
            row.push_back(total_derivative(graph, row.back()));
            if (graph.size() > max_nodes) return {};
        }
    return levels;
}

bool make_consistent(JetPoint& point, Graph& graph, const Structure& structure,
                     const std::vector<std::vector<NodeId>>& levels, int beyond)
{
    const int n = int(levels.size());
    const std::vector<JacobianEntry> entries = jacobian_entries(graph, structure);
    const int stages = *std::max_element(structure.c.begin(), structure.c.end());
    Lu<Quad> lu;
    Quad moved = 1;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        if (moved > barely_moved) {
            const MatrixOf<Quad> J = jacobian_at(point, graph, entries, n);
            if (!J.allFinite()) return false;
            lu.compute(J);
        }
        moved = 0;
        for (int k = -stages; k <= beyond; ++k) {
            const VectorOf<Quad> delta =
                -lu.solve(stage_residual(point, graph, structure, levels, k));
            const Quad stage_moved = correct(point, structure, delta, k);
            if (!isfinite(stage_moved)) return false;
            moved = std::max(moved, stage_moved);
        }
        if (moved < still) return true;
    }
    return false;
}

}  // namespace involute
