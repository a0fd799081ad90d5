// SPDX-License-Identifier: Apache-2.0
// More equations than unknowns: repeated equations change nothing, new ones remove degrees of
// freedom.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "involute/complete/closure/overdetermined.hpp"
#include "involute/complete/completion.hpp"
#include "involute/complete/dimension.hpp"
#include "involute/complete/routes.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/model/read.hpp"
#include "tests/complete/systems.hpp"

namespace involute::test {
namespace {

using Ints = std::vector<int>;

const std::string forces = R"(
var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + 1 = 0
start x = 0.6, x' = 0.8
guess y = -0.8, y' = 0.6, lambda = 0.2
)";
const std::string place = "x^2 + y^2 = 1\n";
const std::string speed = "x*x' + y*y' = 0\n";
const std::string acceleration = "x*x'' + y*y'' + x'^2 + y'^2 = 0\n";
const std::string energy = "x'^2/2 + y'^2/2 + y = -0.3\n";

int closures(const Completion& c)
{
    return int(std::count_if(c.system.invariants.begin(), c.system.invariants.end(),
                             [](const Invariant& i) { return i.closure; }));
}

void expect_complete(const Completion& c, int dimension, int closure_rows)
{
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(c.route, Route::overdetermined);
    EXPECT_EQ(dimension_of(c), dimension);
    EXPECT_EQ(closures(c), closure_rows);
    EXPECT_EQ(int(c.system.equations.size()), c.system.unknowns());
    EXPECT_EQ(c.differentiated.size(), c.system.written.size());
    const auto within = [&](NodeId e, int above) {
        for (NodeId leaf : leaves(c.system.graph, e)) {
            const Node& node = c.system.graph[leaf];
            if (node.op == Op::jet) {
                EXPECT_LE(int(node.b) + above, c.structure.d[node.a]);
            }
        }
    };
    for (const Equation& equation : c.system.written) within(equation.f, 0);
    for (const Invariant& invariant : c.system.invariants) within(invariant.expression, 1);
}

Completion completed(const std::string& text)
{
    return complete_overdetermined(read_system(text));
}

// The derivative of the energy is singular at rest, so it must not be in the base.
TEST(Overdetermined, EnergyWrittenAsAnEquationTakesOneDegreeOfFreedom)
{
    const Completion c = completed(forces + place + energy);
    expect_complete(c, 1, 1);
    EXPECT_EQ(c.differentiated, (Ints{0, 0, 2, 0}));
    EXPECT_EQ(c.system.equations[2].text, "x^2 + y^2 = 1");
}

// Each equation is a sum of all: no base of them determines the motion, and the energy is in all.
TEST(Overdetermined, MixturesByNumbersAreTakenApart)
{
    const std::string a = "(x'' + lambda*x)", b = "(y'' + lambda*y + 1)", c = "(x^2 + y^2 - 1)",
                      d = "(x'^2/2 + y'^2/2 + y + 0.3)";
    const std::string unknowns =
        "var x, y, lambda\nstart x = 0.6, x' = 0.8\nguess y = -0.8, y' = 0.6, lambda = 0.2\n";
    const std::string mixed = a + " + 2*" + b + " - 3*" + c + " + " + d + " = 0\n2*" + a + " - " +
                              b + " + " + c + " + 1.7*" + d + " = 0\n0.3*" + a + " + " + b +
                              " + 5*" + c + " - " + d + " = 0\n" + a + " + " + b + " + " + c +
                              " + " + d + " = 0\n";
    const Completion found = complete_further(read_system(unknowns + mixed));
    expect_complete(found, 1, 1);
    EXPECT_EQ(found.index, 3);
    // The sum of the first two besides says nothing new.
    const Completion more = complete_further(read_system(unknowns + mixed + "3*" + a + " + " + b +
                                                         " - 2*" + c + " + 2.7*" + d + " = 0\n"));
    expect_complete(more, 1, 1);
    // Nor does it with numbers of 17 digits, the last of which are rounded: ranks decide then.
    const Completion rounded =
        complete_further(read_system(unknowns + mixed + "0.30000000000000004*" + a + " + 0.1*" + b +
                                     " - 0.2*" + c + " + 0.27*" + d + " = 0\n"));
    ASSERT_EQ(rounded.outcome, Outcome::complete) << rounded.message;
    EXPECT_EQ(rounded.dimension ? rounded.dimension : dimension_of(rounded), 1);
}

TEST(Overdetermined, MixturesOfContradictionsAreNotCompleted)
{
    const Completion found =
        complete_further(read_system("var x\n2*(x' - 1) + 3*(x' - 2) = 0\n(x' - 1) - (x' - 2) + x' "
                                     "- 1 = 0\n5*(x' - 1) + x' - 2 = 0\n"));
    EXPECT_EQ(found.outcome, Outcome::inconsistent);
}

TEST(Overdetermined, DerivativesOfAConstraintAddNothingToIt)
{
    const Completion c = completed(forces + place + speed + acceleration);
    expect_complete(c, 2, 0);
    EXPECT_TRUE(c.hidden.empty()) << c.hidden[0];
}

TEST(Overdetermined, AConstraintWithItsDerivativesAndTheEnergyIsCompleted)
{
    expect_complete(completed(forces + place + speed + acceleration + energy), 1, 1);
}

TEST(Overdetermined, SumsOfOtherEquationsAddNothing)
{
    expect_complete(
        completed(forces + place + speed + acceleration + "x*x' + y*y' + 3*(x^2 + y^2 - 1) = 0\n"),
        2, 0);
}

// x = 0 leaves the two rest points: y = 1 and y = -1.
TEST(Overdetermined, APendulumHeldOnALineRests)
{
    const Completion c = completed(forces + place + "x = 0\n");
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(dimension_of(c), 0);
}

// y = -1/2 would need y'' = 0, lambda = 2, but x'' = -2 x contradicts x' = 0.
TEST(Overdetermined, LeavesContradictionsToOtherRoutes)
{
    EXPECT_EQ(completed(forces + place + "y = -1/2\n").outcome, Outcome::singular_jacobian);
    EXPECT_EQ(completed("var x\nx' = x\nx' = x + 1\n").outcome, Outcome::singular_jacobian);
    // 0 = 6 t, which t = 0 does not show
    EXPECT_EQ(completed("var x, y\nx'' = 0\nx + y = t^3\ny' = 0\n").outcome,
              Outcome::singular_jacobian);
}

TEST(Overdetermined, DuplicatesOfAnyEquationChangeNothing)
{
    for (const char* again : {"x'' + lambda*x = 0\n", "-2*y'' - 2*lambda*y - 2 = 0\n",
                              "0.1*x^2 + 0.1*y^2 = 0.1\n", "x''' + lambda'*x + lambda*x' = 0\n"}) {
        const Completion c = completed(forces + place + again);
        expect_complete(c, 2, 0);
        EXPECT_EQ(c.differentiated, (Ints{0, 0, 2, 0})) << again;
    }
}

// Energy and momentum fix two of the four numbers of a start.
TEST(Overdetermined, KeplerWithEnergyAndMomentumAsEquationsIsCompleted)
{
    expect_complete(completed(R"(
var x, y
let r = sqrt(x^2 + y^2)
x'' = -x/r^3
y'' = -y/r^3
x'^2/2 + y'^2/2 - 1/r = -1/2
x*y' - y*x' = 0.8
start x = 0.4, y = 0, x' = 0
guess y' = 2
)"),
                    2, 2);
}

// A first-order form in which the energy contains no derivative.
TEST(Overdetermined, EnergyDoesNotCarryTheMotionInFirstOrderForm)
{
    const Completion c = completed(R"(
var x, y, u, v, lambda
x' = u
y' = v
u' = -lambda*x
v' = -lambda*y - 1
u^2 + v^2 + 2*y = -0.6
x^2 + y^2 = 1
start x = 0.6, u = 0.8
guess y = -0.8, v = 0.6, lambda = 0.2
)");
    expect_complete(c, 1, 1);
    EXPECT_EQ(c.system.invariants[0].name, "equation 5");
}

// x = 0 for x' = y, y' = z, z' = 0 takes x, y and z.
TEST(Overdetermined, ClosureGoesOnUntilADerivativeVanishes)
{
    const Completion c = completed("var x, y, z\nx' = y\ny' = z\nz' = 0\nx*(1 + y^2) = 0\n");
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(dimension_of(c), 0);
}

// A multiplier fixed by an equation must become a coordinate to be one of the closure.
TEST(Overdetermined, ConditionsOnAMultiplierRestrictTheStart)
{
    // lambda = |v|^2 - y on the circle, and lambda' = -3 y': lambda = 1 is rest at y = -1.
    const Completion c = completed(forces + place + "lambda = 1\n");
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(dimension_of(c), 0);
}

std::string read_model(const std::string& name)
{
    std::ifstream in(std::string(INVOLUTE_MODELS) + "/" + name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// The model with the derivatives of its constraints, once and twice, as further equations.
System with_all_levels(const std::string& name, int first, int count)
{
    System system = read_system(read_model(name));
    for (int i = first; i < first + count; ++i) {
        Equation equation = system.equations[i];
        for (int l = 0; l < 2; ++l) {
            equation.f = total_derivative(system.graph, equation.f);
            equation.text = "differentiated";
            system.equations.push_back(equation);
        }
    }
    return system;
}

TEST(Overdetermined, CarAxisWithAllDerivativesOfItsConstraintsIsCompleted)
{
    expect_complete(complete_overdetermined(with_all_levels("car_axis.ode", 4, 2)), 4, 0);
}

TEST(Overdetermined, AndrewsMechanismWithAllDerivativesOfItsConstraintsIsCompleted)
{
    expect_complete(complete_overdetermined(with_all_levels("andrews.ode", 7, 6)), 2, 0);
}

}  // namespace
}  // namespace involute::test
