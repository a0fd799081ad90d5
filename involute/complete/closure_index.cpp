// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure_index.hpp"

#include <algorithm>

#include "involute/complete/closure.hpp"
#include "involute/complete/numerical_rows.hpp"

namespace involute {

namespace {

// A point of the completed set with all jets the array uses up to a level.
std::optional<JetPoint> point_for(System& system, const Structure& structure,
                                  const std::vector<int>& orders, std::size_t max_nodes)
{
    std::vector<NodeId> rows = all_rows(structure);
    for (const Invariant& invariant : system.invariants)
        if (invariant.closure) rows.push_back(invariant.expression);
    int beyond = 0;
    for (std::size_t j = 0; j < orders.size(); ++j)
        beyond = std::max(beyond, orders[j] - structure.d[j]);
    const auto levels = differentiate_beyond(system.graph, structure, beyond, max_nodes);
    const auto found = points_of_set(system, rows, structure.d, 1);
    if (levels.empty() || found.empty()) return std::nullopt;
    JetPoint point = found[0].at;
    for (std::size_t j = 0; j < orders.size(); ++j)
        point.jets[j].resize(structure.d[j] + beyond + 1, Quad(0));
    if (!make_consistent(point, system.graph, structure, levels, beyond)) return std::nullopt;
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
    return array_index(system, array, {.level = most - 1, .references = {*point}});
}

}  // namespace involute
