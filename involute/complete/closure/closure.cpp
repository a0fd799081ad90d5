// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure/closure.hpp"

#include <algorithm>
#include <cmath>

#include "involute/complete/closure/consistent_rows.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/complete/structural/raising.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// Variants of first points: near the start before farther ones; some searches end in local minima.
constexpr int variants[] = {1, 4, 7, 10, 2, 5, 8, 3, 6, 9};
constexpr int points_for_rank = 3;
constexpr int searches_near = 4;  // beside a point found from the start
// A true zero at a consistent point is far smaller; exponentials can be nearly as small as this.
constexpr double least_zero = 1e-16;

// A row with what its size is measured by, for many points.
struct MeasuredRow {
    std::vector<NodeId> nodes{};  // it and its derivatives
    std::vector<NodeId> jets{};
};

MeasuredRow measured_row(Graph& graph, NodeId e)
{
    MeasuredRow row{{e}, {}};
    Partials partials(graph, e);
    for (NodeId leaf : partials.leaves()) {
        if (graph[leaf].op != Op::jet) continue;
        row.nodes.push_back(partials.by(leaf));
        row.jets.push_back(leaf);
    }
    return row;
}

double scaled_value(const Graph& graph, const MeasuredRow& row, const JetPoint& point,
                    const NaturalScale& scale)
{
    const std::vector<Quad> values =
        evaluate<Quad>(graph, row.nodes, [&](NodeId leaf) { return point(graph, leaf); });
    Quad size = 0;
    for (std::size_t k = 0; k < row.jets.size(); ++k) {
        const Node& jet = graph[row.jets[k]];
        const Quad reach = abs(point(graph, row.jets[k])) + scale.of(int(jet.a), int(jet.b));
        size += abs(values[k + 1]) * reach;
    }
    if (values[0] == 0) return 0;
    return size > 0 ? to_double(Quad(abs(values[0]) / size)) : 1;
}

// Points that are reached from first points, with the residual of the rows there.
template <class Approaching>
std::vector<SetPoint> search(System& system, const std::vector<NodeId>& rows,
                             const std::vector<int>& orders, int wanted, Approaching approaching,
                             std::vector<JetPoint> seeds = {})
{
    const NaturalScale scale(system);
    // If the set has several parts, take the one at the start.
    if (seeds.empty())
        if (const std::optional<JetPoint> near = approaching(as_started(scale, orders)))
            seeds.assign(searches_near, *near);
    std::vector<SetPoint> found;
    std::vector<MeasuredRow> measured;
    for (std::size_t k = 0; k < std::size(variants) && int(found.size()) < wanted; ++k) {
        const JetPoint first = first_point(scale, orders, variants[k]);
        const std::optional<JetPoint> point =
            approaching(k < seeds.size() ? beside(seeds[k], first) : first);
        if (!point) continue;
        SetPoint set_point{*point, first, 0};
        if (measured.empty())
            for (NodeId row : rows) measured.push_back(measured_row(system.graph, row));
        for (const MeasuredRow& row : measured)
            set_point.residual =
                std::max(set_point.residual, scaled_value(system.graph, row, *point, scale));
        found.push_back(std::move(set_point));
    }
    return found;
}

// Constraints are conditions on the coordinates alone; the tops follow from these.
std::optional<JetPoint> in_two_steps(System& system, const Structure& structure,
                                     ConsistentRows& constraints, const JetPoint& first,
                                     const NaturalScale& scale)
{
    JetPoint below = first;
    for (auto& jets : below.jets) jets.pop_back();
    std::optional<JetPoint> point = constraints.near(below, scale);
    if (!point) return std::nullopt;
    for (std::size_t j = 0; j < first.jets.size(); ++j)
        point->jets[j].push_back(first.jets[j].back());
    if (!make_consistent(*point, system.graph, structure, structure.derivatives, 0))
        return std::nullopt;
    return point;
}

/// Points of a structure and further rows, from many first points.
class StructurePoints {
public:
    StructurePoints(System& system, const Structure& structure, const std::vector<NodeId>& more)
        : system_(system),
          structure_(structure),
          rows_(with(all_rows(structure), more)),
          constraints_(system.graph, below_the_tops(structure, more)),
          together_(system.graph, rows_)
    {
    }

    const std::vector<NodeId>& rows() const { return rows_; }

    std::optional<JetPoint> near(const JetPoint& first, const NaturalScale& scale)
    {
        const auto point = in_two_steps(system_, structure_, constraints_, first, scale);
        return point ? point : together_.near(first, scale);
    }

private:
    static std::vector<NodeId> with(std::vector<NodeId> rows, const std::vector<NodeId>& more)
    {
        rows.insert(rows.end(), more.begin(), more.end());
        return rows;
    }

    static std::vector<NodeId> below_the_tops(const Structure& structure,
                                              std::vector<NodeId> constraints)
    {
        for (const auto& levels : structure.derivatives)
            constraints.insert(constraints.end(), levels.begin(), levels.end() - 1);
        return constraints;
    }

    System& system_;
    const Structure& structure_;
    std::vector<NodeId> rows_;
    ConsistentRows constraints_, together_;
};

/// At how many of the points J is regular.
std::size_t regular_points(System& system, const Structure& structure,
                           const std::vector<SetPoint>& points)
{
    Graph& graph = system.graph;
    std::vector<NodeId> equations;
    for (const auto& levels : structure.derivatives) equations.push_back(levels[0]);
    const ExpressionMatrix J =
        leading_matrix(graph, equations, structure.signature, structure.c, structure.d);
    return std::size_t(std::ranges::count_if(points, [&](const SetPoint& point) {
        const MatrixOf<Quad> values = values_on_set(graph, J, point);
        return values.allFinite() && scaled_rank(values, zero_at(point)) == int(J.size());
    }));
}

}  // namespace

double zero_at(const SetPoint& point)
{
    return std::max(least_zero, 10 * std::sqrt(point.residual));
}

double scaled_value(Graph& graph, NodeId e, const JetPoint& point, const NaturalScale& scale)
{
    return scaled_value(graph, measured_row(graph, e), point, scale);
}

std::vector<SetPoint> points_of_set(System& system, const std::vector<NodeId>& rows,
                                    const std::vector<int>& orders, int wanted)
{
    const NaturalScale scale(system);
    ConsistentRows consistent(system.graph, rows);
    return search(system, rows, orders, wanted,
                  [&](const JetPoint& first) { return consistent.near(first, scale); });
}

std::optional<JetPoint> point_of_structure(System& system, const Structure& structure,
                                           const std::vector<NodeId>& more, const JetPoint& first,
                                           const NaturalScale& scale)
{
    return StructurePoints(system, structure, more).near(first, scale);
}

std::vector<SetPoint> points_of_structure(System& system, const Structure& structure,
                                          const std::vector<NodeId>& more, int wanted,
                                          const std::vector<JetPoint>& seeds)
{
    const NaturalScale scale(system);
    StructurePoints points(system, structure, more);
    const auto approaching = [&](const JetPoint& first) { return points.near(first, scale); };
    return search(system, points.rows(), structure.d, wanted, approaching, seeds);
}

MatrixOf<Quad> values_on_set(const Graph& graph, const ExpressionMatrix& A, const SetPoint& point)
{
    MatrixOf<Quad> values = values_of(graph, A, [&](NodeId leaf) { return point.at(graph, leaf); });
    const MatrixOf<Quad> off =
        values_of(graph, A, [&](NodeId leaf) { return point.from(graph, leaf); });
    for (Eigen::Index i = 0; i < values.rows(); ++i)
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            if (isfinite(off(i, j)) && abs(values(i, j)) < zero_at(point) * abs(off(i, j)))
                values(i, j) = 0;
    return values;
}

std::vector<NodeId> all_rows(const Structure& structure)
{
    std::vector<NodeId> rows;
    for (const auto& levels : structure.derivatives)
        rows.insert(rows.end(), levels.begin(), levels.end());
    return rows;
}

bool is_regular_at(System& system, const Structure& structure, const std::vector<SetPoint>& points)
{
    return !points.empty() && regular_points(system, structure, points) == points.size();
}

bool is_singular_near(System& system, const Structure& structure, const JetPoint& seed)
{
    std::vector<NodeId> closure;
    for (const Invariant& invariant : system.invariants)
        if (invariant.closure) closure.push_back(invariant.expression);
    const std::vector<JetPoint> seeds(searches_near, seed);
    const auto points = points_of_structure(system, structure, closure, points_for_rank, seeds);
    return !points.empty() && regular_points(system, structure, points) == 0;
}

bool is_regular_on_set(System& system, const Structure& structure)
{
    return is_regular_at(system, structure,
                         points_of_structure(system, structure, {}, points_for_rank));
}

void cover_jets(const Graph& graph, NodeId e, int above, std::vector<int>& orders)
{
    for (NodeId leaf : leaves(graph, e)) {
        const Node& node = graph[leaf];
        if (node.op != Op::jet) continue;
        int& order = orders[node.a];
        order = std::max(order, int(node.b) + above);
    }
}

bool raise_for_author(System& system, Structure& structure, std::size_t max_nodes)
{
    std::vector<int> orders(structure.d.size(), 0);
    for (const Equation& equation : system.written) cover_jets(system.graph, equation.f, 0, orders);
    for (const Invariant& invariant : system.invariants)
        cover_jets(system.graph, invariant.expression, 1, orders);
    return raise_to(structure, system.graph, orders, max_nodes);
}

}  // namespace involute
