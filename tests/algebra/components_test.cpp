// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/components.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/drive/solve.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/model/read.hpp"
#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

constexpr double pi = 3.14159265358979323846;

/// The program's answer for the four-bar linkage, from the literature: the ideals g1, g2 of
/// Tuomela, Arponen, Higher order methods, section 6.4, in v1..v4 = y1..y4.
const std::string four_bar_answer = R"(cat >/dev/null
echo '// ** some remark of the program'
echo involute-begin
echo 'component 1'
echo 'v3^2+v4^2-4*v3+3'
echo 'v2-v4'
echo 'v1-v3+2'
echo 'component 1'
echo 'v3^2+v4^2-4*v3+3'
echo '4*v2*v3-3*v2+3*v4'
echo '4*v2*v4+3*v1-3*v3+6'
echo involute-end)";

/// The largest value of a component's equations at y1..y4.
double off(const System& system, const Component& component, const std::vector<double>& y)
{
    double worst = 0;
    for (const NodeId e : component.equations)
        worst = std::max(worst, std::abs(evaluate<double>(system.graph, e, [&](NodeId leaf) {
                             return y[system.graph[leaf].a];
                         })));
    return worst;
}

std::vector<double> parallelogram(double theta)
{
    return {std::cos(theta), std::sin(theta), 2 + std::cos(theta), std::sin(theta)};
}

/// phi is the angle of the rocker about (2, 0).
std::vector<double> antiparallelogram(double phi)
{
    const double d = 5 + 4 * std::cos(phi);
    return {(4 + 5 * std::cos(phi)) / d, -3 * std::sin(phi) / d, 2 + std::cos(phi), std::sin(phi)};
}

// ---- which equations are constraints

TEST(Constraints, AreUndifferentiatedEquationsInUnknownsThatMove)
{
    System system = read_system(four_bar);
    EXPECT_EQ(polynomial_constraints(system).equations, (std::vector<int>{4, 5, 6}));
    // An equation for something like a multiplier is none, nor is one with a derivative.
    System other = read_system("var x, y, s\nx' = y\ny' = -x + s\ns = x*y\nx^2 + y^2 = 1\n");
    EXPECT_EQ(polynomial_constraints(other).equations, (std::vector<int>{3}));
}

TEST(Constraints, IgnoreDerivativesThatOnlySeemToOccur)
{
    System system =
        read_system("var x, y, l\nx'' = l*x\ny'' = l*y\nx*y + x' - x' + (y + x)' - y' = x'\n");
    EXPECT_EQ(polynomial_constraints(system).equations, (std::vector<int>{2}));
}

TEST(Constraints, ThatAreNoPolynomialsAreNamed)
{
    System system = read_system("var a, l\na'' = l*cos(a)\nsin(a) = 0\n");
    const Constraints constraints = polynomial_constraints(system);
    EXPECT_TRUE(constraints.equations.empty());
    EXPECT_TRUE(says(constraints.reason, "equation 2")) << constraints.reason;
    EXPECT_TRUE(says(constraints.reason, "sin(a) is no polynomial")) << constraints.reason;
    System irrational = read_system("var x, l\nx'' = l\nx^2 = sqrt(2)\n");
    EXPECT_TRUE(says(polynomial_constraints(irrational).reason, "no rational number"));
    System free = read_system("var x\nx'' = -x\n");
    EXPECT_TRUE(says(polynomial_constraints(free).reason, "no equation is a constraint"));
}

// ---- decomposition

void expect_four_bar_branches(const System& system, const Decomposition& found)
{
    ASSERT_EQ(found.components.size(), 2u) << found.reason;
    EXPECT_FALSE(found.is_prime);
    // Both are curves; their points are known in closed form, and away from the two collinear
    // positions those of one do not lie on the other.
    for (const Component& component : found.components) {
        EXPECT_EQ(component.dimension, 1);
        EXPECT_EQ(component.equations.size(), 3u);
    }
    for (double angle = 0.3; angle < 2 * pi; angle += 0.7) {
        EXPECT_LT(off(system, found.components[0], parallelogram(angle)), 1e-14);
        EXPECT_LT(off(system, found.components[1], antiparallelogram(angle)), 1e-13);
        EXPECT_GT(off(system, found.components[0], antiparallelogram(angle)), 0.1);
        EXPECT_GT(off(system, found.components[1], parallelogram(angle)), 0.1);
    }
    EXPECT_EQ(found.components[0].texts[0], "y2 - y4 = 0");
}

TEST(Decomposition, OfTheFourBarLinkageHasTwoBranches)
{
    NEEDS_SINGULAR();
    System system = read_system(four_bar);
    const Decomposition found = decompose(system);
    expect_four_bar_branches(system, found);
}

TEST(Decomposition, ReadsTheAnswerOfTheProgram)
{
    const Script program(four_bar_answer);
    System system = read_system(four_bar);
    const Decomposition found = decompose(system, program.path());
    ASSERT_EQ(found.components.size(), 2u) << found.reason;
    for (double angle = 0.3; angle < 2 * pi; angle += 0.7) {
        EXPECT_LT(off(system, found.components[0], parallelogram(angle)), 1e-14);
        EXPECT_LT(off(system, found.components[1], antiparallelogram(angle)), 1e-13);
    }
}

TEST(Decomposition, TakesNamesThatMeanSomethingElsewhere)
{
    NEEDS_SINGULAR();
    // Lengths in another unit, names that would be words of the program: two crossing planes'
    // trace.
    System system = read_system(
        "param w = 0.0125\nvar ring, poly[1..2], l\nring'' = l\npoly[1]'' = l\npoly[2]'' = l\n"
        "(ring - w*poly[1])*(ring + w*poly[2]) = 0\n");
    const Decomposition found = decompose(system);
    ASSERT_EQ(found.components.size(), 2u) << found.reason;
    EXPECT_EQ(found.components[0].dimension, 2);
    EXPECT_EQ(found.components[0].texts, (std::vector<std::string>{"80*ring - poly[1] = 0"}));
    EXPECT_EQ(found.components[1].texts, (std::vector<std::string>{"poly[2] + 80*ring = 0"}));
}

TEST(Decomposition, ListsTheLargestComponentFirst)
{
    NEEDS_SINGULAR();
    // The plane z = 0 and the line x = y = 0 through it.
    System system =
        read_system("var x, y, z, l[1..2]\nx'' = l[1]\ny'' = l[2]\nz'' = 0\nx*z = 0\ny*z = 0\n");
    const Decomposition found = decompose(system);
    ASSERT_EQ(found.components.size(), 2u) << found.reason;
    EXPECT_EQ(found.components[0].dimension, 2);
    EXPECT_EQ(found.components[0].texts, (std::vector<std::string>{"z = 0"}));
    EXPECT_EQ(found.components[1].dimension, 1);
}

TEST(Decomposition, KnowsASetOfOnePiece)
{
    NEEDS_SINGULAR();
    System circle = read_system("var x, y, l\nx'' = l*x\ny'' = l*y\nx^2 + y^2 = 1\n");
    EXPECT_TRUE(decompose(circle).is_prime);
    // The same set, but its equation is a square: dg = 0 everywhere on it.
    System twice = read_system("var x, y, l\nx'' = l*x\ny'' = l*y\n(x^2 + y^2 - 1)^2 = 0\n");
    const Decomposition found = decompose(twice);
    EXPECT_EQ(found.components.size(), 1u);
    EXPECT_FALSE(found.is_prime);
}

TEST(Decomposition, OfContradictoryConstraintsSaysSo)
{
    NEEDS_SINGULAR();
    System system =
        read_system("var x, y, l[1..2]\nx'' = l[1]\ny'' = l[2]\nx^2 + y^2 = 1\nx^2 + y^2 = 2\n");
    const Decomposition found = decompose(system);
    EXPECT_TRUE(found.components.empty());
    EXPECT_TRUE(says(found.reason, "contradict each other")) << found.reason;
}

TEST(Decomposition, TurnsEveryFailureOfTheProgramIntoAReason)
{
    const auto reason = [](const std::string& program, double seconds = 20) {
        System system = read_system(four_bar);
        const Decomposition found = decompose(system, program, seconds);
        EXPECT_TRUE(found.components.empty());
        return found.reason;
    };
    EXPECT_TRUE(says(reason("/no/such/Singular"), "cannot be started"));
    EXPECT_TRUE(says(reason(""), "cannot be started"));
    EXPECT_TRUE(says(reason(Script("sleep 30").path(), 0.1), "did not finish within 0.1 s"));
    EXPECT_TRUE(says(reason(Script("exit 1").path()), "exit code 1"));
    EXPECT_TRUE(says(reason(Script("kill -KILL $$").path()), "signal 9"));
    for (const char* garbage :
         {"true", "echo hello", "echo involute-begin; echo involute-end",
          "echo involute-begin; echo 'component 1'; echo 'v1'",  // cut off
          "echo involute-begin; echo 'v1'; echo involute-end",
          "echo involute-begin; echo 'component 1'; echo 'v9'; echo involute-end",
          "echo involute-begin; echo 'component 1'; echo involute-end",
          "echo involute-begin; echo 'component x'; echo 'v1'; echo involute-end",
          "echo involute-begin; echo 'component 99999999999999999999'; echo 'v1'; echo "
          "involute-end",
          "echo involute-begin; echo 'component 1'; echo '   ? error'; echo involute-end"})
        EXPECT_TRUE(says(reason(Script(garbage).path()), "cannot be read")) << garbage;
}

// ---- the system on a component

/// A mass on the line y = 0 or on the circle, x y-plane; the line is not smooth where they cross.
const std::string line_and_circle =
    "var x, y, l\n"
    "x'' + l*2*x*y = 0\n"
    "y'' + l*(x^2 + 3*y^2 - 1) = -1\n"
    "y*(x^2 + y^2 - 1) = 0\n";
const Script& circle_program()
{
    static const Script script(
        "cat >/dev/null; echo involute-begin; echo 'component 1'; echo 'v1^2+v2^2-1';"
        "echo 'component 1'; echo 'v2'; echo involute-end");
    return script;
}

/// Values of the equations where every jet has a value of its own; sums may be written in any
/// order.
std::vector<double> values(const System& system)
{
    std::vector<double> result;
    for (const Equation& equation : system.equations)
        result.push_back(evaluate<double>(system.graph, equation.f, [&](NodeId leaf) {
            const Node& node = system.graph[leaf];
            return std::sin(1 + 3.7 * double(node.a) + 1.3 * double(node.b));
        }));
    return result;
}

void expect_same_equations(const System& a, const System& b)
{
    EXPECT_EQ(a.names.unknowns, b.names.unknowns);
    const std::vector<double> u = values(a), v = values(b);
    ASSERT_EQ(u.size(), v.size());
    for (std::size_t i = 0; i < u.size(); ++i)
        EXPECT_NEAR(u[i], v[i], 1e-14) << a.equations[i].text;
}

TEST(OnComponent, PutsGradientsOfTheComponentInPlaceOfThoseOfTheConstraints)
{
    const ComponentChoice choice = put_on_component(
        read_system(line_and_circle + "start x = 0.6, y = -0.8\n"), 0, circle_program().path());
    ASSERT_TRUE(choice.changed) << choice.message;
    const System pendulum =
        read_system("var x, y, l\nx'' + 2*l*x = 0\ny'' + 2*l*y = -1\nx^2 + y^2 = 1\n");
    expect_same_equations(choice.system, pendulum);
    ASSERT_EQ(choice.notes.size(), 1u);
    EXPECT_TRUE(
        says(choice.notes[0], "the multipliers l belong to the equations of the component"));
}

TEST(OnComponent, SeesGradientsThroughFactorsOrderAndMasses)
{
    // Equations in another order and multiplied, a mass matrix, multipliers in another order and
    // with factors of their own; the masses are joined by no constraint.
    const std::string text =
        "var a, b, u, v, p, q\n"
        "5*v'' + 5*p*v = 5\n"
        "-(2*a'' + b'') - 21*q*a*b = 0\n"
        "a'' + 3*b'' + 7*q*(a^2/2 + 3*b^2/2 - 1/2)*3 = 0\n"
        "2*u'' + 2*p*u = 0\n"
        "b*(a^2 + b^2 - 1) = 0\n"
        "u^2 + v^2 = 1\n"
        "start a = 0.6, b = 0.8, u = 1, v = 0\n";
    const Script program(
        "cat >/dev/null; echo involute-begin; echo 'component 2'; echo 'v1^2+v2^2-1';"
        "echo 'v3^2+v4^2-1'; echo 'component 2'; echo 'v2'; echo 'v3^2+v4^2-1'; echo involute-end");
    const ComponentChoice choice = put_on_component(read_system(text), 0, program.path());
    ASSERT_TRUE(choice.changed) << choice.message;
    EXPECT_EQ(choice.chosen, 2) << "the shorter component is listed first";
    ASSERT_EQ(choice.notes.size(), 1u);
    EXPECT_TRUE(says(choice.notes[0], "multipliers p, q")) << choice.notes[0];
    // Rows 2 and 3 carry the force of a^2 + b^2 - 1 as -(..)*a and +(..)*b, rows 1 and 4 that of
    // the other circle as 5 v and 2 u; their common factors are those of the multipliers.
    const auto coefficient = [&](int row, const std::string& expression, const char* multiplier) {
        System system = choice.system;
        const NodeId l = parse_expression(system, multiplier);
        const NodeId slope = differentiate(system.graph, system.equations[row].f, l);
        const NodeId ratio = system.graph.divide(slope, parse_expression(system, expression));
        return evaluate<double>(system.graph, ratio,
                                [&](NodeId leaf) { return 0.3 + 0.1 * system.graph[leaf].a; });
    };
    EXPECT_NEAR(coefficient(1, "a", "p") / coefficient(2, "b", "p"), -1, 1e-14);
    EXPECT_NEAR(coefficient(0, "v", "q") / coefficient(3, "u", "q"), 2.5, 1e-14);
}

TEST(OnComponent, NamesNewMultipliersWhereTheNumberChanges)
{
    // The second constraint is x times the first: two multipliers for one equation of the circle.
    const std::string text =
        "var x, l[1..2], y, mu\n"
        "x'' + l[1]*2*x*y + l[2]*(3*x^2*y + y^3 - y) = 0\n"
        "y'' + l[1]*(x^2 + 3*y^2 - 1) + l[2]*(x^3 + 3*x*y^2 - x) = -1\n"
        "mu = x + y'\n"
        "y*(x^2 + y^2 - 1) = 0\n"
        "x*y*(x^2 + y^2 - 1) = 0\n"
        "start x = 0.6, l[1] = 3\nguess y = -0.8\nsection s: y' = 0\ninvariant e = x'^2/2 + y'^2/2 "
        "+ y\n";
    const ComponentChoice choice = put_on_component(read_system(text), 0, circle_program().path());
    ASSERT_TRUE(choice.changed) << choice.message;
    EXPECT_EQ(choice.system.names.unknowns, (std::vector<std::string>{"x", "y", "mu", "mu_[1]"}));
    System expected = read_system(
        "var x, y, mu, mu_[1..1]\n"
        "x'' + 2*mu_[1]*x = 0\ny'' + 2*mu_[1]*y = -1\nmu = x + y'\nx^2 + y^2 = 1\n"
        "section s: y' = 0\ninvariant e = x'^2/2 + y'^2/2 + y\n");
    expect_same_equations(choice.system, expected);
    const auto in_words = [](const System& system, NodeId e) {
        return print(system.graph, e, system.names);
    };
    EXPECT_EQ(in_words(choice.system, choice.system.crossings[0].expression),
              in_words(expected, expected.crossings[0].expression));
    EXPECT_EQ(in_words(choice.system, choice.system.invariants[0].expression),
              in_words(expected, expected.invariants[0].expression));
    ASSERT_EQ(choice.system.starts.size(), 1u) << "the start of l[1] is not used";
    EXPECT_EQ(choice.system.guesses[0].unknown, 1);
    EXPECT_EQ(choice.notes.size(), 2u);
}

TEST(OnComponent, AddsTheEquationsWhereMultipliersActOtherwise)
{
    // Forces along the circle's gradient, which is not that of the constraint as written.
    const std::string text =
        "var x, y, l\nx'' + l*x = 0\ny'' + l*y = -1\ny*(x^2 + y^2 - 1) = 0\nstart x = 0.6, y = "
        "-0.8\n";
    const ComponentChoice choice = put_on_component(read_system(text), 0, circle_program().path());
    ASSERT_TRUE(choice.changed) << choice.message;
    EXPECT_EQ(choice.system.equations.size(), 4u);
    ASSERT_EQ(choice.notes.size(), 1u);
    EXPECT_TRUE(says(choice.notes[0], "are added to the system")) << choice.notes[0];
}

// ---- which component

ComponentChoice choose(const std::string& start, int wanted = 0)
{
    static const Script program(four_bar_answer);
    return put_on_component(read_system(four_bar + start), wanted, program.path());
}

TEST(ComponentChoice, IsTheOneThatContainsTheStart)
{
    EXPECT_EQ(choose(on_parallelogram).chosen, 1);
    EXPECT_EQ(choose(on_antiparallelogram).chosen, 2);
    const ComponentChoice choice = choose(on_antiparallelogram);
    ASSERT_EQ(choice.components.size(), 2u);
    EXPECT_TRUE(choice.components[1].chosen);
    EXPECT_FALSE(choice.components[0].chosen);
    EXPECT_EQ(choice.components[1].dimension, 1);
    EXPECT_TRUE(says(choice.message, "component 2")) << choice.message;
}

TEST(ComponentChoice, ForgivesStartsWithFourDigits)
{
    const ComponentChoice choice =
        choose("start y1 = 0.5, y2 = 0.866, y3 = 1.5, y4 = -0.866, y1' = 0, y2' = 0\n");
    EXPECT_EQ(choice.chosen, 2) << choice.message;
    EXPECT_FALSE(choice.components[0].contains_start);
}

TEST(ComponentChoice, IsNoneWhereTheStartLiesOnNone)
{
    const ComponentChoice choice = choose("start y1 = 0.5, y2 = 0.866, y3 = 1.9, y4 = 0.1\n");
    EXPECT_EQ(choice.chosen, 0);
    EXPECT_FALSE(choice.changed);
    EXPECT_TRUE(says(choice.message, "none of the components")) << choice.message;
}

TEST(ComponentChoice, IsNoneWhereTheStartLiesOnSeveral)
{
    // Collinear and at rest: both branches pass here.
    const ComponentChoice choice = choose("start y1 = 1, y2 = 0, y3 = 3, y4 = 0, y4' = 0\n");
    EXPECT_EQ(choice.chosen, 0);
    EXPECT_TRUE(says(choice.message, "components 1 and 2 alike")) << choice.message;
    EXPECT_TRUE(choice.components[0].contains_start && choice.components[1].contains_start);
    // Who asks for one gets it.
    EXPECT_EQ(choose("start y1 = 1, y2 = 0, y3 = 3, y4 = 0, y4' = 0\n", 2).chosen, 2);
}

TEST(ComponentChoice, HearsTheVelocityWhereBranchesCross)
{
    // At (1, 0), (3, 0) the parallelogram has y2' = y4', the antiparallelogram y2' = -y4'/3.
    EXPECT_EQ(choose("start y1 = 1, y2 = 0, y3 = 3, y4 = 0, y2' = 1, y4' = 1\n").chosen, 1);
    EXPECT_EQ(choose("start y1 = 1, y2 = 0, y3 = 3, y4 = 0, y2' = 1, y4' = -3\n").chosen, 2);
}

TEST(ComponentChoice, RefusesANumberThereIsNot)
{
    const ComponentChoice choice = choose(on_parallelogram, 3);
    EXPECT_EQ(choice.chosen, 0);
    EXPECT_TRUE(says(choice.message, "there is no component 3")) << choice.message;
}

TEST(ComponentChoice, SaysWhereWhatWasAskedForDoesNotContainTheStart)
{
    const ComponentChoice choice = choose("start y1 = 0.5, y2 = 0.866, y3 = 1.5, y4 = -0.866\n", 1);
    EXPECT_EQ(choice.chosen, 1);
    EXPECT_TRUE(says(choice.message, "does not contain the start")) << choice.message;
}

TEST(ComponentChoice, LeavesASystemAloneWhoseConstraintsAreOnePiece)
{
    NEEDS_SINGULAR();
    const System system =
        read_system("var x, y, l\nx'' = l*x\ny'' = l*y\nx^2 + y^2 = 1\nstart x = 0.6, y = 0.8\n");
    const ComponentChoice choice = put_on_component(system, 0);
    EXPECT_FALSE(choice.changed);
    expect_same_equations(choice.system, system);
    EXPECT_EQ(choice.components.size(), 1u);
}

}  // namespace
}  // namespace involute::test
