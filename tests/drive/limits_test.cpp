// SPDX-License-Identifier: Apache-2.0
// Limits, interrupts and progress: a run can always be bounded and watched.
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::says;

TEST(Limits, OnStepsKeepTheResultsSoFar)
{
    const Solution run = solve(read_system(testing::pendulum), {.to = 100.0, .max_steps = 7});
    EXPECT_EQ(run.code, Outcome::max_steps);
    EXPECT_EQ(run.status, RunStatus::stopped);
    EXPECT_TRUE(says(run.reason, "7 steps were used up at t = ")) << run.reason;
    EXPECT_EQ(run.statistics.steps, 7);
    EXPECT_EQ(run.rows.size(), 8u);
    EXPECT_GT(run.travelled, 0);
    EXPECT_LT(run.travelled, 100);
    EXPECT_LE(run.residual, 1e-11);
}

TEST(Limits, OnStepsChangeNothingIfTheyAreNotReached)
{
    const Solution free = solve(read_system(testing::pendulum), {.to = 2.0});
    SolveOptions options{.to = 2.0, .max_steps = free.statistics.steps};
    const Solution bounded = solve(read_system(testing::pendulum), options);
    EXPECT_EQ(bounded.code, Outcome::finished);
    EXPECT_EQ(bounded.rows, free.rows);
}

TEST(Limits, OnTimeEndARunThatWouldTakeTooLong)
{
    const Solution run = solve(read_system(testing::pendulum),
                               {.to = 1e12, .max_seconds = 0.02, .sampling = {.only_end = true}});
    EXPECT_EQ(run.code, Outcome::max_seconds);
    EXPECT_TRUE(says(run.reason, "0.02 seconds were used up at t = ")) << run.reason;
    EXPECT_GT(run.statistics.steps, 0);
    EXPECT_LT(run.statistics.seconds, 5);
}

TEST(Interrupt, EndsTheRunAtTheNextStep)
{
    int asked = 0;
    SolveOptions options{.to = 1e9};
    options.interrupted = [&] { return ++asked > 3; };
    const Solution run = solve(read_system(testing::pendulum), options);
    EXPECT_EQ(run.code, Outcome::interrupted);
    EXPECT_TRUE(says(run.reason, "interrupted at t = ")) << run.reason;
    EXPECT_EQ(run.statistics.steps, 3);
    EXPECT_EQ(run.rows.size(), 4u);
}

TEST(Interrupt, BeforeTheFirstStepLeavesTheStart)
{
    SolveOptions options{.to = 10.0};
    options.interrupted = [] { return true; };
    const Solution run = solve(read_system(testing::pendulum), options);
    EXPECT_EQ(run.code, Outcome::interrupted);
    EXPECT_EQ(run.rows.size(), 1u);
}

void expect_monotone(const std::vector<double>& told)
{
    ASSERT_FALSE(told.empty());
    EXPECT_GE(told.front(), 0);
    for (std::size_t k = 1; k < told.size(); ++k) EXPECT_GE(told[k], told[k - 1]);
    EXPECT_EQ(told.back(), 1.0);
}

TEST(Progress, GrowsFromZeroToOne)
{
    for (const double end : {10.0, -10.0}) {
        std::vector<double> told;
        SolveOptions options{.to = end};
        options.progress = [&](double fraction) { told.push_back(fraction); };
        const Solution run = solve(read_system(testing::pendulum), options);
        EXPECT_EQ(told.size(), std::size_t(run.statistics.steps));
        expect_monotone(told);
    }
}

TEST(Progress, GrowsAlongACurve)
{
    std::vector<double> told;
    SolveOptions options;
    options.progress = [&](double fraction) { told.push_back(fraction); };
    solve(testing::model("circle"), options);
    expect_monotone(told);
}

TEST(Progress, StaysWithinBoundsWhenARunEndsEarly)
{
    std::vector<double> told;
    SolveOptions options{.to = 2.0};
    options.progress = [&](double fraction) { told.push_back(fraction); };
    const Solution run = solve(read_system("var y\ny' = y^2\nstart y = 1\n"), options);
    EXPECT_EQ(run.code, Outcome::singular);
    ASSERT_FALSE(told.empty());
    for (const double fraction : told) EXPECT_TRUE(fraction >= 0 && fraction <= 1);
    EXPECT_NEAR(told.back(), 0.5, 1e-3);
}

TEST(Statistics, CountWhatWasDone)
{
    const Solution run = solve(read_system(testing::pendulum), {.to = 10.0, .method = "dopri54"});
    EXPECT_EQ(run.method, "dopri54");
    const Statistics& s = run.statistics;
    EXPECT_EQ(std::size_t(s.steps) + 1, run.rows.size());
    // Seven stages, of which the last is the first of the next step.
    EXPECT_GE(s.evaluations, 6 * s.steps);
    EXPECT_GE(s.projections, s.steps);
    EXPECT_GE(s.seconds, 0);
}

TEST(Method, IsChosenByTheToleranceByDefault)
{
    const System system = read_system(testing::pendulum);
    EXPECT_EQ(solve(system, {.to = 1.0, .rtol = 1e-8}).method, "dop853");
    EXPECT_EQ(solve(system, {.to = 1.0, .rtol = 1e-3}).method, "dopri54");
}

}  // namespace
}  // namespace involute
