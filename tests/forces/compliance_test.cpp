// SPDX-License-Identifier: Apache-2.0
// Strong forces as unknowns: which factor is carried, and what is refused.
#include "involute/forces/compliance.hpp"
#include "involute/expr/calculus.hpp"

#include <gtest/gtest.h>

#include <set>

#include "involute/expr/evaluate.hpp"
#include "involute/forces/large_factors.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

std::vector<std::string> printed(const System& system)
{
    std::vector<std::string> rows;
    for (const Equation& equation : system.equations)
        rows.push_back(print(system.graph, equation.f, system.names));
    return rows;
}

/// The text of the strain, up to its sign.
std::string strain(const System& system, std::size_t k)
{
    const std::string& text = system.equations[system.forces[k].equation].text;
    return text.substr(text.find(" = ") + 3);
}

std::string mistakes(const std::string& text)
{
    try {
        read_system(text, "m.ode");
    } catch (const Error& error) {
        std::string all;
        for (const Diagnostic& d : error.diagnostics()) all += to_string(d) + "\n";
        return all;
    }
    return "";
}

const std::string head = "param eps = 0.125\nsmall eps\nvar x, y\nlet r = sqrt(x^2 + y^2)\n";
const std::string tail = "\nstart x = 1, y = 0, x' = 0, y' = 0.5\n";

/// The equations, with each force replaced by strain / compliance, have the values of those
/// written.
void expect_equivalent(const System& system)
{
    Graph graph = system.graph;
    std::vector<NodeId> from, to;
    for (const StrongForce& force : system.forces) {
        // f = compliance * force - strain is linear in the force.
        const NodeId row = system.equations[force.equation].f;
        const NodeId jet = graph.jet(force.unknown, 0);
        const NodeId rest = substitute(graph, row, {jet}, {graph.constant(0)});
        const NodeId factor = differentiate(graph, row, jet);
        from.push_back(jet);
        to.push_back(graph.negate(graph.divide(rest, factor)));
    }
    const auto leaf = [&](NodeId id) {
        const Node& node = graph[id];
        return node.op == Op::jet ? Quad(1) + Quad(int(node.a) + 2 * int(node.b)) / 7 : Quad(0.5);
    };
    for (std::size_t i = 0; i < system.written.size(); ++i) {
        const NodeId f = substitute(graph, system.equations[i].f, from, to);
        const Quad a = evaluate<Quad>(graph, f, leaf),
                   b = evaluate<Quad>(graph, system.written[i].f, leaf);
        EXPECT_LT(abs(a - b), Quad(1e-28) * (1 + abs(b))) << system.written[i].text;
    }
}

TEST(Compliance, ASpringIsOneForceInBothEquations)
{
    const System system =
        read_system(head + "x'' = -(1 - 1/r)/eps^2*x\ny'' = -(1 - 1/r)/eps^2*y - 1" + tail);
    ASSERT_EQ(system.forces.size(), 1u);
    EXPECT_EQ(system.names.unknowns.back(), "force1");
    EXPECT_EQ(system.auxiliary, 1);
    EXPECT_EQ(system.small, "eps");
    EXPECT_EQ(system.forces[0].compliance, Quad(1) / 64);
    EXPECT_EQ(system.written.size(), 2u);
    expect_equivalent(system);
    const System limit = without_compliance(system);
    const std::vector<NodeId> left = leaves(limit.graph, limit.equations[2].f);
    EXPECT_EQ(left.size(), 2u) << "the limit is a constraint for x and y";
}

TEST(Compliance, EveryWayOfWritingTheFactorIsSeen)
{
    for (const std::string pull :
         {"(1 - 1/r)/eps^2", "(1 - 1/r)*eps^(-2)", "(1 - 1/r)/(eps*eps)", "(1/eps^2)*(1 - 1/r)",
          "k*(1 - 1/r)", "(1/eps^2 - 1/(r*eps^2))", "((1 - 1/r)/eps)/eps"}) {
        const System system = read_system(head + "let k = 3/eps^2\nx'' = -" + pull +
                                          "*x\n2*y'' = (" + pull + "*(-y) - 1)/5" + tail);
        ASSERT_EQ(system.forces.size(), 1u) << pull;
        expect_equivalent(system);
    }
}

TEST(Compliance, AnEquationMultipliedByTheSmallParameterIsDividedByIt)
{
    const System system =
        read_system(head + "eps^2*x'' + (1 - 1/r)*x = 0\neps^2*y'' + (1 - 1/r)*y = -eps^2" + tail);
    ASSERT_EQ(system.forces.size(), 1u);
    EXPECT_EQ(printed(system)[0].find("0.0156"), std::string::npos) << printed(system)[0];
}

TEST(Compliance, ASpringBetweenTwoMassesIsOneForce)
{
    const System system = read_system(R"(param N = 4, eps = 0.125, L = 1/N
small eps
var x[0..N], y[0..N]
x[0] = 0
y[0] = 0
for i in 1..N { let r[i] = sqrt((x[i] - x[i-1])^2 + (y[i] - y[i-1])^2) }
for i in 1..N-1 {
  x[i]'' = (1 - L/r[i])/eps^2*(x[i-1] - x[i]) + (1 - L/r[i+1])/eps^2*(x[i+1] - x[i])
  y[i]'' = -1 - (1 - L/r[i])/eps^2*(y[i] - y[i-1]) + (1 - L/r[i+1])/eps^2*(y[i+1] - y[i])
}
x[N]'' = -(x[N] - x[N-1])/eps^2 + (x[N] - x[N-1])*L/(r[N]*eps^2)
y[N]'' = -1 + (L/r[N] - 1)/eps^2*(y[N] - y[N-1])
for i in 1..N { start x[i] = i*L, y[i] = 0, x[i]' = 0, y[i]' = 0 }
)");
    ASSERT_EQ(system.forces.size(), 4u);
    std::set<std::string> strains;
    for (std::size_t k = 0; k < 4; ++k) strains.insert(strain(system, k));
    EXPECT_EQ(strains.size(), 4u);
    // The point of suspension is known: its value stands in the strain.
    for (const StrongForce& force : system.forces)
        for (const NodeId leaf : leaves(system.graph, system.equations[force.equation].f))
            EXPECT_NE(system.graph[leaf].a, 0u) << system.equations[force.equation].text;
}

TEST(Compliance, OfTwoFactorsTheOneThatVanishesAtTheStartIsTheStrain)
{
    // Both occur in one product only: cos(y) is 1 at the start, x - 1 is 0.
    const System system = read_system(head + "x'' = -(x - 1)*cos(y)/eps^2\ny'' = -sin(y)" + tail);
    ASSERT_EQ(system.forces.size(), 1u);
    EXPECT_TRUE(strain(system, 0) == "x - 1" || strain(system, 0) == "1 - x") << strain(system, 0);
}

TEST(Compliance, AnUnknownByItselfIsAStrainWhereThereIsNothingElse)
{
    const System system = read_system(head + "x'' = -x/eps^2 + sin(t)\ny'' = -1" + tail);
    ASSERT_EQ(system.forces.size(), 1u);
    EXPECT_EQ(strain(system, 0), "x");
}

TEST(Compliance, ForcesThatAreAlreadyUnknownsAreRecognised)
{
    const System system = read_system(
        "param eps = 0.125\nsmall eps\nvar x, y, F\nx'' + F*x = 0\ny'' + F*y + 1 = 0\n"
        "(x^2 + y^2)*(eps^2*F - 1)^2 = 1\nstart x = 1 + eps^2");
    ASSERT_EQ(system.forces.size(), 1u);
    EXPECT_EQ(system.forces[0].unknown, 2);
    EXPECT_EQ(system.forces[0].equation, 2);
    EXPECT_EQ(system.auxiliary, 0);
    EXPECT_TRUE(system.written.empty());
    EXPECT_EQ(system.starts[0].value, Quad(1) + Quad(1) / 64);
    const System limit = without_compliance(system);
    EXPECT_EQ(print(limit.graph, limit.equations[2].f, limit.names), "x^2 + y^2 - 1");
}

TEST(Compliance, NamesOfForcesDoNotClash)
{
    const System system = read_system(
        "param eps = 0.125, force1 = 1\nsmall eps\nvar x, force2\nx'' = -(x - force1)/eps^2\n"
        "force2' = x\nstart x = 1");
    EXPECT_EQ(system.names.unknowns.back(), "force3");
}

TEST(Compliance, AStrongTermThatCannotBeSplitIsRefusedWithItsPlace)
{
    const std::string text = mistakes(head + "x'' = -sinh(x/eps^2)\n  y'' = -y/eps" + tail);
    EXPECT_NE(text.find("m.ode:5:1: error: `sinh("), std::string::npos) << text;
    EXPECT_NE(text.find("eps^2*F = "), std::string::npos) << text;
    EXPECT_NE(text.find("m.ode:6:3: error: this grows like 1/eps"), std::string::npos) << text;
}

TEST(Compliance, OnlyAPositiveParameterCanBeSmall)
{
    EXPECT_NE(mistakes("var x\nsmall x\nx' = 1").find("m.ode:2:7: error: `x` is not a parameter"),
              std::string::npos);
    EXPECT_NE(mistakes("param e = -1\nvar x\nsmall e\nx' = e").find("`e` is negative"),
              std::string::npos);
    EXPECT_NE(mistakes("param e = 1\nvar x\nsmall e\nsmall e\nx' = e").find("m.ode:4:7"),
              std::string::npos);
    EXPECT_NE(mistakes("param e = 1\nvar x\nsmall e\nx' = e\nstart e = 2").find("a start value"),
              std::string::npos);
}

TEST(Compliance, ASmallParameterIsANumberWhereNumbersAreWanted)
{
    const System system = read_system(
        "param eps = 0.5, N = 4*eps, k = 1/eps^2\nsmall eps\nvar x[1..N]\n"
        "for i in 1..N { x[i]'' = -k*(x[i] - i) + (eps*x[i])'; start x[i] = i + eps }");
    EXPECT_EQ(system.forces.size(), 2u);
    EXPECT_EQ(system.parameters[2].value, Quad(4));
    EXPECT_EQ(system.starts[1].value, Quad(2.5));
    expect_equivalent(system);
}

TEST(Compliance, AParameterOfValueZeroLeavesTheEquationsAsTheyAre)
{
    const System system = read_system(
        "param eps = 0\nsmall eps\nvar x, y, F\nx'' + F*x = 0\ny'' + F*y + 1 = 0\n"
        "eps^2*F = x^2 + y^2 - 1");
    EXPECT_TRUE(system.forces.empty());
    EXPECT_NE(mistakes("param eps = 0\nsmall eps\nvar x\nx'' = -x/eps^2").find("division by zero"),
              std::string::npos);
}

TEST(Compliance, LargeFactorsAreTreatedAsStrongForces)
{
    const std::string rest = "var x, y\nlet r = sqrt(x^2 + y^2)\n";
    const System system = with_large_factors_as_forces(read_system(
        rest + "x'' = -1e6*(1 - 1/r)*x\ny'' = -(1 - 1/r)*y/1e-6 - 1 + exp(-1e7*t)" + tail));
    ASSERT_EQ(system.forces.size(), 1u);
    EXPECT_EQ(system.auxiliary, 1);
    expect_equivalent(system);
    const System weak = with_large_factors_as_forces(
        read_system(rest + "x'' = -5000*(1 - 1/r)*x\ny'' = -5000*(1 - 1/r)*y - 1" + tail));
    EXPECT_TRUE(weak.forces.empty());
    EXPECT_EQ(weak.unknowns(), 2);
    const System light = with_large_factors_as_forces(
        read_system(rest + "1e-3*x'' = -1e3*(1 - 1/r)*x\n1e-3*y'' = -1e3*(1 - 1/r)*y" + tail));
    EXPECT_EQ(light.forces.size(), 1u) << "stiffness counts against the mass";
}

}  // namespace
}  // namespace involute
