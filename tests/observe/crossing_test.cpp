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

// What is a few errors short of zero at the end is told, whatever the method.
TEST(Section, ThatNearlyArrivesAtTheEndIsTold)
{
    for (const char* method : {"dop853", "dopri54", "taylor", "rkf78", "radau"})
        for (const double rtol : {1e-5, 1e-8, 1e-11})
            for (const int turns : {1, 2, 3}) {
                const Solution run =
                    solve(read_system("var x\nx'' = -x\nstart x = 1, x' = 0\nsection s: x' = 0\n"),
                          {.to = turns * pi, .method = method, .rtol = rtol, .atol = rtol / 100});
                ASSERT_EQ(run.code, Outcome::finished) << run.reason;
                const CrossingRecord& s = run.crossings[0];
                const std::size_t at_end =
                    s.rows.size() + s.touches.size() - std::size_t(turns - 1);
                const double off = std::abs(run.rows.back()[column(run, "x'")]);
                EXPECT_TRUE(at_end == 1 || off > rtol) << method << " " << rtol << " " << turns;
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

// y = sin t passes 0.99 twice a period, 0.28 apart; 200 times in 100 periods, at arcsin 0.99 + 2πk
// and its mirror image.
TEST(Section, IsFoundHoweverLongTheSteps)
{
    for (const double rtol : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14}) {
        const Solution run = solve(read_system(oscillator + "section s: y = 0.99\n"),
                                   {.to = 200 * pi, .rtol = rtol, .atol = rtol / 100});
        ASSERT_EQ(run.crossings[0].rows.size(), 200u) << rtol;
        for (int k = 0; k < 200; ++k) {
            const double away = std::acos(0.99) * (k % 2 ? 1 : -1);
            EXPECT_NEAR(run.crossings[0].rows[k][0], pi / 2 + k / 2 * 2 * pi + away, 1e4 * rtol);
        }
        EXPECT_TRUE(run.crossings[0].touches.empty());
    }
}

// sin(100 t) vanishes 318 times up to 10, the start not counted; a step may be all of it.
TEST(Section, IsFoundHoweverOftenAStepCrossesIt)
{
    for (const char* method : {"taylor", "dop853", "rkf78", "radau5", "rk4"}) {
        const Solution run =
            solve(read_system("var phi\nphi' = 100\nstart phi = 0\nsection s: sin(phi) = 0\n"),
                  {.to = 10.0, .method = method});
        ASSERT_EQ(run.crossings[0].rows.size(), 318u) << method;
        for (int k = 1; k <= 318; ++k)
            EXPECT_NEAR(run.crossings[0].rows[k - 1][0], k * pi / 100, 1e-12) << method;
    }
}

// Functions of t alone need no solution: cos t = 1 - 1e-13 is crossed 4.5e-7 beside its touch.
TEST(Section, OfTheIndependentVariableIsExact)
{
    const Solution run =
        oscillate("section s: cos(t) = 1 - 1e-13\nsection w: sin(1000*t) = 0\n", 7);
    ASSERT_EQ(run.crossings[0].rows.size(), 3u);  // at the start it falls from 1
    EXPECT_NEAR(run.crossings[0].rows[0][0], std::sqrt(2e-13), 1e-9);
    EXPECT_NEAR(run.crossings[0].rows[1][0], 2 * pi - std::sqrt(2e-13), 1e-9);
    EXPECT_NEAR(run.crossings[0].rows[2][0], 2 * pi + std::sqrt(2e-13), 1e-9);
    EXPECT_EQ(run.crossings[1].rows.size(), 2228u);  // 7000/π = 2228.2
}

// (y - 1/2)² vanishes where sin t = 1/2 and y - 1 where it is 1, neither changes its sign.
TEST(Section, ThatIsTouchedSaysSo)
{
    const Solution run = oscillate("section d: (y - 1/2)^2 = 0\nsection one: y = 1\n", 7);
    EXPECT_TRUE(run.crossings[0].rows.empty());
    ASSERT_EQ(run.crossings[0].touches.size(), 3u);
    const double first[] = {pi / 6, 5 * pi / 6, 13 * pi / 6};
    for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(run.crossings[0].touches[k].from, first[k], 1e-8);
        EXPECT_NEAR(run.crossings[0].touches[k].to, first[k], 1e-8);
        EXPECT_LE(run.crossings[0].touches[k].from, run.crossings[0].touches[k].to);
    }
    // within the error a pair is possible as well as a touch
    EXPECT_TRUE(run.crossings[1].touches.size() == 1 || run.crossings[1].rows.size() == 2);
    EXPECT_TRUE(std::ranges::any_of(run.notices, [](const std::string& notice) {
        return says(notice, "section `d` is touched 3 times, first at t = 0.5235987");
    }));
}

TEST(Section, ThatVanishesAllAlongIsOneTouch)
{
    const Solution run =
        solve(read_system(testing::pendulum + "section on: x^2 + y^2 = 1\n"), tight_to(40));
    EXPECT_TRUE(run.crossings[0].rows.empty());
    ASSERT_EQ(run.crossings[0].touches.size(), 1u);
    EXPECT_EQ(run.crossings[0].touches[0].from, 0);
    EXPECT_EQ(run.crossings[0].touches[0].to, 40);
}

TEST(Section, AtAPoleOrAJumpIsNoCrossing)
{
    // 1/y changes its sign with y; the angle of (y', y) jumps from π to -π at π.
    const Solution run = oscillate(
        "section p: 1/y = 0\nsection q: tan(t) = 0\nsection cut: atan2(y, y') = 0\n"
        "section cube: y^3 = 0\n",
        7);
    EXPECT_TRUE(run.crossings[0].rows.empty());
    EXPECT_EQ(run.crossings[1].rows.size(), 2u);  // π, 2π
    ASSERT_EQ(run.crossings[2].rows.size(), 1u);
    EXPECT_NEAR(run.crossings[2].rows[0][0], 2 * pi, 1e-9);
    EXPECT_EQ(run.crossings[3].rows.size(), 2u);  // of third order, but the sign changes
    for (const CrossingRecord& record : run.crossings) EXPECT_TRUE(record.touches.empty());
}

// Counted in (start, end]: what is zero at the start is not, what arrives at zero at the end is.
TEST(Section, AtTheEndIsCountedOnce)
{
    for (const char* method : {"taylor", "dop853", "rkf78", "radau5", "rk4"}) {
        const Solution run = solve(
            read_system("var y\ny' = 1\nstart y = -1\nsection s: y = 0\nsection up: y = 0 rising\n"
                        "section down: y = 0 falling\nsection t1: t = 1\nsection t0: t = 0\n"),
            {.to = 1.0, .method = method});
        EXPECT_EQ(run.crossings[0].rows.size(), 1u) << method;
        EXPECT_EQ(run.crossings[1].rows.size(), 1u) << method;
        EXPECT_EQ(run.crossings[2].rows.size(), 0u) << method;
        EXPECT_EQ(run.crossings[3].rows.size(), 1u) << method;
        EXPECT_EQ(run.crossings[4].rows.size(), 0u) << method;
        for (const auto& row : run.crossings[0].rows) EXPECT_EQ(row[0], 1.0);
    }
    // sin t to π: the error of the end decides on which side of zero it is, and does not count.
    for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
        const Solution run = solve(read_system(oscillator + "section s: y = 0\n"),
                                   {.to = pi, .rtol = rtol, .atol = rtol});
        EXPECT_EQ(run.crossings[0].rows.size(), 1u) << rtol;
    }
}

// A zero at the end of a step belongs to two steps.
TEST(Section, BetweenTwoStepsIsCountedOnce)
{
    for (const char* method : {"taylor", "dop853", "rkf78", "radau5", "rk4", "euler"}) {
        const Solution run = solve(read_system("var y\ny' = 1\nstart y = -1\nsection s: y = 0\n"
                                               "section q: (t - 1/2)*(t - 1)*(t - 3/2) = 0\n"),
                                   {.to = 2.0, .method = method, .step = 0.5});
        ASSERT_EQ(run.crossings[0].rows.size(), 1u) << method;
        EXPECT_NEAR(run.crossings[0].rows[0][0], 1, 1e-15);
        EXPECT_EQ(run.crossings[1].rows.size(), 3u) << method;
    }
}

// λ = y'² + x'² - g y with g = 1, from energy λ = -3 y along the swing from x = 1: zero where y is,
// at the ends of every swing.
TEST(Crossing, OfMultipliersAndHighestDerivativesIsProvedToo)
{
    const Solution run =
        solve(read_system(testing::pendulum + "section m: lambda = 1\nsection same: -3*y = 1\n"
                                              "section top: x'' = 0.1\n"),
              tight_to(40));
    const auto& by_multiplier = run.crossings[0].rows;
    const auto& by_height = run.crossings[1].rows;
    ASSERT_GT(by_height.size(), 15u);
    ASSERT_EQ(by_multiplier.size(), by_height.size());
    for (std::size_t k = 0; k < by_height.size(); ++k)
        EXPECT_NEAR(by_multiplier[k][0], by_height[k][0], 1e-8);
    EXPECT_GT(run.crossings[2].rows.size(), 15u);
    for (const auto& row : run.crossings[2].rows) EXPECT_NEAR(row[column(run, "x''")], 0.1, 1e-9);
}

TEST(Event, ThatIsGrazedEndsTheRun)
{
    // sin t exceeds 0.99988 by 1.2e-4 for 0.031, within a step of any method
    for (const char* method : {"taylor", "dop853", "rkf78", "radau5", "rk4"})
        for (const double rtol : {1e-6, 1e-9, 1e-12}) {
            if (rtol < 1e-9 && std::string(method) == "rk4") continue;
            const Solution run = solve(read_system(oscillator + "event e: y = 0.99988 stop\n"),
                                       {.to = 10.0, .method = method, .rtol = rtol, .atol = rtol});
            EXPECT_EQ(run.code, Outcome::event) << method << " " << rtol;
            EXPECT_NEAR(run.end, std::asin(0.99988), 1e-3) << method << " " << rtol;
        }
}

TEST(Event, ThatIsOnlyTouchedDoesNotStop)
{
    const Solution run = oscillate("event e: (y - 1/2)^2 = 0 stop\n", 2);
    EXPECT_EQ(run.code, Outcome::finished);
    EXPECT_EQ(run.crossings[0].touches.size(), 1u);
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

// What jumps from 1 to 2 touches nothing, in whatever way that is written; y = sin t changes its
// sign three times before t = 10.
TEST(Section, WhoseSignDoesNotChangeAtAJumpIsNotTouched)
{
    for (const char* section :
         {"if(y > 0, 1, 2)", "if(y > 0 and y' > 0, 3, 1)", "if(not (y < 0), 1e-3, 5)",
          "(1 + sign(y))/2 + (1 - sign(y))", "2 + sign(y)*sign(t - 5)", "if(y > 0, 1 + y, 2 - y)"})
        for (const char* method : {"dop853", "taylor", "radau", "rk4"}) {
            const Solution run = solve(read_system(oscillator + "section s: " + section +
                                                   " = 0\nevent e: -(" + section + ") = 0 stop\n"),
                                       {.to = 10, .method = method, .rtol = 1e-7});
            EXPECT_EQ(run.code, Outcome::finished) << section << ", " << method;
            for (const CrossingRecord& record : run.crossings) {
                EXPECT_TRUE(record.touches.empty()) << section << ", " << method;
                EXPECT_TRUE(record.rows.empty()) << section << ", " << method;
            }
        }
}

// Where a side of the jump vanishes, and where the jump changes the sign, nothing is lost: y = sin
// t exceeds 1/4 from its arc sine to pi minus that, and is 1/2 at pi/6 first.
TEST(Section, ThatJumpsKeepsItsZerosAndItsChangesOfSign)
{
    const Solution run = oscillate(
        "section jump: if(y > 1/4, -1, 1) = 0\nsection side: if(y > 1/4, y - 1/2, 1) = 0 rising\n"
        "section touch: if(y > 1/4, (y - 1)^2, 2) = 0\n",
        4);
    const double first = std::asin(0.25);
    ASSERT_EQ(run.crossings[0].rows.size(), 2u);
    EXPECT_NEAR(run.crossings[0].rows[0][0], first, 1e-8);
    EXPECT_NEAR(run.crossings[0].rows[1][0], pi - first, 1e-8);
    // it rises through 1/2, and from -1/4 to 1 where y does not exceed 1/4 any more
    ASSERT_EQ(run.crossings[1].rows.size(), 2u);
    EXPECT_NEAR(run.crossings[1].rows[0][0], pi / 6, 1e-8);
    EXPECT_NEAR(run.crossings[1].rows[1][0], pi - first, 1e-8);
    EXPECT_TRUE(run.crossings[2].rows.empty());
    ASSERT_EQ(run.crossings[2].touches.size(), 1u);
    EXPECT_NEAR(run.crossings[2].touches[0].from, pi / 2, 1e-4);
}

// z is projected, so crossings are located beside the step's polynomial. Where y falls through 1/2,
// near 5 pi/6, 1/8 jumps to -2.9: a change of sign, and not a touch within the error beside it.
TEST(Section, ThatJumpsIsNotTouchedBesideTheJump)
{
    const std::string text =
        "var y, v, z, q\ny' = v\nv' = -y\nz' = q\nz = y + sin(t)\nstart y = 0, v = 1\n"
        "section s: if(y + z/1000 > 1/2, y*z/4, v - 2) = 0 falling\n";
    const double level = std::asin(0.5 / 1.002);  // z = 2 y
    for (const char* method : {"dop853", "taylor", "radau", "dopri54", "rkf78"})
        for (const double rtol : {1e-4, 1e-6, 1e-8}) {
            const Solution run =
                solve(read_system(text), {.to = 12, .method = method, .rtol = rtol});
            ASSERT_EQ(run.crossings[0].rows.size(), 2u) << method << " " << rtol;
            EXPECT_NEAR(run.crossings[0].rows[0][0], pi - level, 20 * rtol) << method;
            EXPECT_NEAR(run.crossings[0].rows[1][0], 3 * pi - level, 100 * rtol) << method;
            EXPECT_TRUE(run.crossings[0].touches.empty()) << method << " " << rtol;
        }
}

// floor(x) - 2 is zero from x = 2 to 3: one change of sign, counted where the new sign begins, and
// the whole stretch is told. The solution is x = t.
TEST(Crossing, OverAStretchOfZerosIsCountedAtItsEnd)
{
    for (const char* section : {"floor(x) = 2", "max(x - 3, min(0, x - 2)) = 0"})
        for (const char* method : {"dop853", "taylor", "radau"}) {
            const std::string text =
                std::string("var x\nx' = 1\nstart x = 0\nsection s: ") + section + "\n";
            const Solution run = solve(read_system(text), {.to = 5, .method = method});
            ASSERT_EQ(run.crossings[0].rows.size(), 1u) << section << ", " << method;
            EXPECT_NEAR(run.crossings[0].rows[0][0], 3, 1e-7) << section << ", " << method;
            ASSERT_EQ(run.crossings[0].touches.size(), 1u) << section << ", " << method;
            EXPECT_NEAR(run.crossings[0].touches[0].from, 2, 1e-7) << section << ", " << method;
            EXPECT_NEAR(run.crossings[0].touches[0].to, 3, 1e-7) << section << ", " << method;
            EXPECT_TRUE(std::ranges::any_of(run.notices, [](const std::string& notice) {
                return notice.find("section `s` vanishes from t = ") != notice.npos;
            }));
        }
}

// Implicit steps of a stiff equation may be as long as half a turn of what it follows: cos(t) is
// above 0.999 around 0, 2 pi, 4 pi and 6 pi, for 0.0447 on either side.
TEST(Section, IsSeenWithinLongImplicitSteps)
{
    for (const char* stiffness : {"10", "1e3", "1e5"})
        for (const double rtol : {1e-4, 1e-5, 1e-6, 1e-8})
            for (const char* method : {"auto", "radau", "radau5"}) {
                SolveOptions options{.to = 20, .rtol = rtol, .atol = rtol};
                options.method = method;
                const Solution run = solve(
                    read_system(std::string("var x\nx' = -") + stiffness +
                                "*(x - cos(t)) - sin(t)\nstart x = 1\nsection s: x = 0.999\n"),
                    options);
                ASSERT_EQ(run.code, Outcome::finished) << run.reason;
                EXPECT_EQ(run.crossings[0].rows.size(), 7u) << stiffness << method << rtol;
            }
}

}  // namespace
}  // namespace involute
