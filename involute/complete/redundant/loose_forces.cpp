// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/redundant/loose_forces.hpp"

#include <algorithm>
#include <map>

#include "involute/complete/array/derivative_array.hpp"
#include "involute/complete/redundant/exact_sums.hpp"
#include "involute/complete/structural/rank.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// An entry below this part of the largest of its row is what rounding of the point leaves of 0.
constexpr double felt = 1e-10;

/// What is not 0 of the equations' derivatives by the highest jets of the unknowns, at a point.
struct TopRow {
    std::vector<std::pair<int, Quad>> of_open{}, of_others{};  // by unknown
};

std::vector<TopRow> top_rows(System& system, const DerivativeArray& array,
                             const std::vector<char>& is_open, const JetPoint& point)
{
    Graph& graph = system.graph;
    std::vector<NodeId> nodes;
    std::vector<std::pair<int, int>> where;  // equation, unknown
    for (int i = 0; i < array.equations(); ++i) {
        Partials partials(graph, array.rows()[std::size_t(i)]);
        for (const NodeId leaf : partials.leaves()) {
            const Node node = graph[leaf];
            if (node.op != Op::jet || int(node.b) != array.below()[node.a] + 1) continue;
            nodes.push_back(partials.by(leaf));
            where.push_back({i, int(node.a)});
        }
    }
    const std::vector<Quad> values =
        evaluate<Quad>(graph, nodes, [&](NodeId leaf) { return point(graph, leaf); });
    std::vector<Quad> largest(std::size_t(array.equations()), Quad(0));
    for (std::size_t e = 0; e < values.size(); ++e) {
        if (!isfinite(values[e])) return {};
        Quad& size = largest[std::size_t(where[e].first)];
        size = std::max<Quad>(size, abs(values[e]));
    }
    std::vector<TopRow> rows{std::size_t(array.equations())};
    for (std::size_t e = 0; e < values.size(); ++e) {
        const auto [i, j] = where[e];
        if (abs(values[e]) <= felt * largest[std::size_t(i)]) continue;
        TopRow& row = rows[std::size_t(i)];
        (is_open[std::size_t(j)] ? row.of_open : row.of_others).push_back({j, values[e]});
    }
    return rows;
}

// Rows with the highest derivative of an unknown that no other row has say nothing of the rest.
bool say_something_at_once(const std::vector<TopRow>& rows)
{
    std::vector<ExpressionRow> others;
    for (const TopRow& row : rows) {
        others.emplace_back();
        for (const auto& [j, value] : row.of_others) others.back().push_back({std::uint32_t(j), 0});
    }
    const std::vector<char> can = that_can_cancel(others);
    bool any = false;
    std::map<int, int> column;
    std::vector<int> groups;
    std::vector<const TopRow*> left;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!can[i]) continue;
        left.push_back(&rows[i]);
        any = any || !rows[i].of_open.empty();
        for (const bool open : {false, true})
            for (const auto& [j, value] : open ? rows[i].of_open : rows[i].of_others)
                if (column.try_emplace(j, int(groups.size())).second) groups.push_back(open);
    }
    if (!any) return false;
    MatrixOf<Quad> matrix =
        MatrixOf<Quad>::Zero(Eigen::Index(left.size()), Eigen::Index(groups.size()));
    for (std::size_t i = 0; i < left.size(); ++i)
        for (const auto* part : {&left[i]->of_open, &left[i]->of_others})
            for (const auto& [j, value] : *part) matrix(Eigen::Index(i), column[j]) = value;
    equilibrate(matrix);
    return staged_rank(matrix, groups, 2).ranks[1] > 0;
}

}  // namespace

bool have_enough_equations(const Signature& signature, int unknowns, const std::vector<int>& open)
{
    std::vector<std::vector<std::size_t>> with(std::size_t(unknowns), std::vector<std::size_t>{});
    for (std::size_t i = 0; i < signature.size(); ++i)
        for (const auto& [j, order] : signature[i]) with[std::size_t(j)].push_back(i);
    std::vector<char> taken(std::size_t(unknowns), 0), used(signature.size(), 0);
    std::vector<int> next;
    const auto take = [&](int j) {
        if (!taken[std::size_t(j)]) next.push_back(j);
        taken[std::size_t(j)] = 1;
    };
    for (const int j : open) take(j);
    while (!next.empty()) {
        const auto j = std::size_t(next.back());
        next.pop_back();
        for (const std::size_t i : with[j]) {
            if (used[i]) continue;
            used[i] = 1;
            for (const auto& [other, order] : signature[i]) take(other);
        }
    }
    return std::ranges::count(used, 1) >= std::ranges::count(taken, 1);
}

bool are_forces_at(const System& system, const std::vector<int>& open, const JetPoint& point)
{
    System copy = system;
    const DerivativeArray array(copy);
    std::vector<char> is_open(std::size_t(array.unknowns()), 0);
    for (const int j : open) is_open[std::size_t(j)] = 1;
    const auto is_undifferentiated = [&](int j) {
        return array.occurs(j) && array.orders()[std::size_t(j)] == 0 &&
               array.below()[std::size_t(j)] < 0;
    };
    if (!std::ranges::all_of(open, is_undifferentiated) ||
        !have_enough_equations(array.signature(), array.unknowns(), open))
        return false;
    const std::vector<TopRow> rows = top_rows(copy, array, is_open, point);
    if (rows.empty()) return false;
    std::vector<char> is_felt(is_open.size(), 0);
    for (const TopRow& row : rows)
        for (const auto& [j, value] : row.of_open) is_felt[std::size_t(j)] = 1;
    const bool all_felt =
        std::ranges::all_of(open, [&](int j) { return is_felt[std::size_t(j)] != 0; });
    return all_felt && !say_something_at_once(rows);
}

}  // namespace involute
