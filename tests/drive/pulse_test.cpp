// SPDX-License-Identifier: Apache-2.0
// Switches that are on for a short while only: every pulse counts, whatever the method.
#include <gtest/gtest.h>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

void expect_end(const std::string& text, double to, const char* name, double expected)
{
    for (const char* method : {"auto", "radau", "taylor", "dop853"}) {
        const Solution run = solve(read_system(text), {.to = to, .method = method});
        ASSERT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
        EXPECT_NEAR(end_value(run, name), expected, 1e-6 * std::abs(expected)) << method;
    }
}

// Fifteen pulses of 2 (sin a - 0.9 a), a = acos 0.9.
TEST(Pulse, OfASineAboveALevelIsSeenEveryTime)
{
    const double a = std::acos(0.9);
    expect_end("var x\nx' = max(0, sin(t) - 0.9)\nstart x = 0\n", 30 * std::acos(-1.0), "x",
               30 * (std::sin(a) - 0.9 * a));
}

// On while cos t > 0.999: half a pulse at 0, three whole ones up to 20, each 2 acos 0.999 long.
TEST(Pulse, OfASignIsSeenEveryTime)
{
    expect_end("var x\nx' = 1 + sign(cos(t) - 0.999)\nstart x = 0\n", 20, "x",
               14 * std::acos(0.999));
}

TEST(Pulse, OfAnAlgebraicUnknownIsSeenEveryTime)
{
    const double a = std::acos(0.99);
    expect_end("var x, v\nv = sin(t)\nx' = max(0, v - 0.99)\nstart x = 0\n", 30, "x",
               10 * (std::sin(a) - 0.99 * a));
}

// Pulses of t alone, far shorter than the steps around them.
TEST(Pulse, OfSignsOfTimeIsHit)
{
    expect_end("var x\nx' = 100*(sign(t-24) - sign(t-24.1))/2\nstart x = 0\n", 100, "x", 10);
}

TEST(Pulse, OfAHatIsHit)
{
    expect_end("var x\nx' = max(0, 1 - abs(t-500)/0.1)\nstart x = 0\n", 1000, "x", 0.1);
}

// max(0, min(5, t - a)) - max(0, min(5, t - a - 0.001)): a trapezium of height 0.001, 5 long
TEST(Pulse, OfNestedSwitchesIsHit)
{
    expect_end("var x\nx' = max(0, min(5, t-50)) - max(0, min(5, t-50.001))\nstart x = 0\n", 1000,
               "x", 0.005);
}

TEST(Pulse, BackwardsIsHit)
{
    expect_end("var x\nx' = max(0, 1 - abs(t-500)/0.1)\nstart t = 1000, x = 0\n", 0, "x", -0.1);
    expect_end("var x\nx' = 1e6*exp(-((t-50)*100)^2)\nstart t = 100, x = 0\n", 0, "x",
               -1e4 * std::sqrt(std::acos(-1.0)));
}

TEST(Pulse, InQuadruplePrecisionIsHitToAllDigits)
{
    const Solution run =
        solve(read_system("var x\nx' = 100*(sign(t-24) - sign(t-24.1))/2\nstart x = 0\n"),
              {.to = 100, .precision = Precision::quad, .rtol = 1e-20, .atol = 1e-22});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    const Quad off = run.quad_rows.back().at(1) - Quad(10);
    EXPECT_LE(std::abs(to_double(off)), 1e-26);
}

TEST(Pulse, ThatIsSmoothIsFound)
{
    const double root_pi = std::sqrt(std::acos(-1.0));
    expect_end("var x\nx' = 1e6*exp(-((t-50)*100)^2)\nstart x = 0\n", 100, "x", 1e4 * root_pi);
    // one that a sample of the watch itself hits, and one that none does
    expect_end("var x\nx' = 1e6*exp(-((t-12.5)*100)^2)\nstart x = 0\n", 100, "x", 1e4 * root_pi);
    // beside what moves anyway: a part in 3e5
    expect_end("var x\nx' = 3 + sin(t) + exp(-((t-63.7)*1000)^2)\nstart x = 0\n", 100, "x",
               301 - std::cos(100.0) + root_pi / 1000);
    // a box with smooth fronts: 2000 for a hundredth
    expect_end("var x\nx' = 1e3*(tanh(1e4*(t-50)) - tanh(1e4*(t-50.01)))\nstart x = 0\n", 100, "x",
               20);
    // Lorentz: algebraic tails
    expect_end("var x\nx' = 1e5/(1 + (1e5*(t-77.7))^2)\nstart x = 0\n", 100, "x",
               std::atan(1e5 * 22.3) + std::atan(1e5 * 77.7));
}

// Its bounds overflow nearly everywhere: cosh(u) and exp(u) for u up to 5000.
TEST(Pulse, WhoseDenominatorOverflowsIsFound)
{
    const double pi = std::acos(-1.0);
    for (const char* method : {"dop853", "dopri54", "radau", "radau5"})
        for (const double rtol : {1e-4, 1e-8})
            for (const char* shape : {"1/cosh((t-573.07)*10)",
                                      "2/(exp((t-573.07)*10) + "
                                      "exp((573.07-t)*10))"}) {
                const Solution run =
                    solve(read_system(fmt::format("var x\nx' = 300*{}\nstart x = 0\n", shape)),
                          {.to = 1000, .method = method, .rtol = rtol});
                ASSERT_EQ(run.code, Outcome::finished) << run.reason;
                EXPECT_NEAR(end_value(run, "x"), 30 * pi, 100 * rtol * 30 * pi) << method << shape;
            }
}

// One of the samples lies in a front by chance, and a polynomial through others foretells it.
TEST(Pulse, WithASampleInItsFrontIsFound)
{
    const std::string pulse =
        "var x\n"
        "x' = 497.5245718247438*(1 - tanh((t - 53.62113246113124)/0.03376005751275839)^2)\n"
        "start x = 0\n";
    for (const char* method : {"taylor", "dop853", "dopri54", "radau"})
        for (const double atol : {1e-6, 1e-7, 1e-8}) {
            const Solution run = solve(read_system(pulse),
                                       {.to = 100, .method = method, .rtol = 1e-4, .atol = atol});
            ASSERT_EQ(run.code, Outcome::finished) << run.reason;
            EXPECT_NEAR(end_value(run, "x"), 2 * 497.5245718247438 * 0.03376005751275839, 1e-2)
                << method << " " << atol;
        }
}

// Fehlberg's estimate of order 7(8) is 0 for every quadrature: in t, or in what moves as t does.
TEST(Quadrature, ByRkf78IsAsAccurateAsAsked)
{
    const double bell = std::sqrt(std::acos(-1.0)), width = 7.7;
    for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10})
        for (const char* text :
             {"var y\ny' = exp(-((t - 543.1)/7.7)^2)\nstart y = 0\n",
              "var x, y\nx' = 1\ny' = exp(-((x - 543.1)/7.7)^2)\nstart x = 0, y = 0\n"}) {
            const Solution run =
                solve(read_system(text),
                      {.to = 1000, .method = "rkf78", .rtol = rtol, .atol = rtol / 100});
            ASSERT_EQ(run.code, Outcome::finished) << run.reason;
            EXPECT_NEAR(end_value(run, "y"), bell * width, 10 * rtol * bell * width)
                << rtol << text;
        }
}

// A step that ends where the tail of a pulse begins was made again, as long as before, for ever.
TEST(Pulse, JustBeforeTheEndIsMetWithoutTurningRound)
{
    const double at = 292.23819284838925, width = 0.11592706082948273, to = 293.22604868856257;
    expect_end(
        "var x\nx' = 1.1195682268627269*exp(-((t - 292.23819284838925)/0.11592706082948273)^2)\n"
        "start x = 0\n",
        to, "x",
        1.1195682268627269 * width * std::sqrt(std::acos(-1.0)) / 2 *
            (std::erf((to - at) / width) + 1));
}

// 32 pulses up to 100.5, of which the first one is a half; each √(π/c) (1 + 1/(4c) + ...)
TEST(Pulse, ThatComesAgainAndAgainIsFoundEveryTime)
{
    const double c = 1e6;
    expect_end("var x\nx' = 1e3*exp(-1e6*sin(t)^2)\nstart x = 0\n", 100.5, "x",
               31.5e3 * std::sqrt(std::acos(-1.0) / c) * (1 + 1 / (4 * c)));
}

TEST(Pulse, OfAnAlgebraicUnknownThatIsSmoothIsFound)
{
    expect_end("var x, u\nu = 1e6*exp(-((t-50)*100)^2)\nx' = u\nstart x = 0\n", 100, "x",
               1e4 * std::sqrt(std::acos(-1.0)));
}

// Energy: the ball comes back with the speed it had, and is at -0.033 or so at 100, where the time
// it spends in the wall is that of x'' = -f(x) from v = 1 down to 0 and back.
TEST(Pulse, OfTheStateThatIsAWallFarAwayThrowsBack)
{
    const std::string wall = "var x\nx'' = -1e4*exp(-((x-50)*100)^2)\nstart x = 0, x' = 1\n";
    expect_end(wall, 100, "x'", -1);
    const Solution run = solve(read_system(wall), {.to = 100});
    EXPECT_NEAR(end_value(run, "x"), 0, 0.05);
}

TEST(Pulse, OfTheStateThatIsPassedIsFound)
{
    const double root_pi = std::sqrt(std::acos(-1.0));
    expect_end("var x, y\nx' = 1\ny' = 1e6*exp(-((x-50)*100)^2)\nstart x = 0, y = 0\n", 100, "y",
               1e4 * root_pi);
    // a dip of what is 1 elsewhere: ∫ (1 - tanh(s^2)) ds = 1.5162..., here by Simpson's rule
    double dip = 0;
    const int n = 20000;
    for (int k = 0; k <= n; ++k) {
        const double s = -10 + 20.0 * k / n;
        dip += (k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2) * (1 - std::tanh(s * s)) * 20.0 / n / 3;
    }
    expect_end("var x, y\nx' = 1\ny' = 1e3*(1 - tanh((1e3*(x-50))^2))\nstart x = 0, y = 0\n", 100,
               "y", dip);
}

// x' = -x + s(t), s = ±1 but for a hundredth around the zeros of sin t: piece by piece.
TEST(Switch, ThatIsSmoothButSteepIsNotSteppedOverBySeries)
{
    const double pi = std::acos(-1.0);
    double x = 0;
    for (int k = 0; k < 4; ++k) {
        const double length = std::min(10.0, (k + 1) * pi) - k * pi, s = k % 2 == 0 ? 1 : -1;
        x = s + (x - s) * std::exp(-length);
    }
    const Solution run = solve(read_system("var x\nx' = -x + tanh(1e4*sin(t))\nstart x = 0\n"),
                               {.to = 10, .rtol = 1e-12, .atol = 1e-14});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "x"), x, 1e-3);
}

// The belt takes the mass along: the speed stays at v, where the force jumps.
TEST(Kink, ThatASolutionSlidesOnIsNamed)
{
    const Solution run =
        solve(read_system("param v = 0.1\nvar x\nx'' = 0.3*sign(v - x')\nstart x = 0, x' = 0\n"),
              {.to = 0.5, .max_steps = 100000});
    EXPECT_EQ(run.status, RunStatus::stopped);
    EXPECT_NE(run.code, Outcome::max_steps);
    EXPECT_NEAR(run.end, 1.0 / 3, 1e-4);
    EXPECT_TRUE(testing::says(run.reason, "sign")) << run.reason;
}

}  // namespace
}  // namespace involute
