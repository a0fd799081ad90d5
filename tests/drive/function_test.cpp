// SPDX-License-Identifier: Apache-2.0
// A solution as a function: the values between rows are those of closed forms, and of rows made
// exactly there.
#include <thread>

#include "involute/base/error.hpp"
#include "involute/drive/callable.hpp"
#include "involute/drive/checkpoint.hpp"
#include "involute/drive/simulation.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

const double pi = std::acos(-1.0);

/// Places in (0, 1), spread by no rule a step could follow, ascending.
std::vector<double> places(int count)
{
    std::vector<double> result;
    unsigned long state = 20240229;
    for (int k = 0; k < count; ++k) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        result.push_back(double(state >> 11) / double(1UL << 53));
    }
    std::ranges::sort(result);
    return result;
}

template <class Act>
std::string refusal_of(const Act& act)
{
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was refused";
}

struct Case {
    const char* method;
    double step = 0;        // constant
    double allowed = 1e-7;  // of the closed form: what the whole walk may be off
};

class FunctionBy : public ::testing::TestWithParam<Case> {
protected:
    SolveOptions options(double to) const
    {
        SolveOptions result{.to = to, .method = GetParam().method};
        result.step = GetParam().step;
        result.keep_function = true;
        return result;
    }
};

TEST_P(FunctionBy, IsThePendulumBetweenItsRows)
{
    for (const double to : {10.0, -10.0}) {
        const System system = read_system(pendulum);
        const Solution s = solve(system, options(to));
        ASSERT_TRUE(succeeded(s)) << s.reason;
        SolveOptions exactly = options(to);
        exactly.keep_function = false;
        for (const double part : places(1000)) exactly.sampling.at.push_back(part * to);
        const Solution rows = solve(system, exactly);
        ASSERT_EQ(rows.rows.size(), 1000U);
        double off_rows = 0, off_form = 0, off_surface = 0;
        for (const std::vector<double>& row : rows.rows) {
            const double t = row[0];
            const std::vector<double> found = s(t);
            ASSERT_EQ(found.size(), row.size());
            EXPECT_EQ(found[0], t);
            for (std::size_t i = 0; i < row.size(); ++i)
                off_rows = std::max(off_rows, std::abs(found[i] - row[i]) / (1 + std::abs(row[i])));
            const Swing<double> exact(t);
            const double x = s("x", t), y = s("y", t), dx = s("x'", t), dy = s("y'", t);
            for (const double off : {x - exact.x, y - exact.y, dx - exact.dx, dy - exact.dy,
                                     s("lambda", t) - exact.lambda})
                off_form = std::max(off_form, std::abs(off));
            off_surface =
                std::max({off_surface, std::abs(x * x + y * y - 1), std::abs(x * dx + y * dy)});
        }
        EXPECT_LE(off_rows, 1e-8) << to;
        EXPECT_LE(off_form, GetParam().allowed) << to;
        EXPECT_LE(off_surface, 1e-13) << to;
    }
}

// x'' = -lambda x, lambda = -3 y along this swing, whatever the order.
TEST_P(FunctionBy, HasTheDerivativesOfTheEquations)
{
    const Solution s = solve(read_system(pendulum), options(6));
    for (const double part : places(50)) {
        const double t = 6 * part, allowed = 20 * GetParam().allowed;
        const Swing<double> exact(t);
        const double ddx = 3 * exact.y * exact.x, ddy = 3 * exact.y * exact.y - 1;
        EXPECT_NEAR(s.derivative("x", t), exact.dx, allowed);
        EXPECT_NEAR(s.derivative("x'", t), ddx, allowed);
        EXPECT_NEAR(s.derivative("x", t, 2), ddx, allowed);
        EXPECT_NEAR(s("x'''", t), 3 * (exact.dy * exact.x + exact.y * exact.dx), allowed);
        EXPECT_NEAR(s.derivative("lambda", t), -3 * exact.dy, allowed);
        EXPECT_NEAR(s("lambda''", t), -3 * ddy, allowed);
        EXPECT_NEAR(s.derivative("x*lambda", t), -3 * (exact.dx * exact.y + exact.x * exact.dy),
                    allowed);
        EXPECT_NEAR(s("x^2 + 2*lambda", t), exact.x * exact.x - 6 * exact.y, allowed);
        EXPECT_EQ(s.derivative("t", t), 1);
    }
}

TEST_P(FunctionBy, HasTheRowsOfTheRunAtItsSteps)
{
    const Solution s = solve(read_system(pendulum), options(3));
    ASSERT_GT(s.rows.size(), 3U);
    for (const std::vector<double>& row : s.rows) EXPECT_EQ(s(row[0]), row);
}

INSTANTIATE_TEST_SUITE_P(Methods, FunctionBy,
                         ::testing::Values(Case{"auto"}, Case{"dop853"}, Case{"dopri54"},
                                           Case{"taylor"}, Case{"radau"}, Case{"rkf78"},
                                           Case{"rk4", 0.01}),
                         [](const auto& at) { return std::string(at.param.method); });

// (x, y') turns by the angle s, and y = π/4 - s/2 + sin(2s)/4 (models/helix.ode); the arclength is
// that of (x, y, y').
TEST(FunctionOfArclength, FollowsTheHelixThroughItsFolds)
{
    SolveOptions options{.length = 30};
    options.scale = 1;
    options.rtol = 1e-10;
    options.atol = 1e-12;
    options.keep_function = true;
    for (const char* method : {"auto", "rkf78", "dopri54"}) {
        options.method = method;
        const Solution s = solve(model("helix"), options);
        ASSERT_TRUE(succeeded(s)) << s.reason;
        EXPECT_TRUE(s.function.along_curve());
        EXPECT_EQ(s.function.to(), 30);
        const auto speed = [](double a) { return std::sqrt(1 + std::pow(std::sin(a), 4)); };
        double angle = pi / 2, length = 0, off = 0;
        for (const double part : places(300)) {
            const double goal = 30 * part;
            const auto go = [&](double h) {  // Simpson's rule over a small angle
                length += h / 6 * (speed(angle) + 4 * speed(angle - h / 2) + speed(angle - h));
                angle -= h;
            };
            while (goal - length > 0.02) go(0.01);
            for (int k = 0; k < 6; ++k) go((goal - length) / speed(angle));  // Newton
            const std::vector<double> row = s(goal);
            const double y = pi / 4 - angle / 2 + std::sin(2 * angle) / 4;
            off = std::max({off, std::abs(row[0] - std::cos(angle)), std::abs(row[1] - y),
                            std::abs(row[2] - std::sin(angle))});
        }
        EXPECT_LE(off, 1e-7) << method;
    }
}

TEST(FunctionOfArclength, GivesEveryPassageOfAFoldedCurve)
{
    SolveOptions options{.length = 30};
    options.scale = 1;
    options.keep_function = true;
    const Solution s = solve(model("helix"), options);
    const double y_end = end_value(s, "y");  // y grows all along
    for (const double x : {0.5, -0.25, 0.0}) {
        // x = cos s from s = π/2 down to where the run ends
        std::vector<double> expected;
        for (int turn = 0; turn < 8; ++turn)
            for (const double sign : {1.0, -1.0}) {
                const double angle = sign * std::acos(x) - 2 * pi * turn;
                const double y = pi / 4 - angle / 2 + std::sin(2 * angle) / 4;
                if (angle <= pi / 2 && y <= y_end) expected.push_back(y);
            }
        std::ranges::sort(expected);
        const std::vector<double> found = s.all("y", x);
        ASSERT_EQ(found.size(), expected.size()) << x;
        for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-6);
    }
    EXPECT_TRUE(s.all("y", 1.5).empty());
}

// y = t while the coefficient sleeps, (t + 1)/2 beyond t = 1: another index.
TEST(Function, GoesOnOverAChangeOfRegime)
{
    SolveOptions options{.to = 2};
    options.keep_function = true;
    const Solution s =
        solve(read_system("var y\nmax(0, t - 1)*y' + y - t = 0\nstart y = 0\n"), options);
    ASSERT_TRUE(succeeded(s)) << s.reason;
    for (const double part : places(200)) {
        const double t = 2 * part;
        EXPECT_NEAR(s("y", t), t <= 1 ? t : (t + 1) / 2, 1e-6) << t;
        EXPECT_NEAR(s.derivative("y", t), t <= 1 ? 1 : 0.5, 1e-5) << t;
        EXPECT_EQ(s.all("y", t).size(), 1U) << t;
    }
    EXPECT_NEAR(s("y", 1), 1, 1e-6);
}

TEST(Function, HasTheSideOfItsPieceAtAKink)
{
    for (const char* method : {"auto", "dop853", "radau", "taylor"}) {
        SolveOptions options{.to = 2, .method = method};
        options.keep_function = true;
        const Solution s = solve(read_system("var x\nx' = sign(1 - t)\nstart x = 0\n"), options);
        ASSERT_TRUE(succeeded(s)) << s.reason;
        for (const double part : places(200)) {
            const double t = 2 * part;
            EXPECT_NEAR(s("x", t), t < 1 ? t : 2 - t, 1e-9) << method << t;
            EXPECT_EQ(s("x'", t), t < 1 ? 1 : -1) << method << t;
            EXPECT_NEAR(s.derivative("x'", t), 0, 1e-9) << method << t;
        }
        EXPECT_NEAR(s("x", 1), 1, 1e-9);
    }
}

TEST(Function, EndsAtAnEvent)
{
    SolveOptions options{.to = 10};
    options.keep_function = true;
    const Solution s = solve(read_system(pendulum + "event low: x = 0 stop\n"), options);
    EXPECT_EQ(s.code, Outcome::event);
    EXPECT_EQ(s.function.to(), s.rows.back()[0]);
    EXPECT_EQ(s(s.rows.back()[0]), s.rows.back());
    EXPECT_NEAR(s("x", 1.5), Swing<double>(1.5).x, 1e-8);
    EXPECT_TRUE(says(refusal_of([&] { s("x", 5); }), "outside of the solution, which goes from 0"));
}

// y'^2 = 1 - x^2 ends in x where it turns: y' = 0 at x = 1.
TEST(Function, HasTheFoldThatEndsIt)
{
    SolveOptions options{.to = 2};
    options.keep_function = true;
    const Solution s = solve(model("helix"), options);
    EXPECT_EQ(s.code, Outcome::turned) << s.reason;
    EXPECT_EQ(s(s.rows.back()[0]), s.rows.back());
    EXPECT_NEAR(s("y'", 0.6), 0.8, 1e-9);
    EXPECT_THROW(s("y", 1.5), Error);
}

TEST(Function, IsAsPreciseAsTheRun)
{
    SolveOptions options{.to = 3, .precision = Precision::quad};
    options.rtol = 1e-22;
    options.atol = 1e-24;
    options.keep_function = true;
    for (const char* method : {"taylor", "rkf78"}) {
        options.method = method;
        if (options.method == "rkf78") options.rtol = 1e-14, options.atol = 1e-16;
        const Solution s = solve(read_system(pendulum), options);
        ASSERT_TRUE(succeeded(s)) << s.reason;
        const Quad allowed = 1000 * Quad(options.rtol);
        for (const double part : places(10)) {
            const Quad t = Quad(3) * part;
            const Swing<Quad> exact(t);
            EXPECT_LE(abs(Quad(s.quad("x", t) - exact.x)), allowed) << method;
            EXPECT_LE(abs(Quad(s.quad(t)[1] - exact.x)), allowed) << method;
            EXPECT_LE(abs(Quad(s.quad_derivative("lambda", t) + 3 * exact.dy)), 10 * allowed);
        }
        EXPECT_NEAR(s("x", 0.1), double(Swing<Quad>(Quad(1) / 10).x), 1e-15);
    }
}

Solution kept_pendulum(double to)
{
    const System system = read_system(pendulum);  // ends before the solution does
    SolveOptions options{.to = to};
    options.keep_function = true;
    return solve(system, options);
}

TEST(Function, IsSharedByCopiesAndThreads)
{
    const Solution s = kept_pendulum(10), copy = s;
    const auto ask = [](const Solution& from, std::vector<double>& found) {
        for (const double part : places(500)) {
            found.push_back(from("x'", 10 * part));
            found.push_back(from.derivative("lambda", 10 * part));
        }
    };
    std::vector<double> alone;
    ask(s, alone);
    std::vector<std::vector<double>> found(4);
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < found.size(); ++k)
        threads.emplace_back([&, k] { ask(k % 2 == 0 ? s : copy, found[k]); });
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<double>& one : found) EXPECT_EQ(one, alone);
}

TEST(Function, SaysWhyItCannotBeAsked)
{
    const Solution s = kept_pendulum(3);
    EXPECT_TRUE(says(refusal_of([&] { s(3.5); }),
                     "t = 3.5 is outside of the solution, which goes from 0 to 3"));
    EXPECT_TRUE(says(refusal_of([&] { s("x", std::nan("")); }), "outside of the solution"));
    EXPECT_TRUE(says(refusal_of([&] { s("lambad", 1); }), "`lambad`"));
    EXPECT_TRUE(says(refusal_of([&] { s.derivative("x", 1, -1); }), "order -1"));
    EXPECT_NEAR(s("x", 1), Swing<double>(1).x, 1e-7);  // still, after mistakes

    const CallableSystem callable{
        .names = {"y"}, .field = [](double, auto y, auto dy) { dy[0] = -y[0]; }, .y = {1}};
    EXPECT_TRUE(says(refusal_of([&] { solve(callable, {.to = 1, .keep_function = true}); }),
                     "a callable cannot heed options `keep_function`"));
    const SolveOptions kept{.to = 3, .keep_function = true};
    EXPECT_TRUE(says(refusal_of([&] { solve(read_system(pendulum), kept, CheckpointRequest{}); }),
                     "with checkpoints"));
    const Solution rows = solve(read_system(pendulum), {.to = 3});
    EXPECT_TRUE(says(refusal_of([&] { rows(1); }), "not kept as a function"));
    SolveOptions options{.to = 3};
    options.keep_function = true;
    const Solution none = solve(read_system("var x\nx^2 = -1 - t^2\n"), options);
    EXPECT_TRUE(says(refusal_of([&] { none(1); }), "could not begin"));
}

TEST(Function, IsKeptOnlyWhereItIsAskedFor)
{
    EXPECT_TRUE(solve(read_system(pendulum), {.to = 3}).function.empty());
    EXPECT_EQ(solve(read_system(pendulum), {.to = 3}).function.bytes(), 0U);
    // 4 numbers at 8 places, and where they belong
    SolveOptions options{.to = 2000, .method = "dop853"};
    options.sampling.only_end = true;
    options.keep_function = true;
    const Solution s = solve(read_system(pendulum), options);
    EXPECT_EQ(long(s.function.steps()), s.statistics.steps);
    EXPECT_LE(double(s.function.bytes()) / double(s.function.steps()), 400);

    options.max_memory = 0.1;
    const Solution cut = solve(read_system(pendulum), options);
    EXPECT_EQ(cut.code, Outcome::max_memory) << cut.reason;
    EXPECT_NEAR(cut("x", 1), Swing<double>(1).x, 1e-7);
}

TEST(Function, OfASimulationBeginsWhereThatStands)
{
    Simulation sim(read_system(pendulum));
    sim.advance_to(2);
    const Solution s = sim.run({.to = 5, .keep_function = true});
    EXPECT_EQ(s.function.from(), 2);
    EXPECT_THROW(s(1), Error);
    sim.advance_to(7);
    for (const double t : {2.0, 2.5, 3.14159, 5.0})
        EXPECT_NEAR(s("lambda", t), Swing<double>(t).lambda, 1e-7);
    EXPECT_TRUE(sim.run({.to = 8}).function.empty());
}

// A stiff model: the values at a thousand places are those of rows made there, by steps of their
// own that are as accurate as the walk: within some times rtol (|y| + atol/rtol).
TEST(Function, OfStiffEquationsHasTheirRows)
{
    SolveOptions options{.to = 50};
    options.keep_function = true;
    const System system = model("hires");
    for (const char* method : {"radau", "auto"}) {
        options.method = method;
        const Solution s = solve(system, options);
        ASSERT_TRUE(succeeded(s)) << s.reason;
        SolveOptions exactly = options;
        exactly.keep_function = false;
        for (const double part : places(300)) exactly.sampling.at.push_back(50 * part);
        const Solution rows = solve(system, exactly);
        double off = 0;
        for (const std::vector<double>& row : rows.rows) {
            const std::vector<double> found = s(row[0]);
            for (std::size_t i = 1; i < row.size(); ++i)
                off = std::max(off, std::abs(found[i] - row[i]) / (1e-2 + std::abs(row[i])));
        }
        EXPECT_LE(off, 20 * options.rtol) << method;
    }
}

}  // namespace
}  // namespace involute::testing
