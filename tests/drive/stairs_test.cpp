// SPDX-License-Identifier: Apache-2.0
// floor, ceil and mod: every jump is located, and steps end there. Expected values are integrals of
// the pieces between jumps.
#include <numbers>

#include "involute/drive/simulation.hpp"
#include "involute/model/builder.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

constexpr double pi = std::numbers::pi;
constexpr const char* methods[] = {"auto", "dop853", "taylor", "radau"};

double end_of(const std::string& text, const SolveOptions& options, const char* name)
{
    const Solution run = solve(read_system(text), options);
    EXPECT_TRUE(succeeded(run)) << options.method << ": " << run.reason << "\n" << text;
    return run.rows.empty() ? NAN : end_value(run, name);
}

TEST(Stairs, ASawtoothIsIntegratedPieceByPiece)
{
    for (const char* method : methods) {
        const SolveOptions options{.to = 7.3, .method = method};
        EXPECT_NEAR(end_of("var x; x' = mod(t, 1); start x = 0\n", options, "x"),
                    7 * 0.5 + 0.3 * 0.3 / 2, 1e-9)
            << method;
        // 0 + 1 + .. + 6, and 7 for 0.3
        EXPECT_NEAR(end_of("var x; x' = floor(t); start x = 0\n", options, "x"), 21 + 7 * 0.3, 1e-9)
            << method;
        EXPECT_NEAR(end_of("var x; x' = ceil(t); start x = 0\n", options, "x"), 28 + 8 * 0.3, 1e-9)
            << method;
    }
}

TEST(Stairs, ASquareWave)
{
    for (const char* method : methods)
        for (const auto& [to, expected] : {std::pair{9.5, 5.0}, {8.25, 4.25}, {1.0, 1.0}})
            EXPECT_NEAR(end_of("var x; x' = if(mod(t, 2) < 1, 1, 0); start x = 0\n",
                               {.to = to, .method = method}, "x"),
                        expected, 1e-9)
                << method << " to " << to;
}

// x = exp(t) passes 2, .., 7 before t = 2: y is the sum of 2 - ln n.
TEST(Stairs, ACounterOfAState)
{
    const double exact = 14 - std::log(5040.0);
    for (const char* method : methods) {
        const std::string text = "var x, y; x' = x; y' = floor(x); start x = 1, y = 0\n";
        EXPECT_NEAR(end_of(text, {.to = 2, .method = method, .rtol = 1e-9}, "y"), exact, 1e-7)
            << method;
        EXPECT_NEAR(end_of(text, {.to = 2, .method = method, .rtol = 1e-12, .atol = 1e-13}, "y"),
                    exact, 1e-10)
            << method;
        EXPECT_NEAR(end_of("var x, y; x' = x; y' = ceil(x); start x = 1, y = 0\n",
                           {.to = 2, .method = method, .rtol = 1e-9}, "y"),
                    exact + 2, 1e-7)
            << method;
        // and back from there
        EXPECT_NEAR(end_of("var x, y; x' = x; y' = floor(x); start t = 2, x = exp(2), y = 0\n",
                           {.to = 0, .method = method, .rtol = 1e-9}, "y"),
                    -exact, 1e-7)
            << method;
    }
}

// floor(-a) = -1 - floor(a) but at whole numbers, so that the two halves of a period add up to -pi.
TEST(Stairs, UpAndDownAgain)
{
    const std::string text = "var x, y; x'' = -x; y' = floor(x); start x = 0, x' = 5/2, y = 0\n";
    for (const char* method : methods)
        EXPECT_NEAR(end_of(text, {.to = 2 * pi, .method = method, .rtol = 1e-10}, "y"), -pi, 1e-7)
            << method;
}

// An angle that turns with speed 2 + cos(t): z is the integral of its part of a turn. The angle is
// 2 t + sin(t), a turn is complete at t = pi and 2 pi.
TEST(Stairs, AnAngleIsTakenByTurns)
{
    const std::string text = "var a, z; a' = 2 + cos(t); z' = mod(a, 2*pi); start a = 0, z = 0\n";
    // the integral of 2 t + sin(t) to 2 pi, less a turn for pi
    const double exact = 4 * pi * pi - 2 * pi * pi;
    for (const char* method : methods)
        EXPECT_NEAR(end_of(text, {.to = 2 * pi - 1e-3, .method = method, .rtol = 1e-10}, "z"),
                    exact - 1e-3 * (2 * pi) + 1.5 * 1e-6, 1e-7)
            << method;
}

TEST(Stairs, UnknownsWithoutDerivativesMayJump)
{
    const System system = read_system("var n, y; n = floor(2*t); y' = n; start y = 0\n");
    for (const char* method : methods) {
        SolveOptions options{.to = 2.25, .method = method};
        options.sampling.at = {0.25, 0.75, 1.25, 1.75, 2.25};
        const Solution run = solve(system, options);
        ASSERT_TRUE(succeeded(run)) << method << ": " << run.reason;
        for (int k = 0; k < 5; ++k) EXPECT_EQ(value(run, "n", k), k) << method;
        EXPECT_NEAR(end_value(run, "y"), 0.5 * (1 + 2 + 3) + 0.25 * 4, 1e-9) << method;
    }
}

TEST(Stairs, WhatWouldHaveToJumpEndsTheRun)
{
    const Solution run = solve(
        read_system("var x, y; x = floor(t); y' = x' + y; start t = 0.5, y = 1\n"), {.to = 3});
    EXPECT_EQ(run.status, RunStatus::stopped);
    EXPECT_NEAR(run.end, 1, 1e-6);
    EXPECT_TRUE(says(run.reason, "jump")) << run.reason;
}

TEST(Stairs, ManyFastTeethAreAllMet)
{
    // 1000 teeth of length 1/100
    EXPECT_NEAR(end_of("var x; x' = mod(t, 1/100); start x = 0\n", {.to = 10}, "x"), 0.05, 1e-10);
    EXPECT_NEAR(end_of("var x; x' = if(mod(t, 0.1) < 0.01, 1, 0); start x = 0\n", {.to = 10}, "x"),
                1, 1e-9);
}

TEST(Stairs, ConstantStepsKeepTheirOrder)
{
    double before = 0;
    for (const int n : {20, 40, 80}) {
        // exp of the integral of mod(t, 1)
        const double x = end_of("var x; x' = mod(t, 1)*x; start x = 1\n",
                                {.to = 4.5, .method = "rk4", .step = 4.5 / (n + 0.3)}, "x");
        const double error = std::abs(x / std::exp(2.125) - 1);
        if (before > 0) {
            EXPECT_GT(before / error, 10) << n;
        }
        before = error;
    }
}

// Four genuine crossings of 1/2, and three where the part of a whole falls back to 0.
TEST(Stairs, SectionsCountJumpsOverZero)
{
    const Solution run = solve(read_system("var x; x' = 1; start x = 0\n"
                                           "section up: mod(x, 1) = 1/2 rising\n"
                                           "section down: mod(x, 1) = 1/2 falling\n"),
                               {.to = 3.75});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    ASSERT_EQ(run.crossings[0].rows.size(), 4u);
    ASSERT_EQ(run.crossings[1].rows.size(), 3u);
    for (int k = 0; k < 4; ++k)
        EXPECT_NEAR(run.crossings[0].rows[std::size_t(k)][0], k + 0.5, 1e-9);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(run.crossings[1].rows[std::size_t(k)][0], k + 1, 1e-9);
}

TEST(Stairs, InQuadruplePrecision)
{
    const Solution run = solve(read_system("var x; x' = floor(t)^2; start x = 0\n"),
                               {.to = 3.5, .precision = Precision::quad, .rtol = 1e-20});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    EXPECT_LT(abs(quad_value(run, "x", std::ptrdiff_t(run.rows.size()) - 1) - Quad("9.5")),
              Quad(1e-18));
}

TEST(Stairs, ASimulationAndItsTwinMeetThemToo)
{
    Simulation sim(read_system("var x, y; x' = x; y' = floor(x); start x = 1, y = 0\n"),
                   {.to = 2, .rtol = 1e-9});
    sim.advance_to(1);
    std::stringstream file;
    sim.save(file);
    Simulation later = Simulation::load(file);
    sim.advance_to(2);
    later.advance_to(2);
    EXPECT_NEAR(sim["y"], 14 - std::log(5040.0), 1e-7);
    EXPECT_EQ(sim["y"], later["y"]);
}

TEST(Stairs, FormulasInCodeHaveThem)
{
    Builder m;
    const Formula x = m.unknown("x"), y = m.unknown("y"), z = m.unknown("z");
    m.equation(x.dot() == x);
    m.equation(y.dot() == ceil(x) - floor(x));
    m.equation(z.dot() == mod(x, 3));
    m.start(x, 1);
    m.start(y, 0);
    m.start(z, 0);
    const Solution run = solve(m.system(), {.to = 2, .rtol = 1e-10});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    EXPECT_NEAR(end_value(run, "y"), 2, 1e-8);
    // exp(t) less 3 from ln 3 on, and 3 more from ln 6 on
    EXPECT_NEAR(end_value(run, "z"),
                std::exp(2.0) - 1 - 3 * (2 - std::log(3.0)) - 3 * (2 - std::log(6.0)), 1e-8);
}

}  // namespace
}  // namespace involute::testing
