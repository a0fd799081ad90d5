// SPDX-License-Identifier: Apache-2.0
// Systems given as code: accuracy, constraints, and callbacks that misbehave.
#include "involute/drive/callable.hpp"

#include <limits>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::says;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using In = std::span<const double>;
using Out = std::span<double>;

/// (x, y) = (sin t, cos t).
CallableSystem rotation()
{
    return {.names = {"x", "y"},
            .field =
                [](double, In y, Out out) {
                    out[0] = y[1];
                    out[1] = -y[0];
                },
            .y = {0, 1}};
}

CallableSystem rotation_on_the_circle()
{
    CallableSystem system = rotation();
    system.constraints = 1;
    system.constraint = [](double, In y, Out g) { g[0] = y[0] * y[0] + y[1] * y[1] - 1; };
    return system;
}

SolveOptions tight_to(double end)
{
    return {.to = end, .rtol = 1e-10, .atol = 1e-12};
}

void expect_rotation(const Solution& run)
{
    for (const std::vector<double>& row : run.rows) {
        ASSERT_EQ(row.size(), 3u);
        EXPECT_NEAR(row[1], std::sin(row[0]), 1e-9);
        EXPECT_NEAR(row[2], std::cos(row[0]), 1e-9);
    }
}

TEST(Callable, IsSolvedForwardsAndBackwards)
{
    for (const double end : {10.0, -10.0}) {
        const Solution run = solve(rotation(), tight_to(end));
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_EQ(run.rows.back()[0], end);
        EXPECT_EQ(run.rows.size(), std::size_t(run.statistics.steps) + 1);
        EXPECT_EQ(run.names, (std::vector<std::string>{"x", "y"}));
        expect_rotation(run);
    }
}

TEST(Callable, ReturnsTheRequestedRows)
{
    SolveOptions options = tight_to(3);
    options.sampling.points = 31;
    const Solution points = solve(rotation(), options);
    ASSERT_EQ(points.rows.size(), 31u);
    expect_rotation(points);
    options.sampling = {.at = {2.5, 0.5, 7}};
    const Solution at = solve(rotation(), options);
    ASSERT_EQ(at.rows.size(), 2u);
    EXPECT_EQ(at.rows[0][0], 0.5);
    EXPECT_EQ(at.rows[1][0], 2.5);
    expect_rotation(at);
}

TEST(Callable, KeepsItsConstraintsWithAndWithoutTheirJacobian)
{
    CallableSystem system = rotation_on_the_circle();
    SolveOptions options{.to = 50.0, .rtol = 1e-4, .atol = 1e-6, .sampling = {.points = 200}};
    for (const bool jacobian : {false, true}) {
        if (jacobian)
            system.constraint_jacobian = [](double, In y, Out out) {
                out[0] = 2 * y[0];
                out[1] = 2 * y[1];
            };
        const Solution run = solve(system, options);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_LE(run.residual, 1e-14);
        for (const std::vector<double>& row : run.rows)
            EXPECT_NEAR(std::hypot(row[1], row[2]), 1, 1e-14);
    }
}

TEST(Callable, StartsOnItsConstraints)
{
    CallableSystem system = rotation_on_the_circle();
    system.y = {0, 1.001};
    const Solution run = solve(system, tight_to(1));
    ASSERT_EQ(run.code, Outcome::finished);
    ASSERT_EQ(run.notices.size(), 1u);
    EXPECT_TRUE(says(run.notices[0], "start was moved")) << run.notices[0];
    expect_rotation(run);
}

TEST(Callable, WithoutAPointOnItsConstraintsIsRefused)
{
    CallableSystem system = rotation();
    system.constraints = 1;
    system.constraint = [](double, In y, Out g) { g[0] = y[0] * y[0] + y[1] * y[1] + 1; };
    const Solution run = solve(system, tight_to(1));
    EXPECT_EQ(run.code, Outcome::no_start_found);
    EXPECT_EQ(run.status, RunStatus::failed);
}

TEST(Callable, ThatReturnsNaNEndsTheRunAndNamesTheComponent)
{
    CallableSystem system = rotation();
    system.field = [](double t, In y, Out out) {
        out[0] = y[1];
        out[1] = t > 1 ? nan : -y[0];
    };
    const Solution run = solve(system, tight_to(2));
    EXPECT_EQ(run.code, Outcome::not_finite);
    EXPECT_TRUE(says(run.reason, "`y`")) << run.reason;
    EXPECT_TRUE(says(run.reason, "t = ")) << run.reason;
    EXPECT_NEAR(run.rows.back()[0], 1, 1e-9);
    expect_rotation(run);
}

TEST(Callable, ThatLeavesAComponentUnsetIsAnErrorThatNamesIt)
{
    CallableSystem system = rotation();
    system.field = [](double, In y, Out out) { out[0] = y[1]; };
    const Solution run = solve(system, tight_to(1));
    EXPECT_EQ(run.code, Outcome::not_finite);
    EXPECT_TRUE(says(run.reason, "`y`")) << run.reason;
}

TEST(Callable, ThatThrowsEndsTheRunWithTheRowsSoFar)
{
    CallableSystem system = rotation();
    system.field = [](double t, In y, Out out) {
        if (t > 0.5) throw 42;
        out[0] = y[1];
        out[1] = -y[0];
    };
    const Solution run = solve(system, tight_to(2));
    EXPECT_EQ(run.code, Outcome::callback_failed);
    EXPECT_FALSE(run.rows.empty());
    expect_rotation(run);
}

TEST(Callable, ThatThrowsInAConstraintEndsTheRunAndSaysWhy)
{
    CallableSystem system = rotation_on_the_circle();
    system.constraint = [](double t, In y, Out g) {
        if (t > 1) throw std::runtime_error("no table beyond 1");
        g[0] = y[0] * y[0] + y[1] * y[1] - 1;
    };
    const Solution run = solve(system, tight_to(2));
    EXPECT_EQ(run.code, Outcome::callback_failed);
    EXPECT_TRUE(says(run.reason, "no table beyond 1")) << run.reason;
    expect_rotation(run);
}

TEST(Callable, ThatIsIncompleteIsRefused)
{
    const auto mistakes = [](const CallableSystem& system, const SolveOptions& options) {
        try {
            solve(system, options);
        } catch (const Error& error) {
            return error.diagnostics().size();
        }
        return std::size_t(0);
    };
    const SolveOptions options = tight_to(1);
    EXPECT_EQ(mistakes({.names = {"x"}, .y = {1}}, options), 1u);
    CallableSystem system = rotation();
    EXPECT_EQ(mistakes(system, {}), 1u);
    system.y = {1};
    EXPECT_EQ(mistakes(system, options), 1u);
    system.y = {1, nan};
    EXPECT_EQ(mistakes(system, options), 1u);
    system = rotation();
    system.constraints = 1;
    EXPECT_EQ(mistakes(system, options), 1u);
    system.constraints = -1;
    EXPECT_EQ(mistakes(system, options), 1u);
    system = rotation();
    EXPECT_EQ(mistakes(system, {.to = 1.0, .curve = true}), 1u);
}

// rkf78 makes few, long steps; between them only a step of its own is as accurate as they are. The
// cubic through their ends is off by about h^4/384 > 1e-3 for steps of about 1.
TEST(Callable, RowsBetweenStepsAreAsAccurateAsSteps)
{
    for (const char* method : {"rkf78", "dop853", "radau5", "rkf45"}) {
        SolveOptions options = tight_to(20);
        options.method = method;
        options.sampling.points = 501;
        const Solution run = solve(rotation(), options);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        ASSERT_EQ(run.rows.size(), 501u);
        for (const std::vector<double>& row : run.rows)
            EXPECT_NEAR(row[1], std::sin(row[0]), 2e-8) << method << " at " << row[0];
    }
}

// Whoever watches the steps sees points of the solution with their slopes, from end to end, and
// changes nothing.
TEST(Callable, ShowsWhatLiesWithinItsSteps)
{
    for (const char* method : {"auto", "dopri54", "rkf78", "radau5"})
        for (const double end : {10.0, -10.0}) {
            SolveOptions options = tight_to(end);
            options.method = method;
            const Solution alone = solve(rotation(), options);
            CallableSystem system = rotation_on_the_circle();
            system.constraints = 0;
            double seen_to = 0;
            long steps = 0;
            system.observe_step = [&](const CallableStep& step) {
                EXPECT_EQ(step.x.size(), 5u);
                EXPECT_EQ(step.y.size(), 10u);
                EXPECT_EQ(step.slopes.size(), 10u);
                EXPECT_EQ(step.x[0], seen_to);
                for (std::size_t k = 0; k < 5; ++k) {
                    EXPECT_TRUE(k == 0 || (step.x[k] - step.x[k - 1]) * end > 0);
                    EXPECT_NEAR(step.y[2 * k], std::sin(step.x[k]), 1e-8) << method;
                    EXPECT_EQ(step.slopes[2 * k], step.y[2 * k + 1]);
                    EXPECT_EQ(step.slopes[2 * k + 1], -step.y[2 * k]);
                }
                seen_to = step.x[4];
                ++steps;
                return true;
            };
            const Solution watched = solve(system, options);
            EXPECT_EQ(watched.rows, alone.rows) << method;
            EXPECT_EQ(std::size_t(steps) + 1, watched.rows.size());
            EXPECT_EQ(watched.statistics.steps, alone.statistics.steps);
            EXPECT_EQ(seen_to, end);
        }
}

TEST(Callable, EndsWhereWhoeverWatchesItsStepsWantsNoMore)
{
    CallableSystem system = rotation_on_the_circle();
    int steps = 0;
    system.observe_step = [&](const CallableStep& step) {
        for (std::size_t k = 0; k < 5; ++k)
            EXPECT_NEAR(std::hypot(step.y[2 * k], step.y[2 * k + 1]), 1, 1e-14);
        return ++steps < 4;
    };
    const Solution run = solve(system, tight_to(10));
    EXPECT_EQ(run.code, Outcome::observer_stopped);
    EXPECT_EQ(run.statistics.steps, 4);
    EXPECT_EQ(run.rows.size(), 5u);
}

TEST(Callable, ReturnsTheColumnsAskedFor)
{
    SolveOptions options = tight_to(3);
    options.columns = {"y", "t", "x"};
    const Solution run = solve(rotation(), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(run.names, options.columns);
    EXPECT_NEAR(run.rows.back()[1], std::cos(3), 1e-9);
    EXPECT_EQ(run.rows.back()[2], 3);
    EXPECT_NEAR(run.rows.back()[3], std::sin(3), 1e-9);
}

TEST(Callable, RefusesOptionsThatNeedEquations)
{
    std::vector<SolveOptions> refused(9, tight_to(1));
    refused[0].columns = {"x^2"};
    refused[1].precision = Precision::quad;
    refused[2].branch = 1;
    refused[3].continuations = {1};
    refused[4].technique.projection = ProjectionWay::newton;
    refused[5].technique.distribution = Distribution::null_space;
    refused[6].technique.collocation = Collocation::written;
    refused[7].method = "taylor";
    refused[8].length = 1;
    for (std::size_t k = 0; k < refused.size(); ++k)
        EXPECT_THROW(solve(rotation(), refused[k]), Error) << k;
}

TEST(Callable, NamesTheConstraintWithTheLargestResidual)
{
    CallableSystem system = rotation();
    system.constraints = 2;
    system.constraint = [](double, In y, Out g) {
        g[0] = 0;
        g[1] = y[0] * y[0] + y[1] * y[1] - 1;
    };
    const Solution run = solve(system, tight_to(5));
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    if (run.residual > 0) {
        EXPECT_EQ(run.residual_equation, "constraint 2");
    }
    EXPECT_LT(run.residual, 1e-13);
}

TEST(Callable, SaysWhichPlacesWereNotMet)
{
    SolveOptions options = tight_to(3);
    options.sampling.at = {1, 7};
    const Solution run = solve(rotation(), options);
    ASSERT_EQ(run.notices.size(), 1u);
    EXPECT_TRUE(says(run.notices[0], "not met: t = 7")) << run.notices[0];
}

TEST(Callable, ObeysLimits)
{
    EXPECT_EQ(solve(rotation(), {.to = 1000.0, .max_steps = 5}).code, Outcome::max_steps);
    SolveOptions options = tight_to(10);
    options.interrupted = [] { return true; };
    EXPECT_EQ(solve(rotation(), options).code, Outcome::interrupted);
}

TEST(Callable, MayCallTheSolverItself)
{
    CallableSystem system = rotation();
    system.field = [](double, In y, Out out) {
        const Solution inner = solve(rotation(), {.to = 0.1});
        out[0] = y[1];
        out[1] = -y[0] + 0 * inner.rows.back()[0];
    };
    const Solution run = solve(system, {.to = 0.5});
    EXPECT_EQ(run.code, Outcome::finished);
    expect_rotation(run);
}

// A row is shown once, and none is made after the one at which the observer had enough.
TEST(Observer, SeesEveryRowAndNoneAfterItsStop)
{
    for (const long points : {0L, 1000L}) {
        int seen = 0;
        SolveOptions options = tight_to(5);
        options.sampling.points = points;
        options.observe = [&](In) { return ++seen < 7; };
        const Solution code = solve(rotation(), options);
        EXPECT_EQ(code.code, Outcome::observer_stopped);
        EXPECT_EQ(code.rows.size(), 7u);
        EXPECT_EQ(seen, 7);
        seen = 0;
        const Solution text = solve(read_system(testing::oscillator), options);
        EXPECT_EQ(text.code, Outcome::observer_stopped);
        EXPECT_EQ(text.rows.size(), 7u);
        EXPECT_EQ(seen, 7);
    }
}

TEST(Observer, ThatThrowsIsNotCalledAgain)
{
    const auto expect_three_rows = [](const auto& system) {
        int calls = 0;
        SolveOptions options = tight_to(3);
        options.observe = [&](std::span<const double>) {
            if (++calls >= 3) throw std::runtime_error("no more room");
            return true;
        };
        const Solution run = solve(system, options);
        EXPECT_EQ(run.code, Outcome::callback_failed) << run.reason;
        EXPECT_TRUE(says(run.reason, "no more room")) << run.reason;
        EXPECT_EQ(calls, 3);
        EXPECT_EQ(run.rows.size(), 3u);
    };
    expect_three_rows(rotation());
    expect_three_rows(read_system(testing::oscillator));
}

TEST(Callable, MayThrowAnErrorForAPerson)
{
    for (const double from : {-1.0, 1.0}) {
        CallableSystem system = rotation_on_the_circle();
        system.constraint = [=](double t, In y, Out g) {
            if (t > from) throw Error(Diagnostic{.message = "no licence"});
            g[0] = y[0] * y[0] + y[1] * y[1] - 1;
        };
        EXPECT_THROW(solve(system, tight_to(3)), Error);
    }
}

TEST(Callable, ThatReturnsNaNInAConstraintNamesTheConstraint)
{
    for (const double from : {-1.0, 1.0}) {
        CallableSystem system = rotation();
        system.constraints = 2;
        system.constraint = [=](double t, In y, Out g) {
            g[0] = 0;
            g[1] = t > from ? nan : y[0] * y[0] + y[1] * y[1] - 1;
        };
        const Solution run = solve(system, tight_to(2));
        EXPECT_EQ(run.code, Outcome::not_finite) << run.reason;
        EXPECT_TRUE(says(run.reason, "constraint 2 is not finite")) << run.reason;
        EXPECT_EQ(run.status, from < 0 ? RunStatus::failed : RunStatus::stopped);
    }
}

TEST(Callable, ThatLeavesAConstraintUnsetIsAnErrorThatNamesIt)
{
    CallableSystem system = rotation_on_the_circle();
    system.constraint = [](double, In, Out) {};
    EXPECT_TRUE(says(solve(system, tight_to(1)).reason, "constraint 1 is not finite"));
    system = rotation_on_the_circle();
    system.constraint_jacobian = [](double, In y, Out d) { d[0] = 2 * y[0]; };
    EXPECT_TRUE(says(solve(system, tight_to(1)).reason, "the Jacobian of constraint 1"));
}

TEST(Callable, NeedsANameForEveryUnknown)
{
    for (const char* second : {"x", "", "t"}) {
        CallableSystem system = rotation();
        system.names[1] = second;
        EXPECT_THROW(solve(system, tight_to(1)), Error) << second;
    }
}

TEST(Observer, ThatStopsBetweenStepsStandsAtItsRow)
{
    SolveOptions options = tight_to(3);
    options.sampling.points = 31;
    options.observe = [](std::span<const double> row) { return row[0] < 0.35; };
    for (const Solution& run :
         {solve(rotation(), options), solve(read_system(testing::oscillator), options)}) {
        EXPECT_EQ(run.code, Outcome::observer_stopped);
        EXPECT_EQ(run.end, run.rows.back()[0]);
        EXPECT_NEAR(run.end, 0.4, 1e-12);
    }
}

}  // namespace
}  // namespace involute
