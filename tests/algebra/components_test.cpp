// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/components.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/algebra/decompose.hpp"
#include "involute/drive/solve.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/model/read.hpp"
#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

constexpr double pi = 3.14159265358979323846;

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

TEST(Constraints, AreEquationsWithoutDerivativesInUnknownsThatHaveThemElsewhere)
{
    System system = read_system(four_bar);
    EXPECT_EQ(polynomial_constraints(system).equations, (std::vector<int>{4, 5, 6}));
    // Neither an equation for a multiplier nor one with a derivative is a constraint.
    System other = read_system("var x, y, s\nx' = y\ny' = -x + s\ns = x*y\nx^2 + y^2 = 1\n");
    EXPECT_EQ(polynomial_constraints(other).equations, (std::vector<int>{3}));
}

TEST(Constraints, IgnoreDerivativesThatOnlySeemToOccur)
{
    System system =
        read_system("var x, y, l\nx'' = l*x\ny'' = l*y\nx*y + x' - x' + (y + x)' - y' = x'\n");
    EXPECT_EQ(polynomial_constraints(system).equations, (std::vector<int>{2}));
}

TEST(Constraints, ThatAreNotPolynomialAreNamed)
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

TEST(Decomposition, AcceptsNamesThatAreReservedInTheOtherProgram)
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

TEST(Decomposition, RecognisesAnIrreducibleSet)
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

TEST(Decomposition, ReportsContradictoryConstraints)
{
    NEEDS_SINGULAR();
    System system =
        read_system("var x, y, l[1..2]\nx'' = l[1]\ny'' = l[2]\nx^2 + y^2 = 1\nx^2 + y^2 = 2\n");
    const Decomposition found = decompose(system);
    EXPECT_TRUE(found.components.empty());
    EXPECT_TRUE(says(found.reason, "contradict each other")) << found.reason;
}

TEST(Decomposition, ReportsEveryFailureOfTheProgramAsAReason)
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

}  // namespace
}  // namespace involute::test
