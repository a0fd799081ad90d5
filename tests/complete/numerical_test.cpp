// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "involute/complete/array/numerical.hpp"
#include "involute/complete/array/verdict.hpp"
#include "involute/complete/completion.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/model/read.hpp"
#include "tests/complete/scrambled.hpp"
#include "tests/complete/systems.hpp"

namespace involute::test {
namespace {

/// Start values that can be chosen: coordinates minus constraints.
int dimension_of(const Completion& done)
{
    const Structure& s = done.structure;
    int dimension = std::accumulate(s.d.begin(), s.d.end(), 0);
    dimension -= std::accumulate(s.c.begin(), s.c.end(), 0);
    for (const Invariant& row : done.system.invariants) dimension -= row.closure ? 1 : 0;
    return dimension;
}

Completion complete(const std::string& text)
{
    return complete_numerically(read_system(text));
}

/// The shape every route promises.
void expect_shape(const Completion& done, const std::string& text)
{
    const Structure& s = done.structure;
    const System& system = done.system;
    const std::size_t n = system.names.unknowns.size();
    ASSERT_EQ(system.equations.size(), n) << text;
    ASSERT_EQ(s.c.size(), n);
    ASSERT_EQ(s.d.size(), n);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(int(s.derivatives[i].size()), s.c[i] + 1);
    EXPECT_EQ(system.written.size(), read_system(text).equations.size());
    for (const Equation& equation : system.written)
        for (const NodeId leaf : leaves(system.graph, equation.f)) {
            const Node node = system.graph[leaf];
            if (node.op == Op::jet) {
                EXPECT_LE(int(node.b), s.d[node.a]) << equation.text;
            }
        }
    for (const Invariant& row : system.invariants)
        for (const NodeId leaf : leaves(system.graph, row.expression)) {
            const Node node = system.graph[leaf];
            if (node.op == Op::jet) {
                EXPECT_LT(int(node.b), s.d[node.a]) << row.name;
            }
        }
}

void expect_complete(const std::string& text, int index, int dimension)
{
    const Completion done = complete(text);
    ASSERT_EQ(done.outcome, Outcome::complete) << done.message << text;
    EXPECT_EQ(done.route, Route::numerical);
    EXPECT_EQ(done.index, index) << text;
    EXPECT_EQ(dimension_of(done), dimension) << text;
    expect_shape(done, text);
}

bool mentions(const std::vector<std::string>& texts, const std::string& part)
{
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text.find(part) != std::string::npos;
    });
}

const std::string scrambled_pendulum = R"(
var x, y, lambda
let f1 = x'' + lambda*x
let f2 = y'' + lambda*y + 1
let f3 = x^2 + y^2 - 1
1.3*f1 + 0.7*f2 - 0.2*f3 = 0
0.4*f1 - 1.1*f2 + 0.9*f3 = 0
0.31*f1 + 0.5*f2 + 0.77*f3 = 0
start x = 0.6, x' = 0.8
guess y = -0.8, y' = 0.6, lambda = 0.2
)";

TEST(NumericalRoute, CompletesAnOdeWithoutDifferentiating)
{
    const Completion done = complete("var x, y\nx' + y' = 1\nx' - y' = x\n");
    ASSERT_EQ(done.outcome, Outcome::complete) << done.message;
    EXPECT_EQ(done.index, 0);
    EXPECT_EQ(dimension_of(done), 2);
    EXPECT_EQ(done.differentiated, (std::vector<int>{0, 0}));
}

TEST(NumericalRoute, FindsThePendulumsHiddenEquationAndNothingMore)
{
    const Completion done = complete(pendulum);
    ASSERT_EQ(done.outcome, Outcome::complete) << done.message;
    EXPECT_EQ(done.index, 3);
    EXPECT_EQ(dimension_of(done), 2);
    EXPECT_EQ(done.differentiated, (std::vector<int>{0, 0, 2}));
    EXPECT_EQ(done.hidden, std::vector<std::string>{"x*x' + y*y' = 0"});
    EXPECT_EQ(done.system.auxiliary, 0);
    expect_shape(done, pendulum);
}

TEST(NumericalRoute, CompletesThePendulumHangingAtRest)
{
    expect_complete(
        "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\nx^2 + y^2 = 1\n"
        "start x = 0, x' = 0, y = -1, y' = 0\n",
        3, 2);
}

TEST(NumericalRoute, CompletesAScrambledPendulum)
{
    // A regular combination of equations changes neither index nor dimension.
    expect_complete(scrambled_pendulum, 3, 2);
    const Completion done = complete(scrambled_pendulum);
    EXPECT_EQ(done.hidden.size(), 2u);
    EXPECT_TRUE(mentions(done.notes, "equation 3")) << done.notes.front();
}

TEST(NumericalRoute, CompletesSystemsScrambledByVariableCombinations)
{
    // f1 + x f3 = 0, f2 - y f3 = 0, f3 + x f1 = 0: determinant 1 - x^2, regular for x < 1.
    expect_complete(R"(
var x, y, lambda
let f1 = x'' + lambda*x
let f2 = y'' + lambda*y + 1
let f3 = x^2 + y^2 - 1
f1 + x*f3 = 0
f2 - y*f3 = 0
f3 + x*f1 = 0
start x = 0.6, x' = 0.8
guess y = -0.8, y' = 0.6, lambda = 0.2
)",
                    3, 2);
}

TEST(NumericalRoute, AcceptsTheEnergyAsAnAdditionalEquation)
{
    // The energy takes one of the two dimensions away.
    expect_complete(pendulum + "(x'^2 + y'^2)/2 + y = 1\n", 3, 1);
}

TEST(NumericalRoute, FindsIndexOneWhereTheStructureSaysThree)
{
    // Reissig, Martinson, Barton: index 1. x3 - x4 = exp(t) - t and x5 = t^2 remain of the
    // constraints once x2', x3' are used; x1, .., x5 less these and one multiplier x1: 4 - 2.
    expect_complete(reissig, 1, 2);
}

TEST(NumericalRoute, CompletesNonlinearTopDerivatives)
{
    // x'^2 = 1 - x^2 (x' becomes a coordinate), z = x': one free value of x, the branch of x'
    // given.
    expect_complete("var x, z\nx'^2 = 1 - x^2\nz = x'\nstart x = 0.6\nguess x' = 0.8\n", 1, 1);
}

TEST(NumericalRoute, UsesTheStructureNearASpecialStart)
{
    // lambda y^2 = 0: lambda = 0 wherever y is not 0, undetermined at the start.
    const std::string text =
        "var x, y, lam\nx' = y\ny' = -x - lam*y\nx^2 + y^2 = 1\nstart x = 1, y = 0\n";
    expect_complete(text, 2, 1);
    EXPECT_TRUE(mentions(complete(text).notes, "`lam` is undetermined at the start"));
}

TEST(NumericalRoute, DifferentiatesWithTimeDependentCoefficients)
{
    // D(x - t y) = x' - t y' - y, so y = sin(t) - cos'(t) - ..: no freedom, and y' needs the second
    // derivative (Campbell's example of a system whose matrix pencil says nothing).
    expect_complete("var x, y\nx' - t*y' = exp(t)\nx - t*y = sin(t)\nstart t = 0.5\n", 2, 0);
}

TEST(NumericalRoute, FindsIndexAndDimensionOfScrambledLinearSystems)
{
    // By construction (Weierstrass form): chains of the given lengths, and an ODE of that size.
    for (int seed = 0; seed < 20; ++seed) {
        const int longest = 1 + seed % 4, ode = seed % 3;
        std::vector<int> chains{longest};
        if (seed % 2 == 1 && longest < 4) chains.push_back(1 + seed % longest);
        expect_complete(scrambled_system(unsigned(seed), ode, chains), longest, ode);
    }
}

TEST(NumericalRoute, HandlesUnknownsOfSizeOneMillionAndOneMillionth)
{
    for (int seed = 0; seed < 6; ++seed) {
        const int longest = 1 + seed % 3;
        expect_complete(scrambled_system(unsigned(seed), 1, {longest}, {1e6, 1e-6, 1, 1e6}),
                        longest, 1);
    }
}

TEST(NumericalRoute, ReachesIndexTen)
{
    expect_complete(scrambled_system(1, 1, {10}), 10, 1);
}

TEST(NumericalRoute, SaysWhichEquationsContradictEachOther)
{
    // 2 (x + y + z - 1) - (2x + 2y + 2z - 10) = 8.
    const Completion done =
        complete("var x, y, z\nx' = y\ny' = z\nx + y + z = 1\n2*x + 2*y + 2*z = 10\n");
    EXPECT_EQ(done.outcome, Outcome::inconsistent);
    EXPECT_EQ(done.message,
              "equation 3 `x + y + z = 1` and equation 4 `2*x + 2*y + 2*z = 10` imply 0 = 8: "
              "2*equation 3 - equation 4");
}

TEST(NumericalRoute, FindsAContradictionInDerivatives)
{
    // x = 2 gives x' = 0, but x' = y = 3.
    const Completion done = complete("var x, y\nx' = y\ny = 3\nx = 2\n");
    EXPECT_EQ(done.outcome, Outcome::inconsistent);
    EXPECT_NE(done.message.find("the derivative of equation 3 `x = 2` imply 0 = 3"),
              std::string::npos)
        << done.message;
}

TEST(NumericalRoute, SaysAtWhichXAContradictionHolds)
{
    const Completion done = complete("var x, y\nx' = y\ny = 3 + t\nx = 2\nstart t = 1\n");
    EXPECT_EQ(done.outcome, Outcome::inconsistent);
    EXPECT_NE(done.message.find("imply 0 = 4 at t = 1"), std::string::npos) << done.message;
}

TEST(NumericalRoute, FindsContradictionsOfNonlinearEquations)
{
    const Completion circles = complete("var x, y\nx' = y\nx^2 + y^2 = 1\nx^2 + y^2 = 3\n");
    EXPECT_EQ(circles.outcome, Outcome::inconsistent);
    EXPECT_NE(circles.message.find("0 = 2"), std::string::npos) << circles.message;
}

TEST(NumericalRoute, FindsContradictionsThatNoCombinationShows)
{
    // At a fixed height the pendulum is at rest, but then its tension cannot carry it: with y'' = 0
    // the second equation gives lambda = 2, the third x'^2 = 3/2 where x' = 0 was found before.
    const Completion held = complete(pendulum + "y = -1/2\n");
    EXPECT_EQ(held.outcome, Outcome::inconsistent) << held.message;
    EXPECT_NE(held.message.find("contradict each other: where the others hold"), std::string::npos)
        << held.message;
}

TEST(NumericalRoute, DoesNotCallAnEquationWithoutRealSolutionContradictory)
{
    EXPECT_EQ(complete("var x\nx^2 + 1 = 0\n").outcome, Outcome::no_start_found);
    EXPECT_EQ(complete("var x, y\nx^2 + y^2 = 1\nx = 2\n").outcome, Outcome::no_start_found);
}

TEST(NumericalRoute, FindsTheSolutionOnTheOtherSideOfTheStart)
{
    // x = -1 is a solution, however much the start says 1: not a contradiction.
    const Completion done = complete("var x, y\nx^2 = 1\nx^3 = -1\ny' = x\nstart x = 1\n");
    EXPECT_NE(done.outcome, Outcome::inconsistent) << done.message;
}

TEST(NumericalRoute, NamesTheFreeUnknowns)
{
    const Completion done = complete("var x, y, u\nx' = y + u\ny' = x\n2*y' = 2*x\n");
    EXPECT_EQ(done.outcome, Outcome::underdetermined);
    EXPECT_EQ(done.free, std::vector<std::string>{"u"});
    EXPECT_EQ(done.message,
              "1 unknown remains free: `u`, or instead `x`; one more equation containing one of "
              "them is needed");
    EXPECT_EQ(complete("var x, u, v\nx' = u + v\n").free.size(), 2u);
}

TEST(NumericalRoute, RecognisesMultipliersOfRedundantConstraints)
{
    const std::string doubled = R"(
var x, y, lam, mu
x'' + (lam + 2*mu)*x = 0
y'' + (lam + 2*mu)*y + 1 = 0
x^2 + y^2 = 1
2*x^2 + 2*y^2 = 2
start x = 0.6, x' = 0.8
guess y = -0.8
)";
    const auto open = redundant_multipliers(read_system(doubled));
    ASSERT_TRUE(open);
    EXPECT_EQ(open->gauge_unknowns, (std::vector<int>{2, 3}));
    EXPECT_EQ(open->gauge_pivots.size(), 1u);
    // x depends on u: no multiplier.
    EXPECT_FALSE(redundant_multipliers(read_system("var x, u\nx' = u\n2*x' = 2*u\n")));
    // An equation is missing, that is not redundancy.
    EXPECT_FALSE(redundant_multipliers(read_system("var x, u, v\nx' = x\nu + v = t\n")));
}

// Whether the derivative array loses rank at the start, by hand: x' has the factor t or x; several
// solutions y = p*t + p^2 meet on their envelope; x + sin(t)*y has derivatives of y that vanish at
// the start alone, and y = 1/(1 + cos(t)).
TEST(NumericalRoute, TellsASingularStartFromARegularOne)
{
    const auto outcome = [](const std::string& text) {
        return complete_at_start(read_system(text)).outcome;
    };
    EXPECT_EQ(outcome("var x\nt*x' = x\nstart t = 0, x = 0\n"), Outcome::singular_start);
    EXPECT_EQ(outcome("var x\nt*x' = x\nstart t = 1, x = 1\n"), Outcome::complete);
    // No derivative at all: an impasse.
    EXPECT_EQ(outcome("var x\nx*x' = 1\nstart t = 0, x = 0\n"), Outcome::singular_start);
    EXPECT_EQ(outcome("var y, p\ny' = p\ny = t*p + p^2\nstart t = 2, y = -1, p = -1\n"),
              Outcome::singular_start);
    EXPECT_EQ(
        outcome("var x, y\nx' + sin(t)*y' = y\nx + sin(t)*y = t\nstart t = 0, x = 0, y = 0.5\n"),
        Outcome::complete);
}

TEST(NumericalRoute, RefusesSystemsThatAreTooLarge)
{
    CompletionOptions options;
    options.most_rows = 6;
    EXPECT_EQ(complete_numerically(read_system(pendulum), options).outcome, Outcome::too_large);
    options = {};
    options.most_differentiations = 1;
    EXPECT_EQ(complete_numerically(read_system(pendulum), options).outcome,
              Outcome::singular_jacobian);
}

}  // namespace
}  // namespace involute::test
