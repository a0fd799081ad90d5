// SPDX-License-Identifier: Apache-2.0
// Laws of starts: neither the tolerances of a run nor the unit of an unknown changes the point that
// is found.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "involute/expr/calculus.hpp"
#include "involute/prepare/prepare.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;

const std::vector<std::string> names = {"pendulum",        "four_bar",
                                        "andrews",         "slider_crank_index3",
                                        "car_axis",        "transistor_amplifier",
                                        "six_point_chain", "discharge_pressure"};

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

TEST_P(StartOf, AModelIsTheSamePointInOtherUnits)
{
    const System system = model(GetParam());
    const Prepared expected = prepare(system, {}, false);
    std::mt19937 random(123);
    std::uniform_real_distribution<double> exponent(-6, 6);
    for (int k = 0; k < 4; ++k) {
        std::vector<double> units(std::size_t(system.unknowns()));
        for (double& unit : units) unit = std::pow(10, exponent(random));
        const Prepared found = prepare(in_units(system, units), {}, false);
        ASSERT_EQ(found.outcome, Outcome::complete) << found.message;
        const Layout& l = found.geometry->layout();
        ASSERT_EQ(found.start.p.size(), expected.start.p.size());
        for (std::size_t i = 1; i < found.start.p.size(); ++i) {
            const double size = expected.start.sizes[i];
            // Sizes are known to six digits, and what moves moves by a part of its size.
            EXPECT_NEAR(found.start.p[i] * units[std::size_t(l.jets[i].unknown)] / size,
                        expected.start.p[i] / size, 1e-5)
                << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(TheModels, StartOf, ::testing::ValuesIn(names),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace involute
