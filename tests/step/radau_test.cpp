// SPDX-License-Identifier: Apache-2.0
// Radau steps against closed forms, between their ends as well, and how they fail.
#include "involute/step/radau.hpp"

#include <cmath>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::says;

const char* const methods[] = {"radau1", "radau3", "radau5", "radau9", "radau13", "radau"};

/// The Padé approximant of exp with numerator degree s - 1 and denominator degree s
/// [Hairer, Wanner, Solving ODE II, IV.3 and IV.5].
Quad stability(int s, const Quad& z)
{
    const int k = s - 1;
    Quad top = 0, bottom = 0, term = 1;
    for (int j = 0; j <= k; ++j) {
        top += term;
        term *= z * (k - j) / ((s + k - j) * Quad(j + 1));
    }
    term = 1;
    for (int j = 0; j <= s; ++j) {
        bottom += term;
        term *= -z * (s - j) / ((s + k - j) * Quad(j + 1));
    }
    return top / bottom;
}

TEST(Radau, HasThePublishedStabilityFunction)
{
    for (const int s : radau_stages())
        for (const char* rate : {"-1", "0.5", "-1000"}) {
            const System system =
                read_system(std::string("var y\ny' = ") + rate + "*y\nstart y = 1\n");
            const Solution run = solve(system, {.to = 0.25,
                                                .method = "radau" + std::to_string(2 * s - 1),
                                                .precision = Precision::quad,
                                                .rtol = 1e-30,
                                                .atol = 1e-30,
                                                .step = 0.25,
                                                .sampling = {.only_end = true}});
            ASSERT_EQ(run.code, Outcome::finished) << run.reason;
            const Quad expected = stability(s, Quad(rate) / 4);
            // The last stage is a sum of terms as large as the largest slope.
            EXPECT_LE(to_double(abs(run.quad_rows.back()[1] - expected)), 1e-27) << s << rate;
        }
}

TEST(Radau, KeepsAPendulumOnItsCircleForAnyOrder)
{
    const testing::Swing<double> exact(2);
    for (const char* method : methods) {
        const double tolerance = std::string(method) == "radau1" ? 1e-3 : 1e-7;
        const Solution run =
            solve(read_system(testing::pendulum),
                  {.to = 2.0, .method = method, .rtol = tolerance, .atol = tolerance});
        ASSERT_EQ(run.code, Outcome::finished) << method << run.reason;
        EXPECT_NEAR(end_value(run, "x"), exact.x, 30 * tolerance) << method;
        EXPECT_NEAR(end_value(run, "lambda"), exact.lambda, 90 * tolerance) << method;
        EXPECT_LE(run.residual, 1e-14) << method;
    }
}

// y = cos t, which a start elsewhere approaches within 1e-5; explicit steps would have to be
// shorter than 6e-6.
TEST(Radau, IsNotLimitedByStiffness)
{
    const System stiff = read_system("var y\ny' = -1e6*(y - cos(t)) - sin(t)\nstart y = 2\n");
    for (const char* method : methods) {
        const double tolerance = std::string(method) == "radau1" ? 1e-4 : 1e-8;
        const Solution run =
            solve(stiff, {.to = 3.0, .method = method, .rtol = tolerance, .atol = tolerance});
        ASSERT_EQ(run.code, Outcome::finished) << method << run.reason;
        EXPECT_NEAR(end_value(run, "y"), std::cos(3), 10 * tolerance) << method;
        EXPECT_LE(run.statistics.steps, 12000) << method;
    }
}

TEST(Radau, IsAsAccurateBetweenItsStepsAsAtThem)
{
    for (const char* method : {"radau5", "radau13"}) {
        const Solution run = solve(
            read_system("var y\ny' = -50*(y - cos(t)) - sin(t)\nstart y = 1\n"),
            {.to = 4.0, .method = method, .rtol = 1e-9, .atol = 1e-9, .sampling = {.points = 41}});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        ASSERT_EQ(run.rows.size(), 41u);
        for (const auto& row : run.rows) EXPECT_NEAR(row[1], std::cos(row[0]), 5e-8) << method;
    }
}

// With one matrix for all stages, or every stage's own, the stages are the same.
TEST(Radau, HasTheSameResultWithEveryNewtonMatrix)
{
    SolveOptions options{.to = 1.0, .method = "radau5", .rtol = 1e-13, .atol = 1e-13, .step = 0.1};
    const Solution simplified = solve(read_system(testing::pendulum), options);
    options.technique.newton = StageNewton::full;
    const Solution full = solve(read_system(testing::pendulum), options);
    ASSERT_EQ(full.code, Outcome::finished) << full.reason;
    EXPECT_NEAR(end_value(full, "x"), end_value(simplified, "x"), 1e-13);
    EXPECT_LT(full.statistics.iterations, simplified.statistics.iterations);
}

// Native code for the iterations is made after some thousands of them, and changes nothing.
TEST(Radau, HasTheSameBitsInALongRunWithAndWithoutNativeCode)
{
    const System system = read_system(
        "param eps = 1e-3\nvar y, z\ny' = z\neps*z' = (1 - y^2)*z - y\nstart y = 2, z = 0\n");
    for (const char* method : {"radau3", "radau5", "radau9"}) {
        SolveOptions options{.to = 16.0, .method = method, .rtol = 1e-7, .atol = 1e-7};
        const Solution native = solve(system, options);
        options.native = false;
        const Solution loops = solve(system, options);
        ASSERT_EQ(native.code, Outcome::finished) << method << native.reason;
        EXPECT_GT(native.statistics.iterations, 4000) << method;
        EXPECT_EQ(native.statistics.iterations, loops.statistics.iterations) << method;
        EXPECT_EQ(native.statistics.evaluations, loops.statistics.evaluations) << method;
        EXPECT_EQ(native.rows, loops.rows) << method;
    }
}

// HIRES [Schaefer 1975; Hairer, Wanner, Solving ODE II, IV.10]: substances in traces below the
// absolute tolerance are not solved further than it asks, and no step is refused for that. The
// reference is in models/hires.ode.
TEST(Radau, RefusesFewStepsBecauseOfTraces)
{
    const Solution run =
        solve(testing::model("hires"), {.method = "radau", .rtol = 1e-6, .atol = 1e-6});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "y[8]"), 2.8500016048142313e-3, 1e-6);
    EXPECT_LE(run.statistics.rejected, run.statistics.steps / 5);
}

// A chain of 80 oscillators coupled to their neighbours, y_k = sin(k π/81) cos(ω t) with
// ω = 2 sin(π/162), is solved for with a sparse factorisation.
TEST(Radau, SolvesLargeSystemsSparsely)
{
    const std::string text =
        "param N = 80\nvar y[0..N+1]\ny[0] = 0\ny[N+1] = 0\n"
        "for i in 1..N { y[i]'' = y[i-1] - 2*y[i] + y[i+1]; start y[i] = sin(i*pi/81), y[i]' = 0 "
        "}\n";
    const Solution run =
        solve(read_system(text), {.to = 5.0, .method = "radau5", .rtol = 1e-7, .atol = 1e-7});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    const double omega = 2 * std::sin(std::acos(-1.0) / 162);
    EXPECT_NEAR(end_value(run, "y[40]"), std::sin(40 * std::acos(-1.0) / 81) * std::cos(5 * omega),
                1e-6);
}

TEST(Radau, SaysWhichEquationItCannotSolve)
{
    // Y = 1 + Y² has no real solution.
    const Solution none = solve(read_system("var y\ny' = y^2\nstart y = 1\n"),
                                {.to = 1.0, .method = "radau1", .step = 1});
    EXPECT_EQ(none.code, Outcome::step_too_small);
    EXPECT_TRUE(says(none.reason, "y' = y^2")) << none.reason;
    EXPECT_TRUE(says(none.reason, "t = 0")) << none.reason;
    // 1 - h = 0: the matrix of the stages is singular; shorter steps are not.
    const System growth = read_system("var y\ny' = y\nstart y = 1\n");
    EXPECT_EQ(solve(growth, {.to = 1.0, .method = "radau1", .step = 1}).code,
              Outcome::step_too_small);
    const Solution shorter = solve(growth, {.to = 1.0, .method = "radau5", .first_step = 1});
    EXPECT_NEAR(end_value(shorter, "y"), std::exp(1), 1e-7);
}

TEST(Radau, ReturnsTheSolutionUpToTheEndOfAFunctionsDomain)
{
    const Solution run = solve(read_system("var y\ny' = sqrt(0.25 - t)\nstart y = 1\n"),
                               {.to = 1.0, .method = "radau5"});
    EXPECT_EQ(run.status, RunStatus::stopped) << run.reason;
    EXPECT_TRUE(says(run.reason, "equation 1")) << run.reason;
    EXPECT_TRUE(says(run.reason, "t = 0.25") || says(run.reason, "t = 0.24999")) << run.reason;
    EXPECT_NEAR(run.end, 0.25, 1e-6);
    EXPECT_NEAR(end_value(run, "y"), 1 + 1.0 / 12, 1e-6);  // ∫ √(1/4 - t) = 1/12
}

// The solution stays at 1/2, where the right side jumps between 4 and -2.
TEST(Radau, NamesTheEquationThatJumpsAtTheSolution)
{
    const System jumping = read_system("var y\ny' = 1 - 3*sign(y - 0.5)\nstart y = 0\n");
    for (const char* method : {"radau5", "dop853", "auto"}) {
        const Solution run = solve(jumping, {.to = 1.0, .method = method});
        EXPECT_EQ(run.code, Outcome::step_too_small) << method;
        EXPECT_TRUE(says(run.reason, "y' = 1 - 3*sign(y - 0.5)")) << run.reason;
        EXPECT_NEAR(run.end, 0.125, 1e-3) << method;
        EXPECT_NEAR(end_value(run, "y"), 0.5, 1e-6) << method;
    }
}

// Rows between steps are made by separate steps, which must not change the run.
TEST(Radau, OutputRowsDoNotChangeTheSteps)
{
    for (const char* name : {"robertson", "van_der_pol", "andrews"})
        for (const char* method : {"auto", "radau", "radau5"}) {
            const System system = testing::model(name);
            const Solution few = solve(system, {.method = method, .sampling = {.points = 2}});
            const Solution many = solve(system, {.method = method, .sampling = {.points = 301}});
            ASSERT_EQ(few.code, Outcome::finished) << few.reason;
            ASSERT_EQ(many.code, Outcome::finished) << many.reason;
            EXPECT_EQ(few.statistics.steps, many.statistics.steps) << name << ' ' << method;
            EXPECT_EQ(few.rows.back(), many.rows.back()) << name << ' ' << method;
        }
}

// y = cos t while the rate falls from 1e9 to 1 within a hundredth: the matrix of the stiff part
// makes every change small, which is not convergence.
TEST(Radau, IsNotDeceivedByAMatrixThatHasBecomeTooLarge)
{
    const System falling = read_system(
        "param k = 1e9\nvar y\n"
        "y' = -(1 + k/(1 + exp(50*(t - 5))))*(y - cos(t)) - sin(t)\n"
        "start y = 1\n");
    for (const char* method : {"auto", "radau", "radau5", "radau13"}) {
        const Solution run = solve(falling, {.to = 10.0, .method = method});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        for (const auto& row : run.rows) EXPECT_NEAR(row[1], std::cos(row[0]), 1e-6) << method;
    }
}

// A valve between two tanks closes: from then on a' = sin t, b' = -b/10. Before, a and b are nearly
// equal and (a + b)' = sin t - b/10, so that a = b = u with 2 u' = sin t - u/10. While the valve
// closes they part by about (0.1/k)^(1/2) = 3e-4.
TEST(Radau, ResolvesAValveThatCloses)
{
    const System valve = read_system(
        "param k = 1e6\nvar a, b\n"
        "let g = k*max(0, min(1, (5.05 - t)/0.1))\n"
        "a' = -g*(a - b) + sin(t)\nb' = g*(a - b) - 0.1*b\n"
        "start a = 1, b = 1\n");
    // u = C e^(-t/20) + p sin t + q cos t with p = 0.025/1.0025, q = -0.5/1.0025.
    const double p = 0.025 / 1.0025, q = -0.5 / 1.0025, closed = 5.05;
    const double u = (1 - q) * std::exp(-closed / 20) + p * std::sin(closed) + q * std::cos(closed);
    for (const char* method : {"radau", "radau9", "radau13"}) {
        const Solution run = solve(valve, {.to = 10.0, .method = method, .rtol = 1e-6});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_NEAR(end_value(run, "a"), u + std::cos(closed) - std::cos(10), 5e-4) << method;
        EXPECT_NEAR(end_value(run, "b"), u * std::exp(-0.1 * (10 - closed)), 5e-4) << method;
    }
}

TEST(Radau, RowsOfAVeryStiffEquationAreOnItsSolution)
{
    const System stiff = read_system("var y\ny' = -1e6*(y - cos(t)) - sin(t)\nstart y = 1\n");
    for (const char* method : {"auto", "radau", "radau13"})
        for (const long points : {11, 101}) {
            const Solution run =
                solve(stiff, {.to = 10.0, .method = method, .sampling = {.points = points}});
            ASSERT_EQ(run.code, Outcome::finished) << run.reason;
            for (const auto& row : run.rows) {
                EXPECT_NEAR(row[1], std::cos(row[0]), 1e-7) << method;
                EXPECT_NEAR(row[2], -std::sin(row[0]), 1e-1) << method;  // 1e6 times that
            }
        }
}

// Here every trial succeeds, with steps of 1e-13 or so.
TEST(Automatic, GivesUpIfTheEndCannotBeReached)
{
    const Solution run =
        solve(read_system("var y\ny' = -1000*sign(y - 0.5)\nstart y = 1\n"), {.to = 2.0});
    EXPECT_EQ(run.code, Outcome::step_too_small) << run.reason;
    EXPECT_NEAR(run.end, 5e-4, 1e-5);
    EXPECT_TRUE(says(run.reason, "equation 1")) << run.reason;
}

bool mentions(const Solution& run, const std::string& what)
{
    for (const std::string& notice : run.notices)
        if (says(notice, what)) return true;
    return false;
}

// Slow and fast parts of y = cos t + e^(-1000 t) (1 - ..): explicit steps first, Radau when only
// stability holds them short.
TEST(Automatic, ChangesToRadauWhereTheEquationsAreStiff)
{
    const Solution run =
        solve(read_system("var y\ny' = -1e5*(y - cos(t)) - sin(t)\nstart y = 2\n"), {.to = 10.0});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_TRUE(mentions(run, "radau from"));
    EXPECT_NEAR(end_value(run, "y"), std::cos(10), 1e-7);
    EXPECT_LE(run.statistics.steps, 1000);
}

TEST(Automatic, StaysExplicitWhereTheyAreNot)
{
    for (const double rtol : {1e-4, 1e-8, 1e-11}) {
        const Solution run =
            solve(read_system(testing::pendulum), {.to = 20.0, .rtol = rtol, .atol = rtol});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_FALSE(mentions(run, "radau")) << rtol;
    }
}

// Stiff until t = 5, where the rate falls from 1e5 to 1.
TEST(Automatic, GoesBackToExplicitStepsWhenStiffnessEnds)
{
    const Solution run = solve(read_system("var y\n"
                                           "let rate = 1 + 1e5/(1 + exp(40*(t - 5)))\n"
                                           "y' = -rate*(y - cos(t)) - sin(t)\n"
                                           "start y = 2\n"),
                               {.to = 100.0});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_TRUE(mentions(run, "explicit steps from"));
    EXPECT_NEAR(end_value(run, "y"), std::cos(100), 1e-7);
}

// A pendulum of index 3 whose angle is driven by a stiff relaxation: the change of method leaves
// the point where it is on the circle.
TEST(Automatic, KeepsTheConstraintsWhenItChanges)
{
    const Solution run = solve(read_system("var x, y, lambda, w\n"
                                           "x'' + lambda*x = -x'*w\n"
                                           "y'' + lambda*y + 1 = -y'*w\n"
                                           "x^2 + y^2 = 1\n"
                                           "w' = -1e5*(w - 0.1 - x^2)\n"
                                           "start y = 0, y' = 0, w = 0\nguess x = 1\n"),
                               {.to = 10.0, .sampling = {.points = 101}});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_TRUE(mentions(run, "radau from"));
    EXPECT_LE(run.residual, 1e-13);
}

}  // namespace
}  // namespace involute
