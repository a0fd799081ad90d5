// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/verify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/algebra/complex_points.hpp"

namespace involute {
namespace {

constexpr int points_looked_at = 12;
// A polynomial that is 1e-6 of its terms at a random point, which satisfies others to 1e-13, is not
// zero there.
constexpr double differs = 1e-6;

std::string text_of(int number)
{
    return fmt::format("component {}", number + 1);
}

/// Points of a component: random ones, and some beside points of the whole set that lie on it.
std::vector<ComplexPoint> points_of(PolynomialSet& component,
                                    const std::vector<ComplexPoint>& of_set, std::mt19937& random)
{
    std::vector<ComplexPoint> points = component.points(points_looked_at, random);
    for (const ComplexPoint& at : of_set) {
        if (component.residual(at) > differs) continue;
        if (auto beside = component.point_beside(at, random)) points.push_back(std::move(*beside));
    }
    return points;
}

/// Does it lie in the set, with the dimension it is said to have?
std::string mistake_of(int number, const ClaimedComponent& component, PolynomialSet& equations,
                       PolynomialSet& constraints, const std::vector<ComplexPoint>& of_set,
                       std::size_t variables, std::mt19937& random)
{
    const std::vector<ComplexPoint> points = points_of(equations, of_set, random);
    if (points.empty()) return "no point of " + text_of(number) + " can be found";
    int rank = 0;
    for (const ComplexPoint& at : points) {
        if (constraints.residual(at) > differs)
            return text_of(number) + " has points that do not satisfy the constraints";
        rank = std::max(rank, equations.rank(at));
    }
    const int dimension = int(variables) - rank;
    if (dimension != component.dimension)
        return fmt::format("{} is said to have dimension {}, but has {}", text_of(number),
                           component.dimension, dimension);
    return "";
}

}  // namespace

std::string mistake_in(Graph& graph, const std::vector<NodeId>& constraints,
                       const std::vector<NodeId>& variables,
                       const std::vector<ClaimedComponent>& components)
{
    std::mt19937 random(1618);
    PolynomialSet set(graph, constraints, variables);
    const std::vector<ComplexPoint> of_set = set.points(points_looked_at, random);
    if (components[0].dimension < 0)
        return of_set.empty() ? ""
                              : "the constraints are said to have no common zero, but have some";
    std::vector<PolynomialSet> parts;
    for (const ClaimedComponent& component : components)
        parts.emplace_back(graph, component.equations, variables);
    for (const ComplexPoint& at : of_set)
        if (std::none_of(parts.begin(), parts.end(),
                         [&](PolynomialSet& part) { return part.residual(at) <= differs; }))
            return "there are points that satisfy the constraints and lie on none of the "
                   "components";
    for (int k = 0; k < int(parts.size()); ++k) {
        std::string mistake = mistake_of(k, components[std::size_t(k)], parts[std::size_t(k)], set,
                                         of_set, variables.size(), random);
        if (!mistake.empty()) return mistake;
    }
    return "";
}

}  // namespace involute
