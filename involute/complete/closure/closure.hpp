// SPDX-License-Identifier: Apache-2.0
// What a base and the rows beside it say at points that satisfy all of them.
#pragma once

#include <vector>

#include "involute/complete/closure/array_points.hpp"
#include "involute/complete/combine/combination_leading.hpp"
#include "involute/complete/structural/structure.hpp"

namespace involute {

/// A consistent point, and the largest residual of the rows there, in scale. Numbers of that size
/// count as zero.
struct SetPoint {
    JetPoint at{};
    JetPoint from{};  // where the search began, off the set
    double residual = 0;
};

/// What counts as zero there, relative to its terms. Where equations touch instead of crossing, the
/// distance from the set is the square root of their residual.
double zero_at(const SetPoint& point);

/// Points near the start, `wanted` of them in general position or as many as were found, where all
/// rows vanish; jets 0..orders[j] of every unknown.
std::vector<SetPoint> points_of_set(System& system, const std::vector<NodeId>& rows,
                                    const std::vector<int>& orders, int wanted);

/// |e| / Σ |∂e/∂w| (|w| + size of w) at the point.
double scaled_value(Graph& graph, NodeId e, const JetPoint& point, const NaturalScale& scale);

/// The matrix at the point. An entry that is tiny compared with its value off the set is set to 0,
/// so that scaling of rows cannot make it large again.
MatrixOf<Quad> values_on_set(const Graph& graph, const ExpressionMatrix& A, const SetPoint& point);

/// f_i^(l), l = 0..c_i, of all equations.
std::vector<NodeId> all_rows(const Structure& structure);

/// A point that satisfies all equations of the structure and `more`, closure rows in its
/// coordinates: first the coordinates, then the tops; where that fails, all at once.
std::optional<JetPoint> point_of_structure(System& system, const Structure& structure,
                                           const std::vector<NodeId>& more, const JetPoint& first,
                                           const NaturalScale& scale);
/// Several such points. Searches begin beside the seeds as long as there are any.
std::vector<SetPoint> points_of_structure(System& system, const Structure& structure,
                                          const std::vector<NodeId>& more, int wanted,
                                          const std::vector<JetPoint>& seeds = {});

/// Whether J is regular at all points found that satisfy all equations (at all, since it may be
/// singular on some parts of the set). False if no point was found.
bool is_regular_on_set(System& system, const Structure& structure);
/// Whether it is singular at all points found near a point that satisfies them. False if none was
/// found.
bool is_singular_near(System& system, const Structure& structure, const JetPoint& seed);
/// Whether it is regular at all of the points at hand.
bool is_regular_at(System& system, const Structure& structure, const std::vector<SetPoint>& points);

/// Raises the structure until the author's equations contain coordinates and tops only, his
/// invariants coordinates only. False when the graph outgrows max_nodes.
bool raise_for_author(System& system, Structure& structure, std::size_t max_nodes);

/// Lifts orders[j] to the order of each jet (j, l) of e, plus `above`.
void cover_jets(const Graph& graph, NodeId e, int above, std::vector<int>& orders);

}  // namespace involute
