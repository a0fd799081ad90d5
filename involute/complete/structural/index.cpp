// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/index.hpp"

#include <algorithm>
#include <optional>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/complete/structural/jet_point.hpp"
#include "involute/complete/structural/rank.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// Rows of the derivative array up to which ranks are taken.
constexpr int most_rows = 120;
// The largest graph for it: beyond this the answer is not worth the work.
constexpr std::size_t most_nodes = 2'000'000;
// How far the point is moved, relative to the size of each unknown, to leave special positions.
constexpr double shift = 1e-3;

using Levels = std::vector<std::vector<NodeId>>;

std::vector<int> occurring_orders(const Structure& structure)
{
    std::vector<int> orders(structure.d.size(), 0);
    for (const auto& row : structure.signature)
        for (const auto& [j, order] : row) orders[j] = std::max(orders[j], order);
    return orders;
}

// A different small number for every jet, the same in every run: fractions of the golden ratio.
void shift_from_special_position(JetPoint& point, const Structure& structure)
{
    int count = 0;
    for (std::size_t j = 0; j < point.jets.size(); ++j) {
        Quad size = 0;
        for (const Quad& jet : point.jets[j]) size = std::max<Quad>(size, abs(jet));
        if (size == 0) size = 1;
        for (int l = 0; l < structure.d[j]; ++l) {
            const double turn = 0.6180339887498949 * ++count;
            point.jets[j][l] += shift * size * (2 * (turn - int(turn)) - 1);
        }
    }
}

// The columns of the array: targets first (B1), then the jets above them (B2).
struct Columns {
    std::vector<std::pair<int, int>> jets{};  // (unknown, order)
    int targets = 0;
};

Columns array_columns(const std::vector<int>& orders, int nu)
{
    Columns columns;
    for (int j = 0; j < int(orders.size()); ++j)
        columns.jets.push_back({j, std::max(orders[j], 1)});
    columns.targets = int(columns.jets.size());
    for (int j = 0; j < int(orders.size()); ++j)
        for (int l = std::max(orders[j], 1) + 1; l <= orders[j] + nu; ++l)
            columns.jets.push_back({j, l});
    return columns;
}

MatrixOf<Quad> array_matrix(Graph& graph, const Levels& levels, const Columns& columns, int nu,
                            const JetPoint& point)
{
    const int n = int(levels.size());
    MatrixOf<Quad> B(n * (nu + 1), columns.jets.size());
    std::vector<NodeId> nodes;
    for (int i = 0; i < n; ++i)
        for (int l = 0; l <= nu; ++l)
            for (const auto& [j, order] : columns.jets)
                nodes.push_back(differentiate(graph, levels[i][l], graph.jet(j, order)));
    const auto leaf = [&](NodeId id) { return point(graph, id); };
    const std::vector<Quad> values = evaluate<Quad>(graph, nodes, leaf);
    for (Eigen::Index r = 0, next = 0; r < B.rows(); ++r)
        for (Eigen::Index k = 0; k < B.cols(); ++k) B(r, k) = values[next++];
    return B;
}

// Empty where a derivative has no finite value.
std::optional<bool> determines_targets(Graph& graph, const Levels& levels,
                                       const std::vector<int>& orders, int nu,
                                       const JetPoint& point)
{
    const Columns columns = array_columns(orders, nu);
    MatrixOf<Quad> B = array_matrix(graph, levels, columns, nu, point);
    if (!B.allFinite()) return std::nullopt;
    equilibrate(B);
    std::vector<int> groups(columns.jets.size(), 0);  // higher jets first, then the targets
    std::fill_n(groups.begin(), columns.targets, 1);
    return staged_rank(B, groups, 2).ranks[1] == columns.targets;
}

// A consistent point near the given one, in general position if that can be had.
std::optional<JetPoint> general_point(Graph& graph, const Structure& structure,
                                      const Levels& levels, std::span<const double> values,
                                      int beyond)
{
    const JetPoint start = read_point(structure, values, beyond);
    JetPoint moved = start;
    shift_from_special_position(moved, structure);
    for (JetPoint point : {moved, start})
        if (make_consistent(point, graph, structure, levels, beyond)) return point;
    return std::nullopt;
}

}  // namespace

IndexResult differential_index(System& system, const Structure& structure,
                               std::span<const double> point)
{
    const int bound = structural_index(structure), n = int(structure.c.size());
    if (bound == 0) return {0, false};
    if (n * (bound + 1) > most_rows) return {bound, true};
    const std::vector<int> orders = occurring_orders(structure);
    int beyond = 0;  // jets and rows needed above those of the structure
    for (int i = 0; i < n; ++i) beyond = std::max(beyond, bound - structure.c[i]);
    for (int j = 0; j < n; ++j) beyond = std::max(beyond, orders[j] + bound - structure.d[j]);

    const Levels levels = differentiate_beyond(system.graph, structure, beyond, most_nodes);
    if (levels.empty()) return {bound, true};
    const auto at = general_point(system.graph, structure, levels, point, beyond);
    if (!at) return {bound, true};
    for (int nu = 0; nu < bound; ++nu) {
        const auto determined = determines_targets(system.graph, levels, orders, nu, *at);
        if (!determined) return {bound, true};
        if (*determined) return {nu, false};
    }
    return {bound, false};
}

}  // namespace involute
