// SPDX-License-Identifier: Apache-2.0
// Sections and events: counted, ordered, located on the manifold.
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::oscillator;
using testing::says;

constexpr double pi = 3.14159265358979323846;

SolveOptions tight_to(double x)
{
    return {.to = x, .rtol = 1e-10, .atol = 1e-12};
}

Solution oscillate(const std::string& lines, double to)
{
    return solve(read_system(oscillator + lines), tight_to(to));
}

TEST(Section, OfHenonAndHeilesIsCrossed95Times)
{
    for (const std::string name : {"henon_heiles", "henon_heiles_energy"}) {
        const Solution run = solve(model(name), tight_to(303));
        ASSERT_EQ(run.crossings.size(), 1u);
        EXPECT_EQ(run.crossings[0].name, "s");
        EXPECT_FALSE(run.crossings[0].is_event);
        EXPECT_EQ(run.crossings[0].rows.size(), 95u) << name;
        const std::size_t y1 = column(run, "y1");
        // Located to round-off of the parameter, 303: that times the speed, below 1.
        for (const std::vector<double>& row : run.crossings[0].rows) EXPECT_NEAR(row[y1], 0, 1e-12);
        for (std::size_t k = 1; k < run.crossings[0].rows.size(); ++k)
            EXPECT_GT(run.crossings[0].rows[k][0], run.crossings[0].rows[k - 1][0]);
    }
}

TEST(Section, SplitsIntoRisingAndFalling)
{
    System system = read_system(
        "var y1, y2\n"
        "y1'' = -y1 - 2*y1*y2\n"
        "y2'' = -y2 - y1^2 + y2^2\n"
        "start y1 = 0.12, y2 = 0.12, y1' = 0.12, y2' = 0.12\n"
        "section up: y1 = 0 rising\n"
        "section down: y1 = 0 falling\n"
        "section all: y1 = 0 both\n");
    const Solution run = solve(system, tight_to(303));
    const auto& up = run.crossings[0].rows;
    const auto& down = run.crossings[1].rows;
    const auto& all = run.crossings[2].rows;
    EXPECT_EQ(all.size(), 95u);
    EXPECT_EQ(up.size() + down.size(), all.size());
    // y1 starts positive: the first crossing falls, and they alternate.
    EXPECT_EQ(down.size(), 48u);
    const std::size_t speed = column(run, "y1'");
    for (const auto& row : up) EXPECT_GT(row[speed], 0);
    for (const auto& row : down) EXPECT_LT(row[speed], 0);
    for (std::size_t k = 0; k < all.size(); ++k)
        EXPECT_EQ(all[k], k % 2 == 0 ? down[k / 2] : up[k / 2]);
}

// y = sin t: zeros at kπ, rising at even k.
TEST(Section, IsLocatedOnAClosedForm)
{
    const Solution run = oscillate("section s: y = 0\nsection r: y = 0 rising\n", 20);
    ASSERT_EQ(run.crossings[0].rows.size(), 6u);
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(run.crossings[0].rows[k][0], (k + 1) * pi, 1e-9);
    ASSERT_EQ(run.crossings[1].rows.size(), 3u);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(run.crossings[1].rows[k][0], 2 * (k + 1) * pi, 1e-9);
}

TEST(Section, AtTheStartIsNotCounted)
{
    const Solution forward = oscillate("section s: y = 0\n", 3);
    EXPECT_TRUE(forward.crossings[0].rows.empty());
    const Solution backward = oscillate("section s: y = 0\n", -3);
    EXPECT_TRUE(backward.crossings[0].rows.empty());
}

TEST(Section, IsFoundBackwards)
{
    const Solution run = oscillate("section s: y = 0\n", -7);
    ASSERT_EQ(run.crossings[0].rows.size(), 2u);
    EXPECT_NEAR(run.crossings[0].rows[0][0], -pi, 1e-9);
    EXPECT_NEAR(run.crossings[0].rows[1][0], -2 * pi, 1e-9);
}

// One step of size 1 holds both zeros of y = t - t^2 - 1/10, at (1 ± √0.6)/2; the method is exact
// on polynomials of this degree.
TEST(Section, CrossedTwiceWithinAStepIsFoundTwice)
{
    const Solution run =
        solve(read_system("var y\ny' = 1 - 2*t\nstart y = -0.1\nsection s: y = 0\n"),
              {.to = 1.0, .step = 1});
    ASSERT_EQ(run.statistics.steps, 1);
    ASSERT_EQ(run.crossings[0].rows.size(), 2u);
    EXPECT_NEAR(run.crossings[0].rows[0][0], (1 - std::sqrt(0.6)) / 2, 1e-13);
    EXPECT_NEAR(run.crossings[0].rows[1][0], (1 + std::sqrt(0.6)) / 2, 1e-13);
}

TEST(Section, MayUseDerivativesAndTheIndependentVariable)
{
    const Solution run =
        oscillate("section a: y' = 0\nsection b: t = 1.25\nsection c: y'' = 1/2\n", 5);
    ASSERT_EQ(run.crossings[0].rows.size(), 2u);
    EXPECT_NEAR(run.crossings[0].rows[0][0], pi / 2, 1e-9);
    ASSERT_EQ(run.crossings[1].rows.size(), 1u);
    EXPECT_NEAR(run.crossings[1].rows[0][0], 1.25, 1e-14);
    // y'' = -sin t = 1/2 at 7π/6 and 11π/6 (5.76, beyond the end).
    ASSERT_EQ(run.crossings[2].rows.size(), 1u);
    EXPECT_NEAR(run.crossings[2].rows[0][0], 7 * pi / 6, 1e-9);
}

TEST(Section, ThatTouchesWithoutCrossingIsNotCounted)
{
    // y^2 vanishes at π and is never negative.
    const Solution run = oscillate("section s: y^2 = 0\n", 4);
    EXPECT_TRUE(run.crossings[0].rows.empty());
}

TEST(Event, ThatStopsEndsTheRunOnIt)
{
    const Solution run = oscillate("event top: y' = 0 stop\n", 20);
    EXPECT_EQ(run.code, Outcome::event);
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_TRUE(says(run.reason, "event `top` at t = 1.570796")) << run.reason;
    EXPECT_NEAR(run.rows.back()[0], pi / 2, 1e-9);
    EXPECT_NEAR(end_value(run, "y"), 1, 1e-9);
    ASSERT_EQ(run.crossings[0].rows.size(), 1u);
    EXPECT_TRUE(run.crossings[0].is_event);
    EXPECT_EQ(run.crossings[0].rows[0], run.rows.back());
    EXPECT_NEAR(run.travelled, pi / 2, 1e-9);
}

TEST(Event, WithoutStopIsOnlyRecorded)
{
    const Solution run = oscillate("event top: y' = 0\n", 5);
    EXPECT_EQ(run.code, Outcome::finished);
    EXPECT_EQ(run.crossings[0].rows.size(), 2u);
    EXPECT_EQ(run.rows.back()[0], 5.0);
}

TEST(Event, ThatStopsHidesLaterCrossings)
{
    const Solution run = oscillate("event later: y = 0.9 rising\nevent first: y = 0.8 stop\n", 20);
    EXPECT_EQ(run.code, Outcome::event);
    EXPECT_TRUE(says(run.reason, "`first`")) << run.reason;
    EXPECT_TRUE(run.crossings[0].rows.empty());
    EXPECT_NEAR(run.rows.back()[0], std::asin(0.8), 1e-9);
}

TEST(Event, StopsEverySamplingAtTheRightPlace)
{
    for (const Sampling& sampling :
         {Sampling{.points = 100}, Sampling{.every = 0.01}, Sampling{.only_end = true}}) {
        SolveOptions options = tight_to(10);
        options.sampling = sampling;
        const Solution run = solve(read_system(oscillator + "event top: y' = 0 stop\n"), options);
        EXPECT_EQ(run.code, Outcome::event);
        EXPECT_NEAR(run.rows.back()[0], pi / 2, 1e-9);
        for (std::size_t k = 1; k < run.rows.size(); ++k)
            EXPECT_GT(run.rows[k][0], run.rows[k - 1][0]);
    }
}

TEST(Event, WhoseExpressionIsNotFiniteDoesNotHangTheRun)
{
    const Solution run =
        oscillate("event e: log(y - 2) = 0 stop\nsection f: sqrt(y - 3)/y = 0\n", 3);
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_TRUE(run.crossings[0].rows.empty());
}

TEST(Crossing, OnTheManifoldSatisfiesTheEquations)
{
    const Solution run =
        solve(read_system(testing::pendulum + "section low: x = 0\n"), tight_to(40));
    // The period of the swing is 4 K(1/2) = 7.4163: x vanishes at 1.854 + k 3.708, 11 times.
    ASSERT_EQ(run.crossings[0].rows.size(), 11u);
    const std::size_t y = column(run, "y");
    for (const std::vector<double>& row : run.crossings[0].rows) EXPECT_NEAR(row[y], -1, 1e-13);
    EXPECT_LE(run.residual, 1e-11);
}

TEST(Crossing, DoesNotChangeTheSteps)
{
    const Solution plain = solve(read_system(testing::pendulum), tight_to(20));
    const Solution watched =
        solve(read_system(testing::pendulum + "section low: x = 0\n"), tight_to(20));
    EXPECT_EQ(plain.rows, watched.rows);
}

}  // namespace
}  // namespace involute
