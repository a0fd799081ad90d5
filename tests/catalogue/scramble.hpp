// SPDX-License-Identifier: Apache-2.0
// Systems written differently: equations mixed by a regular matrix, unknowns renamed, reordered and
// rescaled, a derivative of an equation added. What they say stays the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "involute/base/dense.hpp"
#include "involute/drive/solve.hpp"
#include "involute/expr/calculus.hpp"

namespace involute::testing {

/// A system together with where its unknowns went: unknown j of the original is units[j] times
/// unknown place[j].
struct Scrambled {
    System system{};
    std::vector<int> place{};
    std::vector<double> units{};
    double scale = 1;  // of numbers on the whole: that of absolute tolerances
};

/// Nobody moves.
inline std::vector<int> same_places(std::size_t count)
{
    std::vector<int> place(count);
    std::iota(place.begin(), place.end(), 0);
    return place;
}

inline Scrambled unscrambled(System system)
{
    system.expectations.clear();
    system.crossings.clear();
    std::vector<int> place = same_places(std::size_t(system.unknowns()));
    std::vector<double> units(place.size(), 1.0);
    return {std::move(system), std::move(place), std::move(units)};
}

/// Q·diag·R with random orthogonal Q, R and singular values between 0.1 and 10: condition <= 100.
inline Eigen::MatrixXd random_regular_matrix(int n, std::mt19937& random)
{
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> exponent(-1, 1);
    const auto orthogonal = [&] {
        const Eigen::MatrixXd any =
            Eigen::MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
        return orthogonal_factor(any);
    };
    const Eigen::VectorXd values =
        Eigen::VectorXd::NullaryExpr(n, [&] { return std::pow(10, exponent(random)); });
    return orthogonal() * values.asDiagonal() * orthogonal();
}

inline void set_equation(System& system, std::size_t i, NodeId f)
{
    system.equations[i].f = f;
    system.equations[i].text = print(system.graph, f, system.names) + " = 0";
}

inline void mix_equations(Scrambled& s, std::mt19937& random)
{
    System& system = s.system;
    const auto k = system.equations.size();
    const Eigen::MatrixXd matrix = random_regular_matrix(int(k), random);
    std::vector<NodeId> mixed;
    for (std::size_t i = 0; i < k; ++i) {
        NodeId sum = system.graph.constant(0);
        for (std::size_t j = 0; j < k; ++j)
            sum = system.graph.add(
                sum, system.graph.multiply(
                         system.graph.constant(matrix(Eigen::Index(i), Eigen::Index(j))),
                         system.equations[j].f));
        mixed.push_back(sum);
    }
    for (std::size_t i = 0; i < k; ++i) set_equation(system, i, mixed[i]);
}

/// Every jet (j, l) becomes factors[j]·(place[j], l), in all that contains jets.
inline void substitute_unknowns(System& system, const std::vector<int>& place,
                                const std::vector<double>& factors)
{
    Graph& graph = system.graph;
    const auto renamed = [&](NodeId e) {
        std::vector<NodeId> from, to;
        for (const NodeId leaf : leaves(graph, e)) {
            const Node node = graph[leaf];
            if (node.op != Op::jet) continue;
            from.push_back(leaf);
            to.push_back(graph.multiply(graph.constant(factors[node.a]),
                                        graph.jet(place[node.a], int(node.b))));
        }
        return substitute(graph, e, from, to);
    };
    for (std::size_t i = 0; i < system.equations.size(); ++i)
        set_equation(system, i, renamed(system.equations[i].f));
    for (Invariant& invariant : system.invariants)
        invariant.expression = renamed(invariant.expression);
    for (auto* givens : {&system.starts, &system.guesses})
        for (Given& given : *givens)
            if (given.unknown >= 0) {
                given.value /= factors[std::size_t(given.unknown)];
                given.unknown = place[std::size_t(given.unknown)];
            }
}

/// New names in a new order, and the equations in a new order.
inline void rename_and_reorder(Scrambled& s, std::mt19937& random)
{
    std::vector<int> place = same_places(s.place.size());
    std::shuffle(place.begin(), place.end(), random);
    for (std::size_t j = 0; j < place.size(); ++j)
        s.system.names.unknowns[j] = "unknown_" + std::to_string(j);
    substitute_unknowns(s.system, place, std::vector<double>(place.size(), 1.0));
    std::shuffle(s.system.equations.begin(), s.system.equations.end(), random);
    for (int& at : s.place) at = place[std::size_t(at)];
}

/// Other units: all numbers become 1/factor times as large, starts and guesses with them.
inline void rescale(Scrambled& s, double factor)
{
    substitute_unknowns(s.system, same_places(s.place.size()),
                        std::vector<double>(s.place.size(), factor));
    for (double& unit : s.units) unit *= factor;
    s.scale *= factor;
}

/// Each unknown in a unit of its own, a power of ten.
inline void rescale_each(Scrambled& s, std::mt19937& random)
{
    std::uniform_int_distribution<int> exponent(-2, 2);
    for (double& unit : s.units) unit = std::pow(10, exponent(random));
    substitute_unknowns(s.system, same_places(s.place.size()), s.units);
}

inline void add_a_derivative(Scrambled& s, std::mt19937& random)
{
    System& system = s.system;
    std::uniform_int_distribution<std::size_t> any(0, system.equations.size() - 1);
    const NodeId derivative = total_derivative(system.graph, system.equations[any(random)].f);
    system.equations.push_back({});
    set_equation(system, system.equations.size() - 1, derivative);
}

}  // namespace involute::testing
