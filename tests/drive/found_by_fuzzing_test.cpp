// SPDX-License-Identifier: Apache-2.0
// Small systems that fuzz/whole_way_fuzz.cpp came across, each once answered wrongly. What is true
// follows by hand and is in the comments.
#include <cmath>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

// x = 0, so that z^3 = z*x gives z = 0, and y'' = -z = 0. That zero is a triple one, where ranks
// tell nothing. (Once, rows that close this system were written beyond the end of a list.)
TEST(FoundByFuzzing, AtATripleZeroNothingIsClaimed)
{
    const Analysis found =
        analyze(read_system("var x, y, z\nx'' + z*x = z^3\ny'' + 2*z = z\nx*0.5 = 0\nx*x = x\n"
                            "start x = 0, x' = 0, y = 2, y' = 2, z = 2\n"));
    EXPECT_EQ(found.status, Verdict::undecided) << found.message;
    EXPECT_TRUE(testing::says(found.message, "sets of solutions cross or touch")) << found.message;
}

// x^7*(x' - x) = 0 from x = 0, where nothing determines x': a singular start, at t = 0 and not at a
// place that is no number.
TEST(FoundByFuzzing, ASingularStartHasAPlace)
{
    const System system = read_system("var x\nx^7*x' = x^8\n(x')^4 = (x')^4\n");
    for (const bool curve : {false, true}) {
        const Solution run = solve(system, {.to = 0.1, .curve = curve});
        EXPECT_EQ(run.code, Outcome::singular_start);
        EXPECT_TRUE(std::isfinite(run.end));
        EXPECT_FALSE(testing::says(run.reason, "undefined")) << run.reason;
    }
}

// x = 1, y = 0, where both stay for t = 0: the walk along the curve stands at t = 0 while z grows.
// A search for a crossing of branches that runs away finds none: not one at a place that is no
// number.
TEST(FoundByFuzzing, ACrossingOfBranchesHasAPlace)
{
    const System system = read_system(
        "var x, y, z\nx'' + z*z*t = t*x\ny'' + z*x = z\nx^2 + y^2 = 1\n"
        "start x = 1\nguess z' = 0.1\n");
    for (const char* method : {"dop853", "radau5-projected"}) {
        const Solution run = solve(system, {.to = 10,
                                            .curve = true,
                                            .method = method,
                                            .precision = Precision::quad,
                                            .max_steps = 20});
        EXPECT_TRUE(std::isfinite(run.end)) << method;
        EXPECT_FALSE(testing::says(run.reason, "undefined")) << run.reason;
    }
}

// (x/x)^2 is 1 as it is compiled, and as it is written no number at x = 0: max of it and x' has no
// order, which contradicts nothing.
TEST(FoundByFuzzing, WhatIsNoNumberAsWrittenContradictsNothing)
{
    const Solution run = solve(read_system("var x\nx'' = max((x/x)^2, x')\nstart x = 0, x' = 0\n"),
                               {.to = 1.0, .method = "radau13", .rtol = 1e-4, .atol = 1e-6});
    EXPECT_NE(run.code, Outcome::internal_error) << run.reason;
}

// 10 + (0.1 - 10) is not 0.1 in double precision: steps of implicit methods ended there.
TEST(FoundByFuzzing, ImplicitStepsEndWhereTheyAreAskedTo)
{
    for (const char* method : {"midpoint", "radau3-projected", "implicit-euler"}) {
        const Solution run = solve(read_system("var x\nx' = 1e-3\nstart t = 10, x = 0\n"),
                                   {.to = 0.1, .method = method, .sampling = {.points = 8}});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_EQ(run.rows.back()[0], 0.1) << method;
    }
}

// A way that is followed from a singular start and leads nowhere leaves a place where the run
// ended.
TEST(FoundByFuzzing, AWayThatLeadsNowhereEndsAtAPlace)
{
    const System system = read_system(
        "var x, y, z\nx'' + z*x^3 = 1/z\ny'' + z*abs(t) = y*y\n1e18*y^3*t = 0\n"
        "guess y = 2, y' = 2\n");
    for (const int way : {1, 2, 3}) {
        const Solution run = solve(
            system,
            {.to = -1, .rtol = 1e-12, .atol = 1e-14, .max_steps = 20, .continuations = {way, 1}});
        EXPECT_TRUE(std::isfinite(run.end)) << way << run.reason;
    }
}

// Rows spread over a curve are found by its length; where it ends is still what was asked for.
TEST(FoundByFuzzing, ACurveWithRowsSpreadOverItEndsAtTheXAskedFor)
{
    const System system =
        read_system("var x, y\nx'' = y^3 - t\ny' = x\nstart x = 1e-3\nguess x' = 10\n");
    for (const Sampling& rows : {Sampling{}, Sampling{.points = 7}, Sampling{.every = 0.0143}}) {
        const Solution run =
            solve(system, {.to = 0.1, .curve = true, .scale = 1, .sampling = rows});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_EQ(run.end, 0.1);
        EXPECT_EQ(run.rows.back()[0], 0.1);
    }
}

// A limit of time may end a run before its first step has counted: there is no polynomial then on
// which a section could be judged.
TEST(FoundByFuzzing, ALimitOfTimeMayEndARunAnywhere)
{
    const System system = read_system(
        "var x\nx' = exp(sign(x))\nevent e: sinh(x) = x^3 stop\nsection s: x = t falling\n"
        "impose i = x\nstart x = 1e6, t = 1\n");
    for (double seconds = 1e-5; seconds < 1e-2; seconds *= 1.05) {
        const Solution run = solve(system, {.to = 0.1, .max_steps = 20, .max_seconds = seconds});
        EXPECT_TRUE(std::isfinite(run.end));
    }
}

// Where a curve begins beside a singular start, it is from there that it may come back.
TEST(FoundByFuzzing, ARunWhoseLastRowIsNotCertifiedIsNotFinished)
{
    // x = 0 solves it only in the limit: the equation is 0/0 there.
    const System system = read_system(
        "var x\nx*t*(x - x) = x*x/((x + t)*max(x, x))\nguess x = 0, x' = 1e-3\nstart t = 2\n");
    const Solution run =
        solve(system, {.to = 10, .curve = true, .scale = 1, .rtol = 1e-8, .singular = "none"});
    if (run.code == Outcome::finished) {
        ASSERT_FALSE(run.rows.empty());
        EXPECT_EQ(run.rows.back()[0], 10);
    } else {
        EXPECT_EQ(run.status, RunStatus::stopped);
        EXPECT_FALSE(run.reason.empty());
    }
}

TEST(FoundByFuzzing, ACurveMayBeginBesideASingularStart)
{
    const Solution run =
        solve(read_system("var x, y\nx' = 2*tan(y)\nt*y = 3*max(x, x)^2\nstart y' = 0\n"),
              {.to = 0.1,
               .curve = true,
               .scale = 1,
               .rtol = 1e-12,
               .atol = 1e-14,
               .max_steps = 20,
               .continuations = {1, 1}});
    EXPECT_TRUE(std::isfinite(run.end)) << run.reason;
}

// For t <= 1 the second equation is 0 = 0, and no unknown is left to search for, which ended the
// program. x' = 0 follows from x = 1: it cannot be given.
TEST(FoundByFuzzing, EquationsMayLeaveNothingToSearchFor)
{
    const System system =
        read_system("var x\nx = 1\nmax(log(t), 0*t) = 0\nstart x' = 0\nstart t = 0.5\n");
    EXPECT_THROW(solve(system, {.to = -1, .method = "heun", .rtol = 1e-4}), Error);
}

// Seventy million rows lie within one step: the limit of time holds among them too.
TEST(FoundByFuzzing, RowsWithinOneStepHeedTheLimitOfTime)
{
    const Solution run = solve(read_system("var x\nx' = t^2 - sqrt(0.5)\nstart t = 1e6\n"),
                               {.to = 0.1,
                                .rtol = 1e-12,
                                .max_seconds = 0.1,
                                .sampling = {.every = 0.014285714285714287}});
    EXPECT_EQ(run.code, Outcome::max_seconds) << run.reason;
    EXPECT_LT(run.rows.size(), 1'000'000u);
    ASSERT_FALSE(run.rows.empty());
    for (std::size_t k = 1; k < run.rows.size(); ++k) ASSERT_LT(run.rows[k][0], run.rows[k - 1][0]);
}

}  // namespace
}  // namespace involute
