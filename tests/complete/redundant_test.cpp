// SPDX-License-Identifier: Apache-2.0
// Systems of fifty unknowns and more that say things twice. Dimensions are those of mechanics:
// coordinates and velocities less the independent conditions on them (bench/problems/redundant.hpp
// says which).
#include <gtest/gtest.h>

#include "bench/problems/redundant.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace involute::test {
namespace {

using bench::Extra;

Analysis analysis_of(const std::string& text)
{
    return analyze(read_system(text));
}

void expect_complete(const Analysis& found, int equations, int dimension)
{
    EXPECT_EQ(found.status, Verdict::complete) << found.message;
    EXPECT_EQ(found.equations, equations);
    EXPECT_EQ(found.dimension, dimension);
}

TEST(Redundant, ChainsKeepTheirDimension)
{
    const Analysis twice = analysis_of(bench::chain_of_links(20, Extra::one_constraint_twice));
    expect_complete(twice, 63, 40);
    EXPECT_EQ(twice.gauge, (std::vector<std::string>{"lambda[1]", "mu"}));
    const Analysis velocities = analysis_of(bench::chain_of_links(20, Extra::velocity_constraints));
    expect_complete(velocities, 82, 40);
    EXPECT_EQ(velocities.index, 3);
    EXPECT_TRUE(velocities.gauge.empty());
}

TEST(Redundant, BodiesKeepTheNormsOfTheirQuaternions)
{
    const Analysis with = analysis_of(bench::quaternion_bodies(4, true));
    expect_complete(with, 32, 24);
    EXPECT_EQ(with.index, 0);
    expect_complete(analysis_of(bench::quaternion_bodies(4, false)), 28, 28);
}

TEST(Redundant, LinkagesThatMoveAgainstAllCountingAreComplete)
{
    const Analysis bennett = analysis_of(bench::bennett_linkage());
    expect_complete(bennett, 50, 2);
    EXPECT_FALSE(bennett.gauge.empty());
    const Analysis bricard = analysis_of(bench::bricard_loop());
    expect_complete(bricard, 80, 2);
    EXPECT_FALSE(bricard.gauge.empty());
}

TEST(Redundant, PressuresAreKnownButForAConstant)
{
    // 2 k (k-1) velocities with k^2 - 1 independent balances of k^2
    const Analysis flow = analysis_of(bench::stokes_flow(5));
    expect_complete(flow, 65, 16);
    EXPECT_EQ(flow.gauge.size(), 25u);
}

TEST(Redundant, TwoThousandUnknownsAreNotTooMany)
{
    const Analysis flow = analysis_of(bench::stokes_flow(26));
    expect_complete(flow, 1976, 2 * 26 * 25 - (26 * 26 - 1));
    EXPECT_EQ(flow.gauge.size(), 676u);
}

TEST(Redundant, AMeanFieldIsAnOrdinarySystem)
{
    const Analysis field = analysis_of(bench::mean_field(300));
    expect_complete(field, 300, 300);
    EXPECT_EQ(field.index, 0);
}

}  // namespace
}  // namespace involute::test
