// SPDX-License-Identifier: Apache-2.0
// Fast oscillations are reported if there are any, and only then.
#include "involute/prepare/fast_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "involute/model/read.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

std::optional<FastModes> modes_of(const std::string& text, const Overrides& overrides = {})
{
    const System system = read_system(text, "", overrides);
    Prepared prepared = prepare(system, {}, false);
    EXPECT_EQ(prepared.outcome, Outcome::complete) << prepared.message;
    return find_fast_modes(prepared, {});
}

const std::string spring_pendulum =
    "param eps = 1e-4\nvar x, y\nlet r = sqrt(x^2 + y^2)\n"
    "x'' = -(1 - 1/r)/eps^2*x\ny'' = -(1 - 1/r)/eps^2*y - 1\n";

TEST(FastModes, TheSpringOfAPendulumHasFrequencyOneOverEps)
{
    const auto modes =
        modes_of(spring_pendulum + "start x = 1, y = 0, x' = 0, y' = 0.5\nsolve to 1");
    ASSERT_TRUE(modes);
    EXPECT_EQ(modes->count, 1);
    EXPECT_NEAR(modes->fastest, 1e4, 1);
    // Off the smooth motion by eps^2 (omega^2 - sin theta) = eps^2/4, the first term of its
    // expansion.
    ASSERT_TRUE(modes->amplitude);
    EXPECT_NEAR(*modes->amplitude, 0.25e-8, 1e-11);
    EXPECT_GT(modes->steps, 1e4);
    EXPECT_NE(modes->notice.find("angular frequency 1e+04"), std::string::npos) << modes->notice;
    EXPECT_NE(modes->notice.find("option `smooth`"), std::string::npos);
}

TEST(FastModes, AShortIntervalNeedsNoNotice)
{
    EXPECT_FALSE(modes_of(spring_pendulum + "start x = 1, y = 0, x' = 0, y' = 0.5\nsolve to 0.1"));
}

TEST(FastModes, ForcesThatAreUnknownsAreSeenToo)
{
    // The spring stretched so that it carries F = omega^2 - sin theta = 1 - 0.6.
    const auto modes = modes_of(
        "param eps = 1e-4, r = 1/(1 - 0.4*eps^2)\nvar x, y, F\nx'' + F*x = 0\ny'' + F*y + 1 = 0\n"
        "(x^2 + y^2)*(eps^2*F - 1)^2 = 1\n"
        "start x = 0.8*r, y = 0.6*r, x' = 0.6, y' = -0.8\nguess F = 0.4\nsolve to 1");
    ASSERT_TRUE(modes);
    EXPECT_NEAR(modes->fastest, 1e4, 1);
    EXPECT_FALSE(modes->amplitude);
}

TEST(FastModes, ModesOfAChainAreCounted)
{
    // Stretching modes of three springs between a wall and three unit masses in a line have the
    // frequencies 2 sin((2 j - 1) pi/14)/eps, j = 1, 2, 3.
    const auto modes =
        modes_of("param eps = 1e-4, N = 3\n" + testing::spring_chain +
                 R"(for i in 1..N { start x[i] = 0, y[i] = -i, x[i]' = 0.1*i, y[i]' = 0 }
solve to 3
)");
    ASSERT_TRUE(modes);
    EXPECT_EQ(modes->count, 3);
    EXPECT_NEAR(modes->slowest, 2e4 * std::sin(M_PI / 14), 20);
    EXPECT_NEAR(modes->fastest, 2e4 * std::sin(5 * M_PI / 14), 20);
}

TEST(FastModes, DampingAndSlowOscillationsAreNotFastModes)
{
    EXPECT_FALSE(
        modes_of("var x, y\nx' = -1e6*(x - cos(t))\ny'' = -y\nstart x = 1, y = 1, y' = 0\n"
                 "solve to 100"));
    EXPECT_FALSE(modes_of("var x, z\nx'' = -x\nz' = x\nstart x = 1, x' = 0, z = 0\nsolve to 5000"));
    EXPECT_FALSE(
        modes_of("var x, y\nx'' = -1e10*x - 1e6*x'\ny'' = -y\nstart x = 1, x' = 0, y = 1, "
                 "y' = 0\nsolve to 10"));
}

TEST(FastModes, NoShippedModelGetsANotice)
{
    int seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(INVOLUTE_MODELS)) {
        std::ifstream file(entry.path());
        std::stringstream text;
        text << file.rdbuf();
        const System system = read_system(text.str(), entry.path().filename().string());
        if (!system.small.empty() || system.solve.length || !system.solve.to) continue;
        Prepared prepared = prepare(system, {}, false);
        if (prepared.outcome != Outcome::complete) continue;
        const auto modes = find_fast_modes(prepared, {});
        EXPECT_FALSE(modes) << entry.path() << ": " << modes->notice;
        ++seen;
    }
    EXPECT_GT(seen, 15);
}

}  // namespace
}  // namespace involute
