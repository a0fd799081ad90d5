// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/listed_elimination.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "involute/expr/subgraph.hpp"

namespace involute {
namespace {

// Up to this size code is quicker: it stays in the caches.
constexpr std::size_t largest_coded_block = 600;

bool depends_on_tops(const CompletedSystem& c)
{
    const Graph& graph = c.system.graph;
    const Subgraph reached = subgraph(graph, c.jacobian_nodes);
    return std::ranges::any_of(reached.visits, [&](const Visit& visit) {
        const Node& node = graph[visit.id];
        return node.op == Op::jet && int(node.b) >= c.layout.d[node.a];
    });
}

EliminationPlan plan_of(const CompletedSystem& c, const BlockOrders& orders)
{
    std::vector<int> rows, columns;
    for (std::size_t b = 0; b < orders.size(); ++b) {
        const Block& block = c.structure.blocks[b];
        for (const int row : orders[b].rows) rows.push_back(block.rows[std::size_t(row)]);
        for (const int column : orders[b].columns)
            columns.push_back(block.columns[std::size_t(column)]);
    }
    EliminationPlan plan(c.layout.unknowns, c.jacobian.entries);
    plan.take(std::move(rows), std::move(columns));
    return plan;
}

}  // namespace

bool is_for_lists(const CompletedSystem& c)
{
    std::size_t largest = 0;
    for (const Block& block : c.structure.blocks) largest = std::max(largest, block.rows.size());
    return largest > largest_coded_block && !depends_on_tops(c);
}

template <class S>
ListedElimination<S>::ListedElimination(const CompletedSystem& c, const BlockOrders& orders)
    : plan_(plan_of(c, orders)),
      values_(std::size_t(plan_.slots())),
      inverses_(std::size_t(c.layout.unknowns)),
      pivots_(inverses_.size()),
      ones_(inverses_.size(), S(1)),
      work_(inverses_.size())
{
    for (std::size_t e = 0; e < c.jacobian.entries.size(); ++e) slots_.push_back(plan_.slot(e));
}

template <class S>
bool ListedElimination<S>::factor(const S* entries)
{
    std::ranges::fill(values_, S(0));
    for (std::size_t e = 0; e < slots_.size(); ++e) values_[std::size_t(slots_[e])] = entries[e];
    const auto largest = plan_.factor<0>(values_.data(), inverses_.data(), work_.data());
    for (std::size_t k = 0; k < pivots_.size(); ++k)
        pivots_[k] = values_[std::size_t(plan_.pivot(int(k)))];
    return largest[0] < std::numeric_limits<S>::infinity();
}

template <class S>
void ListedElimination<S>::solve(S* b)
{
    plan_.solve<0>(values_.data(), inverses_.data(), ones_.data(), b, work_.data());
}

template class ListedElimination<double>;
template class ListedElimination<Quad>;

}  // namespace involute
