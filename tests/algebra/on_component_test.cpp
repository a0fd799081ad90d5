// SPDX-License-Identifier: Apache-2.0
// Putting a system on one component of its constraints: which one, and what its equations become.
#include <gtest/gtest.h>

#include "involute/algebra/components.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/model/read.hpp"
#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

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

TEST(OnComponent, ReplacesTheConstraintGradientsByThoseOfTheComponent)
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

TEST(OnComponent, RecognisesGradientsDespiteFactorsOrderAndMasses)
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

TEST(OnComponent, AddsTheEquationsIfMultipliersActInAnotherWay)
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

TEST(ComponentChoice, AcceptsStartsWithFourDigits)
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
    // A requested component is taken.
    EXPECT_EQ(choose("start y1 = 1, y2 = 0, y3 = 3, y4 = 0, y4' = 0\n", 2).chosen, 2);
}

TEST(ComponentChoice, IsDecidedByTheVelocityWhereBranchesCross)
{
    // At (1, 0), (3, 0) the parallelogram has y2' = y4', the antiparallelogram y2' = -y4'/3.
    EXPECT_EQ(choose("start y1 = 1, y2 = 0, y3 = 3, y4 = 0, y2' = 1, y4' = 1\n").chosen, 1);
    EXPECT_EQ(choose("start y1 = 1, y2 = 0, y3 = 3, y4 = 0, y2' = 1, y4' = -3\n").chosen, 2);
}

TEST(ComponentChoice, RefusesANumberOutOfRange)
{
    const ComponentChoice choice = choose(on_parallelogram, 3);
    EXPECT_EQ(choice.chosen, 0);
    EXPECT_TRUE(says(choice.message, "there is no component 3")) << choice.message;
}

TEST(ComponentChoice, SaysSoIfTheRequestedComponentDoesNotContainTheStart)
{
    const ComponentChoice choice = choose("start y1 = 0.5, y2 = 0.866, y3 = 1.5, y4 = -0.866\n", 1);
    EXPECT_EQ(choice.chosen, 1);
    EXPECT_TRUE(says(choice.message, "does not contain the start")) << choice.message;
}

TEST(ComponentChoice, LeavesASystemWithOneComponentUnchanged)
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
