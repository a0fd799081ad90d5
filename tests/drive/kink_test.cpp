// SPDX-License-Identifier: Apache-2.0
// Steps end where an argument of max, min, abs or sign passes zero. Expected values are closed
// forms of the pieces, put together by hand.
#include <numbers>

#include "support.hpp"

namespace involute {
namespace {

using testing::says;

const std::vector<std::string> methods{"auto", "dop853", "radau", "taylor", "dopri54"};

double end_of(const Solution& run, const std::string& name)
{
    const auto at = std::ranges::find(run.names, name) - run.names.begin();
    return run.rows.empty() ? std::nan("") : run.rows.back()[std::size_t(at) + 1];
}

void expect_end(const std::string& text, double to, const std::string& name, double expected)
{
    const System system = read_system(text);
    for (const std::string& method : methods)
        for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
            const Solution run = solve(system, {.to = to,
                                                .method = method,
                                                .rtol = rtol,
                                                .atol = rtol / 100,
                                                .sampling = {.only_end = true}});
            EXPECT_EQ(run.code, Outcome::finished) << method << ' ' << rtol << ' ' << run.reason;
            EXPECT_NEAR(end_of(run, name), expected, 100 * rtol * std::max(1.0, std::abs(expected)))
                << method << ' ' << rtol;
        }
}

TEST(Kink, AMaximumThatWakesUpLaterIsFollowed)
{
    expect_end("var y, z\ny' = 1\nz = max(y - 1, 0)\nstart y = 0\n", 3, "z", 2);
}

// T' = 1 up to 20, then T = 20.1 - exp(-10 (t - 20))/10; what is left at 40 is exp(-200).
TEST(Kink, AThermostatHoldsItsTemperature)
{
    expect_end("var T, q\nT' = 1 - q\nq = 10*max(0, T - 20)\nstart T = 0\n", 40, "T", 20.1);
}

// x = t up to 4, then 5 - x = exp(-(t - 4)).
TEST(Kink, ASaturatedControlReleases)
{
    expect_end("var x, u\nx' = u\nu = max(-1, min(1, 5 - x))\nstart x = 0\n", 10, "x",
               5 - std::exp(-6.0));
}

// x = cos(√1.5 t) while positive, then -√3 sin(√0.5 s) for half a period, and so on.
TEST(Kink, AnOscillatorWithTwoStiffnessesKeepsItsPeriod)
{
    const double pi = std::numbers::pi, fast = std::sqrt(1.5), slow = std::sqrt(0.5);
    const double s = std::fmod(30 + pi / (2 * fast), pi / fast + pi / slow);
    const double x =
        s < pi / fast ? std::sin(fast * s) : -std::sqrt(3.0) * std::sin(slow * (s - pi / fast));
    expect_end("var x\nx'' = -x - 0.5*abs(x)\nstart x = 1, x' = 0\n", 30, "x", x);
}

// x = 1 - t²/2 down to 0 at √2; the whole period is 4√2. At 20, s after the third time at √2.
TEST(Kink, AForceThatJumpsKeepsTheOrderOfTheMethod)
{
    const double s = 20 - 3 * 4 * std::sqrt(2.0) - std::sqrt(2.0);
    expect_end("var x\nx'' = -sign(x)\nstart x = 1, x' = 0\n", 20, "x",
               -(std::sqrt(2.0) * s - s * s / 2));
}

// ∫ max(0, a² - (t - 1)²) = 4a³/3; the whole pulse lies within one step.
TEST(Kink, APulseBetweenTwoEndsOfAStepIsNotMissed)
{
    const System pulse = read_system("var y\ny' = max(0, 0.001 - (t - 1)^2)\nstart y = 0\n");
    for (const std::string& method : methods) {
        const Solution run = solve(pulse, {.to = 2, .method = method});
        EXPECT_NEAR(end_of(run, "y"), 4.0 / 3 * std::pow(0.001, 1.5), 1e-12) << method;
    }
}

/// y of x = size sin(rate t), y' = gain max(0, x - edge), after so many passages.
double seen_over(double edge, double size, double rate, double gain, int passages)
{
    const double first = std::asin(edge / size), on = std::numbers::pi - 2 * first;
    return passages * gain * (2 * size * std::cos(first) - edge * on) / rate;
}

// On for 0.028 of every turn: docs/promise.md.
TEST(Kink, OfAnUnknownThatLooksOverAnEdgeForAShortWhileIsSeen)
{
    const System thin = read_system(
        "var x, y\nx'' = -x\ny' = 1e6*max(0, x - 0.9999)\nstart x = 0, x' = 1, y = 0\n");
    for (const std::string& method : methods) {
        const Solution run = solve(thin, {.to = 20, .method = method});
        EXPECT_NEAR(end_of(run, "y"), seen_over(0.9999, 1, 1, 1e6, 3), 0.01) << method;
    }
}

// Fehlberg's estimate of order 7(8) is blind to a jump that the stages at the end of a step are
// beyond: y was wrong by 0.01. It is how long sin t exceeds the level, twice before t = 12.
TEST(Kink, IsSeenByEstimatesThatAreBlindToJumps)
{
    for (const char* level : {"0.1", "0.25", "0.37", "0.52", "0.71", "0.83"})
        for (const char* method : {"rkf78", "rkf45", "dopri54", "dop853", "dverk65", "radau5"})
            for (const double rtol : {1e-5, 1e-9}) {
                const Solution run =
                    solve(read_system(std::string("var x, y\nx'' = -x\ny' = if(x > ") + level +
                                      ", 1, 0)\nstart x = 0, x' = 1, y = 0\n"),
                          {.to = 12, .method = method, .rtol = rtol, .atol = rtol});
                ASSERT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
                const double on = std::numbers::pi - 2 * std::asin(std::stod(level));
                EXPECT_NEAR(end_of(run, "y"), 2 * on, 100 * rtol) << method << " " << level;
            }
}

// Radau's trials on the way to the kink fail, and with fewer stages then the one that was accepted
// before fails as well. The walk leapt straight on for 0.07 there, and y was 176.
TEST(Kink, ThatTrialsDoNotReachIsNotLeaptTo)
{
    const Solution run =
        solve(read_system("var x, y\nx'' = -0.20259309281675775*x\n"
                          "y' = 11916425.267269645*max(0, x - 0.078188673740779438)\n"
                          "start x = 0, x' = 0.03519464854789979, y = 0\n"),
              {.to = 48.857989906989197, .method = "radau", .rtol = 1e-7, .atol = 1e-9});
    const double rate = std::sqrt(0.20259309281675775), size = 0.03519464854789979 / rate;
    EXPECT_NEAR(end_of(run, "y"),
                seen_over(0.078188673740779438, size, rate, 11916425.267269645, 4), 0.05);
    EXPECT_NEAR(end_of(run, "x'"), -0.03519464854789979, 1e-8);
}

// The slope jumps from 0 to 1e9.
TEST(Kink, AVeryHighJumpInTimeIsPassed)
{
    const System jump = read_system("var y\ny' = 1e9*max(sign(t - 1), 0)\nstart y = 1\n");
    for (const std::string& method : methods) {
        const Solution run = solve(jump, {.to = 2, .method = method});
        EXPECT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_NEAR(end_of(run, "y") / 1e9, 1, 1e-8) << method;
    }
}

TEST(Kink, AtTheOriginIsFoundInQuadruplePrecision)
{
    // y' = -1 until 0, +1 afterwards, from y(-1) = 0: y(2) = -1 + 2. No number beside 0 is near in
    // proportion.
    const System system = read_system("var y\ny' = sign(t)\nstart t = -1, y = 0\n");
    const Solution run = solve(
        system,
        {.to = 2, .precision = Precision::quad, .rtol = 1e-12, .sampling = {.only_end = true}});
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_of(run, "y"), 1, 1e-12);
}

// From t = 0 on v = 0 and i = 1; at t = 0 alone the other equation holds, and det J has the other
// sign there.
TEST(Kink, AtTheStartIsLeftThoughNoStepBeginsThere)
{
    for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
        const Solution run = solve(read_system("var v, i\nv + i = 1\nif(t > 0, v, i) = 0\n"),
                                   {.to = 1, .method = method});
        ASSERT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
        EXPECT_NEAR(end_value(run, "v"), 0, 1e-12) << method;
        EXPECT_NEAR(end_value(run, "i"), 1, 1e-12) << method;
    }
}

// At t = 0 alone i = 0 and v = 1, of index 2; from there on v = 0 and i' = 1: i = t.
TEST(Kink, AtTheStartWhereOtherEquationsHoldTakesTheSideAhead)
{
    for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
        const Solution run = solve(read_system("var v, i\ni' = 1 - v\nif(t > 0, v, i) = 0\n"),
                                   {.to = 1, .method = method});
        ASSERT_EQ(run.code, Outcome::finished) << method << ": " << run.reason;
        EXPECT_EQ(run.rows.front().at(0), 0) << method;
        EXPECT_NEAR(end_value(run, "v"), 0, 1e-12) << method;
        EXPECT_NEAR(end_value(run, "i"), 1, 1e-8) << method;
        EXPECT_TRUE(std::ranges::any_of(run.notices, [](const std::string& notice) {
            return says(notice, "t passes zero at the start");
        })) << method;
    }
}

// At t = 0 alone y = 1, and beyond it y' = y: with y = 1 given that is exp(t), with another value
// no solution at all, and without one the start must not take what it likes.
TEST(Kink, AtTheStartKeepsWhatTheEquationsThereDemand)
{
    const std::string text = "var y\n0 = if(t > 0, y' - y, y - 1)\n";
    const Solution run = solve(read_system(text + "start y = 1\n"), {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "y"), std::exp(1.0), 1e-7);
    for (const char* start : {"", "start y = 2\n"})
        EXPECT_NE(solve(read_system(text + start), {.to = 1}).code, Outcome::finished) << start;
}

// A regular singular point is none of the switch: t*y'' + y' + y*sign(t) = 0 is Bessel's equation
// in another variable, y = J0(2 sqrt(t)), and J0(2) = 0.22389077914.
TEST(Kink, AtTheStartIsNotTakenForTheCauseOfASingularPoint)
{
    const Solution run = solve(read_system("var y\nt*y'' + y' + y*if(t >= 0, 1, -1) = 0\n"
                                           "start y = 1, y' = -1\n"),
                               {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "y"), 0.22389077914, 1e-6);
}

TEST(Kink, AtTheStartTheBranchIsTheOneTheSolutionTakes)
{
    // y = x, w = y' + 1 = 2: the mean of both branches would be 1.5.
    const std::string text = "var x, y, w\nx' = 1\ny = max(0, x)\nw = y' + 1\nstart x = 0\n";
    expect_end(text, 1, "w", 2);
    expect_end("var y\ny' = 1 + abs(t)\nstart t = 0, y = 0\n", 2, "y", 4);
}

TEST(Kink, AtTheEndNothingHappens)
{
    expect_end("var y\ny' = max(1, t)\nstart y = 0\n", 1, "y", 1);
}

/// Systems that end on a kink where the highest derivative jumps; x and x' there, from before.
struct EndsOnAKink {
    std::string text{};
    double to = 0, x = 0, slope = 0;
};
const std::vector<EndsOnAKink> ends_on_a_kink{
    {"var x\nx' = sign(1 - t)\nstart x = 0\n", 1, 1, 1},
    {"var x\nx' = 1 + max(0, 10*t - 3)'\nstart x = 0\n", 0.3, 0.3, 1},
    // a stiff filter behind a ramp, as in models/nand.ode
    {"var x\nlet V = max(0, t - 1) - max(0, t - 2)\nx' + 1e4*x = V'\nstart x = 0\n", 2, 1e-4, 0},
    // y = 1 - t reaches 0 at the end: a kink of the state
    {"var x, y\nx' = 1 + sign(y)\ny' = -1\nstart x = 0, y = 1\n", 1, 2, 2},
    // the coefficient of x' wakes up at the end: ranks decided before
    {"var x\nmax(0, t - 1)*x' + x = t\nstart x = 0\n", 1, 1, 1}};

// A stage on the kink has neither branch: with the mean of both the last step is wrong by a part
// of its size, which estimates of the error may allow.
TEST(Kink, AtTheEndTheLastStepIsOneOfTheOldBranch)
{
    for (const EndsOnAKink& at : ends_on_a_kink) {
        expect_end(at.text, at.to, "x", at.x);
        for (const char* method : {"auto", "dop853", "radau", "taylor"}) {
            const Solution run =
                solve(read_system(at.text),
                      {.to = at.to, .method = method, .rtol = 1e-10, .atol = 1e-12});
            EXPECT_EQ(run.code, Outcome::finished) << at.text << method << ' ' << run.reason;
            EXPECT_EQ(run.rows.back()[0], at.to) << at.text << method;
            EXPECT_EQ(run.end, at.to) << at.text << method;
            EXPECT_NEAR(end_of(run, "x"), at.x, 2e-12) << at.text << method;
            EXPECT_NEAR(end_of(run, "x'"), at.slope, 2e-8) << at.text << method;
        }
    }
}

// With constant steps nothing else would notice, at the end and on the way.
TEST(Kink, AtTheEndOfAConstantStepIsNoStageOfIt)
{
    const System pulse = read_system("var x\nx' = sign(t - 1) - sign(t - 2)\nstart x = 0\n");
    for (const char* method : {"rk4", "dop853", "radau"})
        for (const double to : {1., 1.5, 2., 3.}) {
            const Solution run = solve(pulse, {.to = to, .method = method, .step = 0.125});
            EXPECT_EQ(run.code, Outcome::finished) << method << ' ' << to << ' ' << run.reason;
            EXPECT_NEAR(end_of(run, "x"), 2 * (std::min(to, 2.) - 1), 1e-13) << method << ' ' << to;
        }
}

// y = 2 exp(-t) - 1 is 0 at ln 2: from there on x = 2 ln 2. Stages of explicit methods are less
// accurate than ends of steps, and would lie beyond the kink where a step ends just before it.
TEST(Kink, OfTheStateKeepsTheOrderOfConstantSteps)
{
    const System system =
        read_system("var x, y\nx' = 1 + sign(y)\ny' = -1 - y\nstart x = 0, y = 1\n");
    const auto off = [&](const char* method, double step) {
        const Solution run = solve(system, {.to = 2, .method = method, .step = step});
        EXPECT_EQ(run.code, Outcome::finished) << method << ' ' << run.reason;
        return std::abs(end_of(run, "x") - 2 * std::numbers::ln2);
    };
    for (const auto& [method, order] :
         {std::pair{"heun", 2}, {"rk4", 4}, {"dopri54", 5}, {"radau5", 5}}) {
        EXPECT_LT(off(method, 0.1), 0.003) << method;
        EXPECT_NEAR(std::log2(off(method, 0.1) / off(method, 0.05)), order, 0.3) << method;
    }
    EXPECT_LT(off("dop853", 0.1), 1e-13);
}

// x' = 1 + sign(t): 2 to the right of the start, 0 to the left; beyond 1 it is 3.
TEST(Kink, ARowOnItHasTheSideOfItsStep)
{
    const System system =
        read_system("var x\nx' = 1 + sign(t) + (1 + sign(t - 1))/2\nstart x = 0\n");
    for (const char* method : {"auto", "dop853", "radau", "taylor"}) {
        const Solution run = solve(system, {.to = 2, .method = method, .sampling = {.every = 0.5}});
        ASSERT_EQ(run.rows.size(), 5u) << method << ' ' << run.reason;
        for (const auto& [row, slope] : {std::pair{0, 2}, {1, 2}, {2, 2}, {3, 3}, {4, 3}})
            EXPECT_EQ(run.rows[std::size_t(row)][2], slope) << method << ' ' << row;
        EXPECT_EQ(run.rows[0][1], 0);
        const Solution back = solve(system, {.to = -1, .method = method});
        EXPECT_EQ(back.rows.front()[2], 0) << method;
    }
}

TEST(Kink, BackwardsTheSameKinksAreMet)
{
    // y = ∫ |t|: from 2 to -1 it falls by 2 + 1/2.
    expect_end("var y\ny' = abs(t)\nstart t = 2, y = 0\n", -1, "y", -2.5);
}

TEST(Kink, AFunctionThatVanishesAllAlongIsNone)
{
    // x^2 + y^2 - 1 is zero but for errors; only the pendulum's own motion is left.
    const Solution plain =
        solve(read_system(testing::pendulum), {.to = 5, .sampling = {.only_end = true}});
    const Solution with =
        solve(read_system("var x, y, lambda\nx'' + lambda*x = 0\n"
                          "y'' + lambda*y + 1 = max(0, x^2 + y^2 - 1)\nx^2 + y^2 = 1\n"
                          "start x = 1, x' = 0\n"),
              {.to = 5, .sampling = {.only_end = true}});
    EXPECT_EQ(with.code, Outcome::finished) << with.reason;
    EXPECT_NEAR(end_of(with, "x"), testing::Swing<double>(5).x, 1e-6);
    EXPECT_LT(with.statistics.steps, 2 * plain.statistics.steps);
}

TEST(Kink, AlongACurveItIsPassedToo)
{
    const System system =
        read_system("var x, u\nx' = u\nu = max(-1, min(1, 5 - x))\nstart x = 0\n");
    const Solution run = solve(system, {.to = 10, .curve = true});
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_of(run, "x"), 5 - std::exp(-6.0), 1e-6);
}

TEST(Kink, AWalkThatEndsOnTheOneItBeginsOnEnds)
{
    const Solution run = solve(read_system("var x\nx' = sign(t)\nstart x = 3\n"), {.to = 0});
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(end_of(run, "x"), 3);
}

// x' is 0 before t = 1 and 1 beyond, but x'' = z is asked for.
TEST(Kink, AForcedJumpBelowTheHighestDerivativesEndsTheRunAndIsNamed)
{
    const System system = read_system("var x, z\nx = max(0, t - 1)\nx'' = z\n");
    for (const std::string& method : methods) {
        const Solution run = solve(system, {.to = 2, .method = method});
        EXPECT_EQ(run.status, RunStatus::stopped) << method;
        EXPECT_NEAR(run.end, 1, 1e-6) << method;
        for (const char* words : {"equation 1", "max(0, t - 1)", "x' jumps from 0 to 1", "t = 1"})
            EXPECT_TRUE(says(run.reason, words)) << method << ": " << run.reason;
    }
}

// Both sides push towards x = 0, which is met where 1 - t - (cos(t) - 1)/2 = 0. What is said does
// not depend on where the last steps happened to end.
TEST(Kink, ThatTheFieldPushesToFromBothSidesIsCalledChatter)
{
    const System system = read_system("var x\nx' = -sign(x) + 0.5*sin(t)\nstart x = 1\n");
    for (const char* method : {"auto", "dop853", "dopri54"})
        for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
            const Solution run =
                solve(system, {.to = 10, .method = method, .rtol = rtol, .atol = rtol / 100});
            EXPECT_EQ(run.code, Outcome::step_too_small) << method << rtol;
            EXPECT_TRUE(testing::says(run.reason, "the solution chatters at t = 1.4"))
                << method << rtol << run.reason;
            EXPECT_NEAR(run.end, 1.42967165088278, 0.5 * std::sqrt(rtol)) << method << rtol;
            EXPECT_TRUE(testing::says(run.reason, "x' jumps between")) << run.reason;
        }
}

// (max(0, t - 1)^2)'' is 0, then 2; its first derivative has no jump.
TEST(Kink, OfAFunctionOfTheIndependentVariableMayBeDifferentiated)
{
    for (const double start : {0.0, 1.5}) {
        const std::string text =
            "var u, y\nu = max(0, t - 1)^2\ny' = u''\nstart y = 0, t = " + std::to_string(start) +
            "\n";
        const Solution run = solve(read_system(text), {.to = 3.0});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_NEAR(end_value(run, "y"), 2 * (3 - std::max(1.0, start)), 1e-7);
    }
}

// The derivative of max(t, 1)^2 jumps from 0 to 2 at t = 1, so that y would have to.
TEST(Kink, ThatMakesADerivativeJumpIsNotPassed)
{
    const Solution run = solve(
        read_system("var u, y\nu = max(t, 1)^2\ny' = u''\nstart y = 0, t = 0\n"), {.to = 3.0});
    EXPECT_NE(run.status, RunStatus::finished);
    EXPECT_NEAR(run.end, 1, 1e-6) << run.reason;
}

}  // namespace
}  // namespace involute
