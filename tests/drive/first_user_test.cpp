// SPDX-License-Identifier: Apache-2.0
// Mistakes of new users: half a start, places outside the run, sections that vanish.
#include <gtest/gtest.h>

#include <cmath>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

Solution solve_text(const char* text, const SolveOptions& options = {})
{
    return solve(read_system(text, "model"), options);
}

bool mentions(const Solution& run, const std::string& words)
{
    for (const std::string& notice : run.notices)
        if (notice.find(words) != std::string::npos) return true;
    return run.reason.find(words) != std::string::npos;
}

TEST(FirstUser, AGivenDerivativeDeterminesTheFreeValue)
{
    // x' = -2 x with x'(0) = 4 means x(0) = -2, x(1) = -2 exp(-2).
    const Solution run =
        solve_text("var x\nx' = -2*x\nstart x' = 4\nsolve to 1\n", {.rtol = 1e-10, .atol = 1e-12});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(run.rows.front()[1], -2, 1e-9);
    EXPECT_NEAR(run.rows.back()[1], -2 * std::exp(-2.0), 1e-9);
}

TEST(FirstUser, AGivenMultiplierDeterminesTheVelocity)
{
    // lambda = |v|^2 - y = 5 at (1, 0): the velocity along the circle is ±√5.
    const Solution run = solve_text(
        "var x, y, l\nx'' + l*x = 0\ny'' + l*y + 1 = 0\nx^2 + y^2 = 1\n"
        "start l = 5, y = 0, x = 1\nsolve to 0.1\n");
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(std::abs(run.rows.front()[5]), std::sqrt(5.0), 1e-8);
}

TEST(FirstUser, AContradictoryMultiplierIsStillRefused)
{
    const Solution run = solve_text(
        "var x, y, l\nx'' + l*x = 0\ny'' + l*y + 1 = 0\nx^2 + y^2 = 1\n"
        "start l = 5, y = 0, x = 1, y' = 0\nsolve to 0.1\n");
    EXPECT_EQ(run.code, Outcome::inconsistent_start);
    EXPECT_TRUE(mentions(run, "l = 5")) << run.reason;
}

TEST(FirstUser, FreeValuesThatWereNotGivenAreNamed)
{
    const Solution run = solve_text("var x, y\nx' = y\ny' = -x\nstart x = 1\nsolve to 1\n");
    EXPECT_TRUE(mentions(run, "not given at the start")) << "no notice";
    EXPECT_TRUE(mentions(run, "y = 0"));
}

TEST(FirstUser, PlacesOutsideTheRunAreNamed)
{
    const Solution run =
        solve_text("var x\nx' = 1\nstart x = 0\nsolve to 10\n", {.sampling = {.at = {11, 3, -1}}});
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_EQ(run.rows[0][0], 3);
    EXPECT_TRUE(mentions(run, "not met: t = 11, -1"));
}

TEST(FirstUser, ACurveThatEndsAtItsStartHasOnePoint)
{
    const Solution run =
        solve_text("var x\nx' = 1\nstart x = 0\nsolve to 1\n", {.to = 0.0, .curve = true});
    EXPECT_EQ(run.code, Outcome::finished);
    EXPECT_EQ(run.rows.size(), 1u);
}

TEST(FirstUser, PointsSpreadOverACurveEndExactlyAtItsEnd)
{
    const Solution run =
        solve_text("independent x\nvar y\ny^2 = 1 - x\nstart x = 0\nguess y = 1\nsolve to -2\n",
                   {.to = -2.0, .curve = true, .sampling = {.points = 4}});
    ASSERT_EQ(run.rows.size(), 4u);
    EXPECT_EQ(run.rows.back()[0], -2);
    EXPECT_NEAR(run.rows.back()[1], std::sqrt(3.0), 1e-8);
}

TEST(FirstUser, CurveModeFinishesRegularProblemsInAwkwardUnits)
{
    const Solution run = solve_text(
        "var x, y\nx' = 1.5*x - x*y\ny' = x*y - 3*y\nstart x = 10, y = 5, t = 5000\n"
        "solve to 5010\n",
        {.to = 5010.0, .curve = true});
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
}

TEST(FirstUser, AnEventExpressionThatIsAlwaysZeroNeverTriggers)
{
    const Solution run =
        solve_text("var x\nx' = 1\nstart x = 0\nevent e: x - t = 0 stop\nsolve to 1\n");
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_TRUE(run.crossings[0].rows.empty());
}

TEST(FirstUser, APoleIsNotACrossing)
{
    const Solution run =
        solve_text("var x\nx' = 1\nstart x = -1\nsection s: 1/x = 0\nsolve to 1\n");
    EXPECT_TRUE(run.crossings[0].rows.empty());
}

TEST(FirstUser, AStartOutsideADomainNamesTheEquation)
{
    const Solution run = solve_text("var x\nx' = sqrt(x)\nstart x = -1\nsolve to 1\n");
    EXPECT_EQ(run.code, Outcome::no_start_found);
    EXPECT_EQ(row_of(run.code).exit_code, 3);
    EXPECT_TRUE(mentions(run, "equation 1 (x' = sqrt(x)) cannot be evaluated at the start"))
        << run.reason;
}

TEST(FirstUser, ImposingAQuantityThatChangesIsReported)
{
    const Solution run =
        solve_text("var x\nx' = x\nstart x = 1\nimpose E = x\nsolve to 0.001\n", {.max_steps = 50});
    EXPECT_TRUE(mentions(run, "imposed although"));
}

TEST(FirstUser, ASlowlyChangingQuantityIsNoInvariant)
{
    const Solution run = solve_text(
        "var x, y\nx' = y\ny' = -x - 1e-7*y\nstart x = 1, y = 0\ninvariant E = x^2 + y^2\n"
        "solve to 1\n");
    EXPECT_EQ(run.code, Outcome::false_invariant);
}

TEST(FirstUser, TooManyRowsAreRefusedBeforeTheRun)
{
    EXPECT_THROW(
        solve_text("var x\nx' = 1\nstart x = 0\nsolve to 10\n", {.sampling = {.every = 1e-9}}),
        Error);
}

TEST(FirstUser, TheLastPointOfAnEarlyEndIsReturnedForAnyChoiceOfRows)
{
    const Solution run =
        solve_text("var y\ny' = y^2\nstart y = 1\nsolve to 2\n", {.sampling = {.points = 3}});
    ASSERT_EQ(run.code, Outcome::singular) << run.reason;
    EXPECT_NEAR(run.rows.back()[0], 1, 1e-6);  // the pole of 1 / (1 - t)
    EXPECT_NEAR(run.end, 1, 1e-6);
}

}  // namespace
}  // namespace involute
