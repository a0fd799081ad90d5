// SPDX-License-Identifier: Apache-2.0
// Equations are completed anew where what was decided at the start no longer holds. Expected
// values: closed forms, and a quadrature for the slowly waking coefficient.
#include "support.hpp"

namespace involute {
namespace {

using testing::says;

double at_end(const Solution& run, const std::string& name)
{
    const auto at = std::ranges::find(run.names, name) - run.names.begin();
    return run.rows.empty() ? std::nan("") : run.rows.back()[std::size_t(at) + 1];
}

// y = t while the coefficient is zero; then ((t - 1) y)' = t, so that y = (t + 1)/2.
const std::string waking = "var y\nmax(0, t - 1)*y' + y - t = 0\nstart y = 0\n";

TEST(Regime, ACoefficientThatWakesAtAKinkChangesTheIndex)
{
    const System system = read_system(waking);
    for (const char* method : {"auto", "dop853", "radau", "taylor"}) {
        const Solution run = solve(system, {.to = 2, .method = method});
        EXPECT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
        EXPECT_NEAR(at_end(run, "y"), 1.5, 1e-6) << method;
        EXPECT_TRUE(std::ranges::any_of(run.notices, [](const std::string& notice) {
            return says(notice, "at t = 1 the regime changes: max(0, t - 1)");
        })) << method;
    }
}

TEST(Regime, TheRowsAskedForGoOnOverAChange)
{
    const Solution run = solve(read_system(waking), {.to = 2, .sampling = {.every = 0.25}});
    ASSERT_EQ(run.rows.size(), 9U);
    for (int k = 0; k < 9; ++k) {
        const double t = 0.25 * k;
        EXPECT_DOUBLE_EQ(run.rows[std::size_t(k)][0], t);
        EXPECT_NEAR(run.rows[std::size_t(k)][1], t <= 1 ? t : (t + 1) / 2, 1e-6);
    }
    const Solution at = solve(read_system(waking), {.to = 2, .sampling = {.at = {0.5, 1, 1.5}}});
    ASSERT_EQ(at.rows.size(), 3U);
    for (const std::string& notice : at.notices) EXPECT_FALSE(says(notice, "not met")) << notice;
}

TEST(Regime, RowsSpreadOverACurveGoOnOverAChange)
{
    const Solution run =
        solve(read_system(waking), {.to = 2, .curve = true, .sampling = {.points = 5}});
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.rows.size(), 5U);
    EXPECT_DOUBLE_EQ(run.rows.back()[0], 2);
    EXPECT_NEAR(run.rows.back()[1], 1.5, 1e-6);
}

TEST(Regime, RowsOfStepsAreNotDoubledAtAChange)
{
    const Solution run = solve(read_system(waking), {.to = 2});
    for (std::size_t k = 1; k < run.rows.size(); ++k) EXPECT_GT(run.rows[k][0], run.rows[k - 1][0]);
}

TEST(Regime, AnEventBeyondAChangeIsMet)
{
    const Solution run = solve(read_system(waking + "event high: y = 1.25 stop\n"), {.to = 2});
    EXPECT_EQ(run.code, Outcome::event) << run.reason;
    EXPECT_NEAR(run.end, 1.5, 1e-6);
}

TEST(Regime, ProgressGoesFromZeroToOneOnce)
{
    double last = 0;
    SolveOptions options{.to = 2};
    options.progress = [&](double part) {
        EXPECT_GE(part, last);
        last = part;
    };
    solve(read_system(waking), options);
    EXPECT_DOUBLE_EQ(last, 1);
}

/// For c z' + z = t, c = (t/50)^20, z(0) = 0: w = t - z has w' = 1 - w/c, so that w(T) is the
/// integral of exp(Φ(t) - Φ(T)), Φ = -(50/19) (50/t)^19; by Simpson's rule, whose error with these
/// intervals is below 1e-12.
double slow_waker(double T)
{
    constexpr int n = 20000;
    const double h = T / n;
    double sum = 0;
    for (int k = 1; k <= n; ++k) {
        const double phi = 50.0 / 19 * (std::pow(50 / T, 19) - std::pow(50 / (h * k), 19));
        sum += (k == n ? 1 : k % 2 == 1 ? 4 : 2) * std::exp(phi);
    }
    return T - sum * h / 3;
}

TEST(Regime, ACoefficientThatWakesSlowlyIsNotTakenForZeroForEver)
{
    const System system =
        read_system("var x, z, y\nx' = 1\n(x/50)^20*z' + z = x\ny = z\nstart x = 0\n");
    for (const char* method : {"auto", "radau"})
        for (const double rtol : {1e-4, 1e-6, 1e-8}) {
            const Solution run =
                solve(system, {.to = 100, .method = method, .rtol = rtol, .atol = rtol / 100});
            EXPECT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
            EXPECT_NEAR(at_end(run, "z"), slow_waker(100), 100 * rtol * 54) << method << rtol;
        }
}

// y = cos(t) + exp(-t) sin(t) + O(exp(-2t)) once the transient is over. Near t = 37 the coefficient
// is round-off of the other terms; it vanishes nowhere, so that nothing is singular.
TEST(Regime, ACoefficientThatFallsAsleepIsNamedAndIsNoFold)
{
    const System system = read_system("var y\nexp(-t)*y' + y = cos(t)\nstart y = 0\n");
    const Solution run = solve(system, {.to = 20});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(at_end(run, "y"), std::cos(20.0) + std::exp(-20.0) * std::sin(20.0), 1e-7);
    const Solution beyond = solve(system, {.to = 100});
    EXPECT_EQ(beyond.code, Outcome::singular) << beyond.reason;
    EXPECT_GT(beyond.end, 30);
    EXPECT_TRUE(says(beyond.reason, "exp(-t)*y' + y = cos(t)")) << beyond.reason;
    EXPECT_TRUE(says(beyond.reason, "y' is not determined")) << beyond.reason;
    EXPECT_TRUE(beyond.singular_points.empty());
    for (const std::vector<double>& row : beyond.rows)
        EXPECT_NEAR(row[0] < 15 ? 0 : row[1] - std::cos(row[0]), 0, 1e-6) << row[0];
}

// Up to t = 1 all solutions 1 - C (1 - t) run into the same point, and there the coefficient goes.
TEST(Regime, ACoefficientThatEndsAtAKinkStopsWhereSolutionsMeet)
{
    const Solution run =
        solve(read_system("var y\nmax(0, 1 - t)*y' + y = 1\nstart y = 0\n"), {.to = 2});
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    EXPECT_NEAR(run.end, 1, 1e-6);
    EXPECT_TRUE(says(run.reason, "many solutions meet there")) << run.reason;
    for (const std::vector<double>& row : run.rows) EXPECT_NEAR(row[1], row[0], 1e-7);
}

// y = x^2/2 up to x = 1, then y' = y: y = exp(t - 1)/2. Steps become short before the place,
// because nothing beyond it satisfies the equations of before.
TEST(Regime, AConditionOfTheStateMayChangeWhatAnEquationDetermines)
{
    const System system =
        read_system("var x, y\nx' = 1\n0 = if(x < 1, y - x^2/2, y' - y)\nstart x = 0\n");
    for (const char* method : {"auto", "dop853", "radau", "taylor"})
        for (const double rtol : {1e-6, 1e-8, 1e-10}) {
            const Solution run =
                solve(system, {.to = 2, .method = method, .rtol = rtol, .atol = rtol / 100});
            ASSERT_EQ(run.code, Outcome::finished) << method << rtol << ": " << run.reason;
            EXPECT_NEAR(at_end(run, "y"), std::exp(1.0) / 2, 1e3 * rtol) << method << rtol;
        }
}

// x^2 is 1 where y has grown to exp(1): y cannot be x^2 from there on without a jump.
TEST(Regime, ChangedByAConditionOfTheStateEndsTheRunWhereAValueWouldHaveToJump)
{
    const Solution run =
        solve(read_system("var x, y\nx' = 1\n0 = if(x < 1, y' - y, y - x^2)\nstart x = 0, y = 1\n"),
              {.to = 2});
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    EXPECT_NEAR(run.end, 1, 1e-8);
    EXPECT_TRUE(says(run.reason, "would have to jump")) << run.reason;
}

}  // namespace
}  // namespace involute
