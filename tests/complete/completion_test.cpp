// SPDX-License-Identifier: Apache-2.0
// The routes in order, and the notes on choices that the equations leave open.
#include <gtest/gtest.h>

#include "involute/complete/completion.hpp"
#include "involute/complete/dimension.hpp"
#include "involute/complete/routes.hpp"
#include "involute/model/read.hpp"

namespace involute::test {
namespace {

using Ints = std::vector<int>;

bool contains(const std::vector<std::string>& texts, const std::string& part)
{
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text.find(part) != std::string::npos;
    });
}

// Two rods between the same points: a force in each, of which only the sum is determined.
TEST(Completion, ADoubledConstraintDeterminesOnlyTheSumOfItsMultipliers)
{
    const Completion c = complete_further(read_system(R"(
var x, y, lam1, lam2
x'' + (lam1 + lam2)*x = 0
y'' + (lam1 + lam2)*y + 1 = 0
x^2 + y^2 = 1
x^2 + y^2 = 1
start x = 0.6, x' = 0.8
guess y = -0.8, y' = 0.6
)"));
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(dimension_of(c), 2);
    EXPECT_EQ(c.system.gauged, (Ints{2, 3}));
    EXPECT_EQ(c.system.written.size(), 4u);
    EXPECT_EQ(c.differentiated.size(), 4u);
    EXPECT_TRUE(contains(c.notes, "the multipliers lam1, lam2 of redundant constraints"));
    EXPECT_EQ(std::count_if(c.system.equations.begin(), c.system.equations.end(),
                            [](const Equation& e) { return e.choice; }),
              1);
    for (const Equation& equation : c.system.written) EXPECT_FALSE(equation.choice);
}

// The lower joint twice, the second time tripled: two angles swing, four numbers are free.
TEST(Completion, ADoubledJointOfADoublePendulumIsRedundant)
{
    const Completion c = complete_further(read_system(R"(
var x1, y1, x2, y2, a, b1, b2
x1'' + a*x1 - (b1 + 3*b2)*(x2 - x1) = 0
y1'' + a*y1 - (b1 + 3*b2)*(y2 - y1) + 1 = 0
x2'' + (b1 + 3*b2)*(x2 - x1) = 0
y2'' + (b1 + 3*b2)*(y2 - y1) + 1 = 0
x1^2 + y1^2 = 1
(x2 - x1)^2 + (y2 - y1)^2 = 1
3*(x2 - x1)^2 + 3*(y2 - y1)^2 = 3
start x1 = 0.6, x2 = 1.2, x1' = 0, x2' = 0
guess y1 = -0.8, y2 = -1.6
)"));
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(dimension_of(c), 4);
    EXPECT_EQ(c.system.gauged, (Ints{5, 6}));
}

// A bar on three parallel cranks: the third adds nothing on the set phi = 0, though off it the
// three conditions are independent, and they touch there. The bar's centre swings: two numbers are
// free.
TEST(Completion, AThirdCrankOfAParallelLinkageIsRedundant)
{
    const Completion c = complete_further(read_system(R"(
var x, y, phi, lambda[-1..1]
for s in -1..1 {
    let dx[s] = x + s*cos(phi) - s
    let dy[s] = y + s*sin(phi)
    let f[s] = lambda[s]*dx[s]
    let g[s] = lambda[s]*dy[s]
    dx[s]^2 + dy[s]^2 = 1
}
x'' + f[-1] + f[0] + f[1] = 0
y'' + g[-1] + g[0] + g[1] + 1 = 0
phi''/3 + g[1]*cos(phi) - f[1]*sin(phi) - g[-1]*cos(phi) + f[-1]*sin(phi) = 0
start x = 0.6, x' = 0
guess y = -0.8
)"));
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(dimension_of(c), 2);
    EXPECT_EQ(c.system.gauged, (Ints{3, 4, 5}));
}

TEST(Completion, KnowsTheIndexOfARepairedSystem)
{
    // y = sin(t) appears after a subtraction, its derivative gives y' and then x': index 1.
    const Completion c =
        complete_further(read_system("var x, y\nx' + y' + x = 0\nx' + y' + x + y = sin(t)\n"));
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(c.route, Route::repaired);
    EXPECT_EQ(c.index, 1);
}

TEST(Completion, KnowsTheIndexOfMoreEquationsThanUnknowns)
{
    const std::string forces = R"(
var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + 1 = 0
start x = 0.6, x' = 0.8
guess y = -0.8, y' = 0.6, lambda = 0.2
x^2 + y^2 = 1
)";
    // lambda' needs the third derivative of the length; with the second one written, the first.
    EXPECT_EQ(complete_further(read_system(forces + "2*x^2 + 2*y^2 = 2\n")).index, 3);
    EXPECT_EQ(complete_further(read_system(forces + "x*x'' + y*y'' + x'^2 + y'^2 = 0\n")).index, 1);
}

TEST(Completion, NamesFreeUnknowns)
{
    const Completion c = complete_further(read_system("var x, y\nx' + y = 0\n"));
    EXPECT_EQ(c.outcome, Outcome::underdetermined);
    EXPECT_FALSE(c.free.empty());
}

TEST(Completion, ContradictionsAreReported)
{
    EXPECT_EQ(complete_further(read_system("var x\nx' = x\nx' = x + 1\n")).outcome,
              Outcome::inconsistent);
    EXPECT_EQ(complete_further(read_system("var x, y\nx + y = 1\n2*x + 2*y = 3\n")).outcome,
              Outcome::inconsistent);
}

TEST(Completion, ReportsTheStructureWhereRanksWouldTakeTooLong)
{
    const Completion c =
        complete_further(read_system("var x, y, z\nx' = y + z\n"), {.most_rows = 0});
    EXPECT_EQ(c.outcome, Outcome::underdetermined);
    EXPECT_NE(c.message.find("2 more are needed"), std::string::npos) << c.message;
}

}  // namespace
}  // namespace involute::test
