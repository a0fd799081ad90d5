// SPDX-License-Identifier: Apache-2.0
// Laws of starts: neither the tolerances of a run nor the unit of an unknown changes the point that
// is found.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "involute/expr/calculus.hpp"
#include "involute/prepare/prepare.hpp"
#include "tests/drive/support.hpp"
#include "tests/geometry/models.hpp"

namespace involute {
namespace {

using testing::model;

/// The same equations for Y_j = y_j / unit_j.
System in_units(System system, const std::vector<double>& units)
{
    std::vector<NodeId> all;
    for (const Equation& equation : system.equations) all.push_back(equation.f);
    for (const Invariant& invariant : system.invariants) all.push_back(invariant.expression);
    std::vector<NodeId> from, to;
    Graph& graph = system.graph;
    for (const NodeId leaf : leaves(graph, all)) {
        const Node node = graph[leaf];
        if (node.op != Op::jet) continue;
        from.push_back(leaf);
        to.push_back(graph.multiply(graph.constant(Quad(units[node.a])), leaf));
    }
    for (Equation& equation : system.equations)
        equation.f = substitute(graph, equation.f, from, to);
    for (Invariant& invariant : system.invariants)
        invariant.expression = substitute(graph, invariant.expression, from, to);
    for (auto* list : {&system.starts, &system.guesses})
        for (Given& given : *list)
            if (given.unknown >= 0) given.value /= Quad(units[std::size_t(given.unknown)]);
    return system;
}

class StartOf : public ::testing::TestWithParam<std::string> {};

TEST_P(StartOf, AModelDoesNotDependOnTolerances)
{
    const System system = model(GetParam());
    const Prepared expected = prepare(system, {}, false);
    ASSERT_EQ(expected.outcome, Outcome::complete) << expected.message;
    for (const auto& [rtol, atol] :
         {std::pair(1e-3, 1e-10), {1e-11, 1e-10}, {1e-8, 1e-20}, {1e-8, 1e-2}, {1e-13, 1e-6}}) {
        const Prepared found = prepare(system, {.rtol = rtol, .atol = atol}, false);
        EXPECT_EQ(found.outcome, Outcome::complete) << rtol << " " << atol << found.message;
        EXPECT_EQ(found.start.p, expected.start.p) << rtol << " " << atol;
    }
}

std::vector<double> random_units(const System& system, std::mt19937& random)
{
    std::uniform_real_distribution<double> exponent(-6, 6);
    std::vector<double> units(std::size_t(system.unknowns()));
    for (double& unit : units) unit = std::pow(10, exponent(random));
    return units;
}

/// Sizes are known to seven digits, and what moves moves by a part of its size.
void expect_same_point(const Prepared& found, const Prepared& expected,
                       const std::vector<double>& units, double allowed)
{
    ASSERT_EQ(found.outcome, expected.outcome) << found.message;
    ASSERT_EQ(found.start.p.size(), expected.start.p.size());
    for (std::size_t i = 1; i < found.start.p.size(); ++i) {
        const double size = expected.start.sizes[i];
        const auto unknown = std::size_t(found.geometry->layout().jets[i].unknown);
        EXPECT_NEAR(found.start.p[i] * units[unknown] / size, expected.start.p[i] / size, allowed)
            << jet_name(found.geometry->completed().system.names, int(unknown),
                        found.geometry->layout().jets[i].order);
    }
}

TEST_P(StartOf, AModelIsTheSamePointInOtherUnits)
{
    const System system = model(GetParam());
    const Prepared expected = prepare(system, {}, false);
    std::mt19937 random(123);
    for (int k = 0; k < 3; ++k) {
        const std::vector<double> units = random_units(system, random);
        expect_same_point(prepare(in_units(system, units), {}, false), expected, units, 1e-6);
    }
}

TEST_P(StartOf, AModelFromRoughGuessesIsTheSamePointInOtherUnits)
{
    System system = model(GetParam());
    std::mt19937 random(321);
    std::uniform_real_distribution<double> rough(0.9, 1.1);
    for (Given& given : system.starts) {
        if (given.unknown < 0) continue;
        given.value *= Quad(rough(random));
        system.guesses.push_back(given);
    }
    std::erase_if(system.starts, [](const Given& given) { return given.unknown >= 0; });
    const Prepared expected = prepare(system, {}, false);
    for (int k = 0; k < 3; ++k) {
        const std::vector<double> units = random_units(system, random);
        // A descent ends where it is nearest up to 1e-4.
        expect_same_point(prepare(in_units(system, units), {}, false), expected, units, 1e-3);
    }
}

INSTANTIATE_TEST_SUITE_P(TheModels, StartOf, ::testing::ValuesIn(test::model_names()),
                         [](const auto& test) {
                             std::string name = test.param;
                             for (char& c : name)
                                 if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                             return name;
                         });

}  // namespace
}  // namespace involute
