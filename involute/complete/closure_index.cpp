// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure_index.hpp"

#include <algorithm>

#include "involute/base/dense.hpp"
#include "involute/complete/array/numerical_rows.hpp"
#include "involute/complete/closure/closure.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// Any variant but that of the start, whose demanded values would be held.
constexpr int not_held = 1;

// The jets above those of the structure, order by order: J δ = -f^(c+k) for k = 1, 2, .., in which
// y^(d+k) are linear.
bool extend(JetPoint& point, Graph& graph, const Structure& structure,
            const std::vector<std::vector<NodeId>>& levels, int beyond)
{
    std::vector<NodeId> equations;
    for (const auto& row : levels) equations.push_back(row[0]);
    const auto leaf = [&](NodeId id) { return point(graph, id); };
    const ExpressionMatrix entries =
        leading_matrix(graph, equations, structure.signature, structure.c, structure.d);
    const FullLu<Quad> J(values_of(graph, entries, leaf));
    for (int k = 1; k <= beyond; ++k) {
        VectorOf<Quad> residual(Eigen::Index(levels.size()));
        for (Eigen::Index i = 0; i < residual.size(); ++i)
            residual[i] = evaluate<Quad>(graph, levels[i][structure.c[i] + k], leaf);
        const VectorOf<Quad> delta = J.solve(residual);
        if (!delta.allFinite()) return false;
        for (std::size_t j = 0; j < structure.d.size(); ++j)
            point.jets[j][structure.d[j] + k] -= delta[Eigen::Index(j)];
    }
    return true;
}

// A point of the completed set with all jets up to the orders.
std::optional<JetPoint> point_for(System& system, const Structure& structure,
                                  const std::vector<int>& orders, std::size_t max_nodes)
{
    std::vector<NodeId> closure;
    for (const Invariant& invariant : system.invariants)
        if (invariant.closure) closure.push_back(invariant.expression);
    int beyond = 0;
    for (std::size_t j = 0; j < orders.size(); ++j)
        beyond = std::max(beyond, orders[j] - structure.d[j]);
    const auto levels = differentiate_beyond(system.graph, structure, beyond, max_nodes);
    const auto found = points_of_structure(system, structure, closure, 1);
    if (levels.empty() || found.empty()) return std::nullopt;
    JetPoint point = found[0].at;
    for (std::size_t j = 0; j < orders.size(); ++j)
        point.jets[j].resize(structure.d[j] + beyond + 1, Quad(0));
    if (!extend(point, system.graph, structure, levels, beyond)) return std::nullopt;
    return point;
}

}  // namespace

std::optional<int> index_of(const Completion& completion, const CompletionOptions& options)
{
    System system = completion.system;
    if (!system.gauged.empty()) return std::nullopt;
    if (!system.written.empty()) system.equations = system.written;
    const DerivativeArray array(system);
    const auto& times = completion.differentiated;
    const int most = times.empty() ? 1 : *std::max_element(times.begin(), times.end()) + 1;
    if (array.equations() * (most + 1) > options.most_rows) return std::nullopt;
    const auto point =
        point_for(system, completion.structure, array.orders_at(most), options.max_nodes);
    if (!point) return std::nullopt;
    // As many digits as there are: ranks depend on them.
    const NaturalScale scale(system);
    ArrayPoint sharp = approach_array(system.graph, array, scale, not_held, *point, most);
    return array_index(
        system, array,
        {.level = most - 1, .references = {sharp.consistent ? std::move(sharp.point) : *point}});
}

}  // namespace involute
