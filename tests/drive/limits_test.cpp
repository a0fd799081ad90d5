// SPDX-License-Identifier: Apache-2.0
// Limits, interrupts and progress: a run can always be bounded and watched.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

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
                               {.to = 1e12, .max_seconds = 0.3, .sampling = {.only_end = true}});
    EXPECT_EQ(run.code, Outcome::max_seconds);
    EXPECT_TRUE(says(run.reason, "0.3 seconds were used up at t = ")) << run.reason;
    EXPECT_GT(run.statistics.steps, 0);
    EXPECT_LT(run.statistics.seconds, 5);
}

/// Sums of squares that should be -1: a start is sought for long, and there is none.
const char* const long_sought = R"(
    param N = 200
    var x[1..N], z
    z' = x[1]
    for i in 2..N-1 { x[i]^2 + x[i-1]^2*x[i+1]^2 + sin(x[i]*x[i+1])^2 = -1 }
    x[1]^2 + x[2]^2 = -1
    x[N]^2 + x[1]^2 = -1
    start z = 0
)";

TEST(Limits, OnTimeHoldWhileARunIsPrepared)
{
    const auto begin = std::chrono::steady_clock::now();
    const Solution run = solve(read_system(long_sought), {.to = 1.0, .max_seconds = 0.1});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
    EXPECT_EQ(run.code, Outcome::max_seconds);
    EXPECT_EQ(run.status, RunStatus::failed);
    EXPECT_TRUE(says(run.reason, "0.1 seconds were used up before the first step")) << run.reason;
    const Analysis analysis = analyze(read_system(long_sought), {.max_seconds = 0.1});
    EXPECT_EQ(analysis.code, Outcome::max_seconds);
    EXPECT_EQ(analysis.status, Verdict::undecided);
}

TEST(Interrupt, IsHeededWhileARunIsPrepared)
{
    SolveOptions options{.to = 1.0};
    options.interrupted = [] { return true; };
    const Solution run = solve(read_system(long_sought), options);
    EXPECT_EQ(run.code, Outcome::interrupted);
    EXPECT_TRUE(says(run.reason, "interrupted before the first step")) << run.reason;
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

TEST(Rows, GoToWhoeverTakesThemInsteadOfTheSolution)
{
    const System pendulum = read_system(testing::pendulum);
    SolveOptions options{.to = 10.0, .sampling = {.every = 0.5}};
    const Solution kept = solve(pendulum, options);
    std::vector<std::vector<double>> seen;
    options.stream = [&](const PassingRow& row) {
        EXPECT_EQ(std::vector<std::string>(row.names.begin(), row.names.end()), kept.names);
        EXPECT_TRUE(row.in_full.empty());
        seen.emplace_back(row.values.begin(), row.values.end());
        return true;
    };
    const Solution streamed = solve(pendulum, options);
    EXPECT_EQ(seen, kept.rows);
    EXPECT_TRUE(streamed.rows.empty());
    EXPECT_EQ(streamed.statistics.rows, long(kept.rows.size()));
    EXPECT_EQ(streamed.code, Outcome::finished);
    EXPECT_EQ(streamed.residual, kept.residual);
    EXPECT_EQ(streamed.residual_equation, kept.residual_equation);
}

TEST(Rows, InQuadGoThereInFull)
{
    SolveOptions options{.to = 1.0, .precision = Precision::quad, .sampling = {.only_end = true}};
    const System oscillator = read_system(testing::oscillator);
    const Solution kept = solve(oscillator, options);
    std::vector<std::vector<Quad>> seen;
    options.stream = [&](const PassingRow& row) {
        seen.emplace_back(row.in_full.begin(), row.in_full.end());
        return true;
    };
    solve(oscillator, options);
    EXPECT_EQ(seen, kept.quad_rows);
}

TEST(Rows, AreTakenUntilNobodyWantsThem)
{
    int seen = 0;
    SolveOptions options{.to = 10.0};
    options.stream = [&](const PassingRow&) { return ++seen < 3; };
    const Solution run = solve(read_system(testing::pendulum), options);
    EXPECT_EQ(run.code, Outcome::observer_stopped);
    EXPECT_EQ(seen, 3);
}

TEST(Rows, FillNoMoreMemoryThanTheyMay)
{
    const Solution run = solve(read_system(testing::pendulum), {.to = 1e9, .max_memory = 0.1});
    EXPECT_EQ(run.code, Outcome::max_memory);
    EXPECT_LT(run.rows.size() * run.rows[0].size() * sizeof(double), 100'000u);
    EXPECT_GT(run.rows.size() * run.rows[0].size() * sizeof(double), 30'000u);
}

TEST(Rows, ThatAreManyAreNotListedBeforehand)
{
    // A hundred million in quadruple precision would be 1.6 GB, and take a minute to list.
    const std::clock_t begin = std::clock();
    const Solution run = solve(
        read_system(testing::oscillator),
        {.to = 1e6, .precision = Precision::quad, .max_steps = 20, .sampling = {.every = 0.01}});
    EXPECT_LT(double(std::clock() - begin) / CLOCKS_PER_SEC, 5);
    EXPECT_EQ(run.code, Outcome::max_steps);
    EXPECT_EQ(run.rows.at(1).at(0), 0.01);
}

TEST(Reach, OfStepsThatDoNotGrowIsSaidAtOnce)
{
    for (const char* method : {"auto", "dopri54", "taylor", "radau"}) {
        const Solution run = solve(read_system(testing::pendulum),
                                   {.to = 1e300, .method = method, .sampling = {.only_end = true}});
        EXPECT_EQ(run.code, Outcome::max_steps) << method;
        EXPECT_TRUE(says(run.reason, "the end is out of reach")) << run.reason;
        EXPECT_TRUE(says(run.reason, "at t = ")) << run.reason;
        EXPECT_LE(run.statistics.steps, 1 << 14) << method;
    }
}

TEST(Reach, OfStepsThatGrowIsGranted)
{
    // x = 1 - 1/(1 + t) needs ever larger steps, and gets there.
    const Solution run = solve(read_system("var x\nx' = 1/(1 + t)^2\nstart x = 0"),
                               {.to = 1e300, .sampling = {.only_end = true}});
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "x"), 1, 1e-6);
}

TEST(Reach, OfADecayThatIsLongOverIsGranted)
{
    // exp(-1e300) is 0; on the way numbers underflow.
    for (const char* method : {"auto", "radau", "radau3", "radau5", "radau9", "radau13"}) {
        const Solution run = solve(read_system("var x\nx' = -x\nstart x = 1"),
                                   {.to = 1e300, .method = method, .sampling = {.only_end = true}});
        EXPECT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
        EXPECT_NEAR(end_value(run, "x"), 0, 1e-10) << method;
    }
}

TEST(Reach, WhereTheSquareOfAStepOverflowsSaysSo)
{
    // Of second order, and with an algebraic unknown: a step of 1e155 squared is no number.
    for (const char* text : {"var x\nx'' = -3*x' - 2*x\nstart x = 1, x' = 0",
                             "var x, y\nx' = -x + y\ny = x/2\nstart x = 1"})
        for (const char* method : {"auto", "radau", "radau5"}) {
            const Solution run = solve(
                read_system(text), {.to = 1e300, .method = method, .sampling = {.only_end = true}});
            if (run.code == Outcome::finished) continue;
            EXPECT_EQ(run.code, Outcome::not_finite) << method << ": " << run.reason;
            EXPECT_TRUE(says(run.reason, "steps have grown to ")) << method << ": " << run.reason;
            EXPECT_TRUE(says(run.reason, "overflow")) << method << ": " << run.reason;
            EXPECT_GT(run.end, 1e150) << method;
            EXPECT_NEAR(end_value(run, "x"), 0, 1e-10) << method;
        }
}

TEST(Reach, IsLeftToWhoeverSetsALimit)
{
    const Solution run = solve(read_system(testing::pendulum),
                               {.to = 1e300, .max_steps = 20'000, .sampling = {.only_end = true}});
    EXPECT_EQ(run.statistics.steps, 20'000);
    EXPECT_TRUE(says(run.reason, "20000 steps were used up")) << run.reason;
}

bool notices(const Solution& run, const std::string& words)
{
    return std::ranges::any_of(run.notices, [&](const std::string& n) { return says(n, words); });
}

TEST(SmallValues, AreNamedWithWhatToSet)
{
    // An oscillator of size 1e-12, beside atol = 1e-10: it has no digits, and that is said.
    const System small = read_system("var x\nx'' = -x\nstart x = 1e-12, x' = 0");
    const Solution run = solve(small, {.to = 10.0});
    EXPECT_TRUE(notices(run, "x, x' never exceed 1.0e-12"))
        << ::testing::PrintToString(run.notices);
    EXPECT_TRUE(notices(run, "`atol = 9e-23`")) << ::testing::PrintToString(run.notices);
    // With what the notice says there are digits, and no notice.
    const Solution better = solve(small, {.to = 10.0, .atol = 9e-23});
    EXPECT_FALSE(notices(better, "never exceed"));
    EXPECT_NEAR(end_value(better, "x") / (1e-12 * std::cos(10.0)), 1, 1e-6);
}

TEST(SmallValues, AreNotThoseThatPassZeroOrAreZero)
{
    EXPECT_FALSE(notices(solve(read_system(testing::pendulum), {.to = 10.0}), "never exceed"));
    const Solution still =
        solve(read_system("var x, y\nx' = y\ny' = -x\nstart x = 0, y = 0"), {.to = 1.0});
    EXPECT_FALSE(notices(still, "never exceed"));
    const Solution fading = solve(read_system("var x\nx' = -x\nstart x = 1"), {.to = 100.0});
    EXPECT_FALSE(notices(fading, "never exceed"));
}

TEST(SmallValues, InAPendulumOfANanometerAreNamed)
{
    const Solution run =
        solve(read_system("var x, y, l\nx'' = -l*x\ny'' = -l*y - 1\n"
                          "x^2 + y^2 = 1e-20\nstart y = 0, y' = 0\nguess x = 1e-10"),
              {.to = 1e-4});
    EXPECT_TRUE(notices(run, "x, y never exceed 1.0e-10"))
        << ::testing::PrintToString(run.notices) << run.reason;
}

}  // namespace
}  // namespace involute
