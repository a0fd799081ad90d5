// SPDX-License-Identifier: Apache-2.0
// Zeros of even order of det J are found though it does not change its sign; places where it only
// nearly vanishes are told apart, down to a resolution.
#include <fmt/format.h>

#include <random>

#include "singular_support.hpp"

namespace involute {
namespace {

using testing::says;
using testing::tolerance;

Solution run_at(const std::string& text, double rtol, double to, const std::string& method = "auto",
                bool curve = false)
{
    SolveOptions options = tolerance(rtol);
    options.to = to;
    options.method = method;
    options.curve = curve;
    options.singular = "";
    return solve(read_system(text), options);
}

bool has_notice(const Solution& run, const std::string& words)
{
    return std::ranges::any_of(run.notices,
                               [&](const std::string& notice) { return says(notice, words); });
}

// y = (t - 1)^2 up to 1, where y = C (t - 1)^2 with any other C may follow.
TEST(DoubleZero, EndsTheRunWhateverToleranceAndMethod)
{
    const std::string text = "var y\n(t-1)^2*y' = 2*(t-1)*y\nstart y = 1\n";
    for (const double rtol : {1e-4, 1e-6, 1e-9, 1e-12})
        for (const char* method : {"auto", "dop853", "dopri54", "taylor", "radau"}) {
            const Solution run = run_at(text, rtol, 2, method);
            ASSERT_EQ(run.code, Outcome::singular) << rtol << method << run.reason;
            ASSERT_EQ(run.singular_points.size(), 1u);
            EXPECT_EQ(run.singular_points[0].kind, SingularKind::double_zero) << rtol << method;
            EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9) << rtol << method;
            for (const std::vector<double>& row : run.rows) {
                EXPECT_LE(row[0], 1) << rtol << method;
                EXPECT_NEAR(row[1], (row[0] - 1) * (row[0] - 1), 100 * rtol) << rtol << method;
            }
        }
}

// y = (b - t)^m up to b, for zeros at irrational places and of higher even order.
TEST(DoubleZero, OfAnyEvenOrderAndPlaceEndsTheRun)
{
    std::mt19937 random(15);
    for (int k = 0; k < 6; ++k) {
        const double b = std::sqrt(0.1 + 3 * double(random()) / double(random.max()));
        const int order = random() % 2 ? 4 : 2;
        const std::string text =
            fmt::format("param b = {:.17g}\nvar y\n(t-b)^{}*y' = {}*(t-b)^{}*y\nstart y = b^{}\n",
                        b, order, order, order - 1, order);
        for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
            for (const char* method : {"auto", "dop853", "dopri54", "taylor", "radau"}) {
                const Solution run = run_at(text, rtol, b + 1, method);
                const std::string which = fmt::format("{} {} {} {}: ", b, order, rtol, method);
                ASSERT_EQ(run.code, Outcome::singular) << which << run.reason;
                EXPECT_NEAR(run.end, b, 1e-4) << which << run.reason;
                EXPECT_LE(run.rows.back()[0], b) << which;
            }
    }
}

// Along the curve (r | J) loses its rank there, and no sign changes either.
TEST(DoubleZero, EndsTheRunAlongACurveToo)
{
    std::mt19937 random(16);
    for (int k = 0; k < 4; ++k) {
        const double b = k == 0 ? 1 : std::sqrt(0.1 + 3 * double(random()) / double(random.max()));
        const int order = k % 2 == 0 ? 2 : 4;
        const std::string text =
            fmt::format("param b = {:.17g}\nvar y\n(t-b)^{}*y' = {}*(t-b)^{}*y\nstart y = b^{}\n",
                        b, order, order, order - 1, order);
        for (const double rtol : {1e-3, 1e-4, 1e-6, 1e-9, 1e-12})
            for (const std::string method : {"dop853", "dopri54", "rk4", "radau", "taylor2"}) {
                if (method == "taylor2" && rtol < 1e-9) continue;  // seconds of tiny steps
                const Solution run = run_at(text, rtol, b + 1, method, true);
                const std::string which = fmt::format("{} {} {} {}: ", b, order, rtol, method);
                ASSERT_EQ(run.code, Outcome::singular) << which << run.reason;
                EXPECT_NEAR(run.end, b, 1e-4) << which << run.reason;
                EXPECT_LE(run.rows.back()[0], b) << which;
            }
    }
}

// The same backwards, and with the null space in x.
TEST(DoubleZero, EndsTheRunWhicheverWayTheDirectionIsFound)
{
    const System system = read_system("var y\n(t-1)^2*y' = 2*(t-1)*y\nstart t = 2, y = 1\n");
    SolveOptions back = tolerance(1e-8);
    back.to = 0;
    back.curve = true;
    SolveOptions by_null_space = tolerance(1e-8);
    by_null_space.to = 0;
    by_null_space.technique.distribution = Distribution::null_space;
    for (const SolveOptions& options : {back, by_null_space}) {
        const Solution run = solve(system, options);
        ASSERT_EQ(run.code, Outcome::singular) << run.reason;
        EXPECT_NEAR(run.end, 1, 1e-6) << run.reason;
        for (const std::vector<double>& row : run.rows) EXPECT_GE(row[0], 1);
    }
}

// A circle turns at its folds, where det J vanishes and (r | J) does not: nothing is said.
TEST(DoubleZero, IsNotSeenAtFoldsOfACurve)
{
    SolveOptions options = tolerance(1e-8);
    options.curve = true;
    options.length = 20;
    options.scale = 1;
    const Solution run =
        solve(read_system("independent x\nvar y\nx^2 + y^2 = 1\nstart x = 0, y = 1\n"), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(run.rows.back()[1], std::cos(20.0), 1e-5);
    EXPECT_TRUE(run.notices.empty());
}

// The same where J depends on the state: x passes 1 at t = 1.
TEST(DoubleZero, OfAFactorInTheStateIsFound)
{
    const std::string text = "var x, y\nx' = 1\n(x-1)^2*y' = 2*(x-1)*y\nstart x = 0, y = 1\n";
    for (const double rtol : {1e-6, 1e-9, 1e-12}) {
        const Solution run = run_at(text, rtol, 2);
        ASSERT_EQ(run.code, Outcome::singular) << rtol << run.reason;
        EXPECT_EQ(run.singular_points[0].kind, SingularKind::double_zero);
        EXPECT_NEAR(run.singular_points[0].x, 1, 1e-6);
    }
}

// y = ((t - 1)^2 + e)/(1 + e): y(2) = 1, J never below e.
TEST(NearlyDoubleZero, AboveTheToleranceIsRegular)
{
    const std::string text = "var y\n((t-1)^2 + 1e-4)*y' = 2*(t-1)*y\nstart y = 1\n";
    for (const double rtol : {1e-6, 1e-9, 1e-12}) {
        const Solution run = run_at(text, rtol, 2);
        ASSERT_EQ(run.code, Outcome::finished) << rtol << run.reason;
        EXPECT_NEAR(end_value(run, "y"), 1, 1e6 * rtol);
        EXPECT_FALSE(has_notice(run, "undecided")) << rtol;
    }
}

TEST(NearlyDoubleZero, BelowTheToleranceIsUndecidedAndSaid)
{
    const std::string text = "var y\n((t-1)^2 + 1e-12)*y' = 2*(t-1)*y\nstart y = 1\n";
    const Solution run = run_at(text, 1e-9, 2);
    EXPECT_TRUE(has_notice(run, "undecided")) << run.reason;
    EXPECT_TRUE(run.singular_points.empty()) << run.reason;
}

// y = sqrt((1 - t)^2 + 1e-16) is as small as 1e-8 and goes on to 1.
TEST(NearlyCrossing, IsNotCalledACrossing)
{
    for (const double rtol : {1e-4, 1e-6, 1e-9, 1e-12}) {
        const Solution run = run_at("var y\ny^2 = (1-t)^2 + 1e-16\nstart y = 1\n", rtol, 2);
        ASSERT_EQ(run.code, Outcome::finished) << rtol << run.reason;
        EXPECT_NEAR(end_value(run, "y"), 1, 1e-12) << rtol;
        EXPECT_TRUE(run.singular_points.empty()) << rtol;
        EXPECT_TRUE(has_notice(run, "undecided") || rtol < 1e-8) << rtol;
    }
}

// Through (1, 0) go y = 1 - t and y = t - 1.
TEST(FourfoldCrossing, IsNotPassedInSilence)
{
    for (const double rtol : {1e-4, 1e-6, 1e-9, 1e-12}) {
        const Solution run = run_at("var y\ny^4 = (1-t)^4\nstart y = 1\n", rtol, 2);
        ASSERT_NE(run.code, Outcome::finished) << rtol;
        EXPECT_NEAR(run.end, 1, 1e-6) << rtol << run.reason;
        for (const std::vector<double>& row : run.rows) EXPECT_NEAR(row[1], 1 - row[0], 1e-4);
    }
}

// Along the upper branch of y^2 - x^2 = 1e-16, which turns within 1e-8 of the other one.
TEST(Curve, DoesNotJumpToABranchNearBy)
{
    for (const double rtol : {1e-4, 1e-6, 1e-9}) {
        SolveOptions options = tolerance(rtol);
        options.to = 1;
        options.curve = true;
        options.singular = "";
        const Solution run = solve(
            read_system("independent x\nvar y\ny^2 - x^2 = 1e-16\nstart x = -1, y = 1\n"), options);
        for (const std::vector<double>& row : run.rows) EXPECT_GT(row[1], 0) << rtol;
        if (run.code == Outcome::finished)
            EXPECT_NEAR(end_value(run, "y"), 1, 1e-9) << rtol;
        else
            EXPECT_EQ(run.code, Outcome::singular) << rtol << run.reason;
    }
}

// An oscillating det J far from zero is no reason to stop: y' = 1.
TEST(DoubleZero, IsNotSeenInAnOscillation)
{
    const Solution run = run_at("var y\n(1.1 + cos(t))*(y' - 1) = 0\nstart y = 0\n", 1e-9, 50);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "y"), 50, 1e-6);
    EXPECT_TRUE(run.notices.empty());
}

}  // namespace
}  // namespace involute
