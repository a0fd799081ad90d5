// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/dimension.hpp"

#include <algorithm>
#include <numeric>

#include "involute/complete/closure/closure.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

constexpr int points_wanted = 3;
// Data of 16 digits turn zeros into 1e-16; independent rows are far larger than this.
constexpr double zero_gradient = 1e-12;

}  // namespace

std::optional<int> dimension_of(const Completion& completion)
{
    const Structure& structure = completion.structure;
    System system = completion.system;
    const int coordinates = std::accumulate(structure.d.begin(), structure.d.end(), 0);
    std::vector<NodeId> closure, constraints;
    for (const auto& levels : structure.derivatives)
        constraints.insert(constraints.end(), levels.begin(), levels.end() - 1);
    const std::size_t base = constraints.size();
    for (const Invariant& invariant : system.invariants)
        if (invariant.closure) {
            closure.push_back(invariant.expression);
            constraints.push_back(invariant.expression);
        }
    // Those of the base are independent wherever J is regular.
    if (constraints.size() == base) return coordinates - int(base);

    ExpressionMatrix gradients;
    for (NodeId e : constraints) {
        gradients.emplace_back();
        Partials partials(system.graph, e);
        for (int j = 0; j < system.unknowns(); ++j)
            for (int l = 0; l < structure.d[j]; ++l)
                gradients.back().push_back(partials.by(system.graph.jet(j, l)));
    }
    std::optional<int> dimension;
    for (const SetPoint& point : points_of_structure(system, structure, closure, points_wanted)) {
        const MatrixOf<Quad> values = values_of(
            system.graph, gradients, [&](NodeId leaf) { return point.at(system.graph, leaf); });
        if (!values.allFinite()) continue;
        const int here = coordinates - scaled_rank(values, zero_gradient);
        dimension = dimension ? std::min(*dimension, here) : here;
    }
    return dimension;
}

}  // namespace involute
