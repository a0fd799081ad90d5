// SPDX-License-Identifier: Apache-2.0
// Rows of linkages pass every flat position on the branch they came along.
#include "linkage_support.hpp"

namespace involute {
namespace {

using testing::expect_parallelogram;

TEST(Linkages, OneLoopPassesItsFlatPositions)
{
    expect_parallelogram(1, 1e-5, "dop853", 3, 3);
    expect_parallelogram(1, 1e-8, "taylor", 3, 3);
    expect_parallelogram(1, 1e-12, "dop853", 1.5, 2);
}

TEST(Linkages, TwoLoopsLoseTwoRanksAtOnce)
{
    expect_parallelogram(2, 1e-6, "taylor", 3, 3);
    expect_parallelogram(2, 1e-8, "auto", 1.5, 2);
}

TEST(Linkages, EndAtTheFirstFlatPositionUnlessTold)
{
    SolveOptions options = testing::tight_to(3);
    const Solution run = solve(read_system(testing::linkages(2)), options);
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    const SingularPoint& flat = run.singular_points[0];
    EXPECT_NEAR(testing::linkage_angle(2, flat.x), 0, 1e-7);
    ASSERT_FALSE(flat.branches.empty());
    EXPECT_TRUE(testing::says(flat.branches[0].description, "straight on"));
}

}  // namespace
}  // namespace involute
