// SPDX-License-Identifier: Apache-2.0
// Terms that are flat at the start are terms all the same: small systems with known solutions in
// which something wakes up on the way, or far from where the search for a start begins.
#include "tests/laws/support.hpp"

namespace involute::testing {
namespace {

TEST(Asleep, AValueThatStartsToGrowIsSeen)
{
    // y = t, z = max(t - 1, 0).
    expect_ends(
        "var y, z\n"
        "y' = 1\n"
        "z = max(y - 1, 0)\n"
        "start y = 0\n"
        "solve to 3\n",
        {{"y", 3}, {"z", 2}});
}

TEST(Asleep, AThermostatSwitchesOn)
{
    // T = t up to 20, then T = 20 + (1 - exp(-10*(t - 20)))/10; q = 1 - T'.
    expect_ends(
        "var T, q\n"
        "T' = 1 - q\n"
        "q = 10*max(0, T - 20)\n"
        "start T = 0\n"
        "solve to 40\n",
        {{"T", 20.1}, {"q", 1}});
}

TEST(Asleep, ASaturatedControllerComesBack)
{
    // x = t up to t = 4, then 5 - x = exp(4 - t) = u.
    expect_ends(
        "var x, u\n"
        "x' = u\n"
        "u = max(-1, min(1, 5 - x))\n"
        "start x = 0\n"
        "solve to 10\n",
        {{"x", 5 - std::exp(-6.0)}, {"u", std::exp(-6.0)}});
}

TEST(Asleep, AHillFunctionFalls)
{
    // x(100) is the integral of 1/(1 + (s/50)^20), 100*F(1, 1/20; 21/20; -2^20); the
    // hypergeometric series and Gaussian quadrature, both with 30 digits, agree in all of them.
    expect_ends(
        "var x, y\n"
        "x' = 1/(1 + (y/50)^20)\n"
        "y' = 1\n"
        "start x = 0, y = 0\n"
        "solve to 100\n",
        {{"x", 50.2062051783631847484}, {"y", 100}});
}

TEST(Asleep, ADerivativeThatWakesUpIsIntegratedOrTheRunEndsThere)
{
    // y = t up to 1; then ((t - 1)*y)' = t with a bounded y: y = (t + 1)/2.
    for (const Way& way : ways()) {
        SCOPED_TRACE(name_of(way));
        const Solution solution =
            run("var y\n"
                "max(0, t - 1)*y' + y - t = 0\n"
                "start y = 0\n"
                "solve to 2\n",
                way);
        if (succeeded(solution)) {
            expect_values(solution, way, {{"y", 1.5}});
        } else {
            EXPECT_EQ(int(solution.status), int(RunStatus::stopped)) << solution.reason;
            EXPECT_NEAR(solution.end, 1, 1e-3) << solution.reason;
            EXPECT_FALSE(solution.reason.empty());
        }
    }
}

TEST(Asleep, AnAlgebraicUnknownFollowsTheTime)
{
    // x' = 1/(1 + t).
    expect_ends(
        "var x, y\n"
        "x'*y = 1\n"
        "y = 1 + t\n"
        "start x = 0\n"
        "solve to 1\n",
        {{"x", std::log(2.0)}, {"y", 2}});
}

TEST(Asleep, AStiffEquationSoftens)
{
    // With A(t) = 50^20/(19*t^19), z = t - integral of exp(A(t) - A(s)) over s from 0 to t; by
    // Gaussian quadrature with 30 digits, of this and of s*(50/s)^20*exp(A(t) - A(s)).
    expect_ends_or_reason(
        "var x, y, z\n"
        "x' = 1\n"
        "(x/50)^20*z' + z = x\n"
        "y = z\n"
        "start x = 0\n"
        "solve to 100\n",
        {{"x", 100}, {"y", 54.3618384632048971}, {"z", 54.3618384632048971}});
}

TEST(Asleep, AnExponentialReachesALargeValue)
{
    expect_ends_or_reason("var y\nexp(y) = 1e300\nsolve to 1\n", {{"y", 300 * std::log(10.0)}});
}

TEST(Asleep, AGaussianIsFoundFromAGuessNearIt)
{
    // y = 30 - sqrt(log(2)), the side of the guess.
    expect_ends_or_reason("var y\nexp(-(y - 30)^2) = 0.5\nguess y = 29\nsolve to 1\n",
                          {{"y", 30 - std::sqrt(std::log(2.0))}});
}

TEST(Asleep, AGaussianFarFromTheGuessIsNoContradiction)
{
    for (const Way& way : ways()) {
        SCOPED_TRACE(name_of(way));
        const Solution solution = run("var y\nexp(-(y - 30)^2) = 0.5\nsolve to 1\n", way);
        EXPECT_NE(word_of(solution.code), "inconsistent") << solution.reason;
        EXPECT_FALSE(says(solution.reason, "contains no unknown")) << solution.reason;
        if (succeeded(solution)) {
            EXPECT_NEAR(std::abs(end_value(solution, "y") - 30), std::sqrt(std::log(2.0)), 1e-6);
        }
    }
}

TEST(Asleep, AKinkFarFromTheGuessIsFound)
{
    expect_ends_or_reason("var y\nmax(0, y - 100) = 1\nsolve to 1\n", {{"y", 101}});
}

}  // namespace
}  // namespace involute::testing
