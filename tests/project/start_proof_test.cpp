// SPDX-License-Identifier: Apache-2.0
// A start is called contradictory with a proof alone.
#include "involute/project/start_proof.hpp"

#include <gtest/gtest.h>

#include "involute/project/start.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

const std::string pendulum =
    "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\nx^2 + y^2 = 1\n";

Start<double> start_of(const std::string& text)
{
    Geometry<double> geometry = geometry_of(text);
    return consistent_start(geometry, Scale{});
}

std::optional<StartContradiction> proof_of(const std::string& text)
{
    Geometry<double> geometry = geometry_of(text);
    const Wishes wishes = collect_wishes(geometry, Scale{});
    return prove_contradiction(geometry.completed(), wishes);
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

TEST(AContradiction, IsProvedWhereAnEquationContainsDemandedValuesAlone)
{
    const auto found = proof_of(pendulum + "start x = 0.6, y = -0.9\n");
    ASSERT_TRUE(found);
    EXPECT_TRUE(contains(found->row, "equation 3 (x^2 + y^2 = 1)")) << found->row;
    EXPECT_FALSE(proof_of(pendulum + "start x = 0.6, y = -0.8\n"));
}

TEST(AContradiction, IsProvedThroughWhatFollowsLinearly)
{
    // y' = -x x'/y = 0.6 follows, then lambda = x'^2 + y'^2 - y = 1.8.
    EXPECT_TRUE(proof_of(pendulum + "start x = 0.6, y = -0.8, x' = 0.8, lambda = 2\n"));
    EXPECT_FALSE(proof_of(pendulum + "start x = 0.6, y = -0.8, x' = 0.8, lambda = 1.8\n"));
    const std::string linear =
        "var x, y, z, l[1..3]\nx'' = l[1]\ny'' = l[2]\nz'' = l[3]\nx + y = z\nx - y = 0\n"
        "2*x + 3*y = 6 + z - z\nstart z = 3\n";
    EXPECT_TRUE(proof_of(linear));  // x = y = 1.5, 2 x + 3 y = 7.5
}

TEST(AContradiction, IsNotClaimedWhereASearchFails)
{
    // y and z = 1 - y would have to be roots of s^2 - s + 1: there are none, but a search cannot
    // know.
    const Start<double> start = start_of("var x, y, z\nx' = 1\ny + z = x\ny*z = 1\nstart x = 1\n");
    EXPECT_EQ(start.outcome, Outcome::no_start_found);
    EXPECT_TRUE(contains(start.message, "does not prove")) << start.message;
}

TEST(AContradiction, IsProvedWhereARowCannotVanish)
{
    // 1.5^2 + y^2 - 1 is at least 1.25.
    const Start<double> start = start_of(pendulum + "start x = 1.5\n");
    EXPECT_EQ(start.outcome, Outcome::inconsistent_start);
    EXPECT_TRUE(contains(start.message, "x^2 + y^2 = 1")) << start.message;
    EXPECT_TRUE(contains(start.message, "instead of 1.5")) << start.message;
}

TEST(AContradiction, OfTheEquationsIsNotBlamedOnTheStart)
{
    EXPECT_FALSE(proof_of("var x, y\nx' = 1\nx^2 + y^2 = -1\n"));
    EXPECT_FALSE(proof_of("var x, y\nx' = 1\ny^2 + t^2 = -1\nstart x = 1\n"));
}

TEST(AContradiction, IsNotSeenInZerosOfAComputer)
{
    // y = 6e-17 stands for 0: y' does not follow from x x' + y y' = 0.
    const std::string lines = "start x = 1, y = 6.123e-17, x' = -6.123e-17, y' = 1, lambda = 1\n";
    EXPECT_FALSE(proof_of(pendulum + lines));
    const Start<double> start = start_of(pendulum + lines);
    EXPECT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_NEAR(start.z[2], 1, 1e-13);  // x'^2 + y'^2 - y
}

TEST(AStart, MayHaveTopsInOtherEquations)
{
    // The force of a pair at a distance that is no coordinate: at r = 0 it has no value, but r is
    // 1000. F = 24 (2/r^13 - 1/r^7).
    const Start<double> start = start_of(
        "var x1, x2, r, F\nx1'' = -F\nx2'' = F\nr = x2 - x1\nF = 24*(2/r^13 - 1/r^7)\n"
        "start x1 = 0, x2 = 1000, x1' = 0, x2' = -1\n");
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    EXPECT_EQ(start.z[2], 1000);
    EXPECT_NEAR(start.z[3] / -2.4e-20, 1, 1e-14);
}

}  // namespace
}  // namespace involute::test
