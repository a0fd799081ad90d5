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

// A crank turned by hand, and a coupler of length 0.9: where one of the ways goes straight on it is
// the first, and as far as the run goes on it stays a parallelogram.
TEST(Linkages, DrivenOnesGoStraightOnByTheFirstWay)
{
    const std::string rods =
        "(x1 - 0.9)^2 + y1^2 = 1\n"
        "(x1 - x0)^2 + (y1 - y0)^2 = 0.81\n"
        "guess x1 = 1.26, y1 = 0.93\n";
    const std::string turned =
        "var x0, y0, x1, y1, a\na' = 1\nx0 = cos(a)\ny0 = sin(a)\n" + rods + "start a = 1.2\n";
    for (const char* method : {"dopri54", "dop853", "taylor"})
        for (const double rtol : {1e-6, 1e-8, 1e-10}) {
            SolveOptions options = testing::tolerance(rtol);
            options.to = 7;
            options.method = method;
            options.singular = "";
            options.continuations = {1, 1};
            const Solution run = solve(read_system(turned), options);
            ASSERT_FALSE(run.singular_points.empty()) << method << rtol;
            for (const SingularPoint& flat : run.singular_points)
                for (std::size_t k = 1; k < flat.branches.size(); ++k)
                    EXPECT_FALSE(testing::says(flat.branches[k].description, "straight on"))
                        << method << rtol << " at " << flat.x;
            for (const std::vector<double>& row : run.rows)
                EXPECT_NEAR(row[column(run, "x1")] - row[column(run, "x0")], 0.9,
                            1e-2 * std::sqrt(rtol))
                    << method << rtol << " at " << row[0];
        }
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
