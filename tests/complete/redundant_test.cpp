// SPDX-License-Identifier: Apache-2.0
// Systems of fifty unknowns and more that say things twice. Dimensions are those of mechanics:
// coordinates and velocities less the independent conditions on them (bench/problems/redundant.hpp
// says which).
#include <gtest/gtest.h>

#include "bench/problems/adder.hpp"
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

TEST(Redundant, NodesWithoutAWayToTheGroundHideSumsOfTheirRows)
{
    // Capacitors in a ring of 200: v' enters differences only, and one value follows.
    const Analysis ring = analysis_of(R"(param N = 200
var v[1..N]
for i in 2..N-1 { 2*v[i]' - v[i-1]' - v[i+1]' + v[i]^3/i = sin(i*t) }
2*v[1]' - v[N]' - v[2]' + v[1] = 1
2*v[N]' - v[N-1]' - v[1]' + v[N] = 0
for i in 1..N { guess v[i] = 1 }
)");
    expect_complete(ring, 200, 199);
    EXPECT_EQ(ring.hidden.size(), 1u);
    // 13 islands: 18, 67, 98, 116 with the gates they drive, and what lies between transistors in a
    // row, of which the unit has nine.
    expect_complete(analysis_of(bench::Adder().text("320")), 350, 175 - 13);
}

TEST(Redundant, AMeanFieldIsAnOrdinarySystem)
{
    const Analysis field = analysis_of(bench::mean_field(300));
    expect_complete(field, 300, 300);
    EXPECT_EQ(field.index, 0);
}

}  // namespace
}  // namespace involute::test
