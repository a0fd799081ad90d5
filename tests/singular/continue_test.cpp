// SPDX-License-Identifier: Apache-2.0
// Ways out of singular points that are followed: rows asked for on the way, ways that lead away.
#include "linkage_support.hpp"

namespace involute {
namespace {

using testing::says;
using testing::tight_to;

const std::string clairaut = "independent x\nvar y\ny = x*y' - y'^2\nstart x = 2, y = 1, y' = 1\n";

// The line y = x - 1 touches the envelope at x = 2, where the run starts.
TEST(Continue, FromTheStartHasTheRowsAskedFor)
{
    SolveOptions options = tight_to(3, {1});
    options.sampling.points = 3;
    const Solution run = solve(read_system(clairaut), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.rows.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(run.rows[k][0], 2 + 0.5 * double(k));
        EXPECT_NEAR(run.rows[k][1], run.rows[k][0] - 1, 1e-9);
    }
    options.sampling = {.at = {2, 2.25}};
    const Solution at = solve(read_system(clairaut), options);
    ASSERT_EQ(at.rows.size(), 2u);
    EXPECT_EQ(at.rows[0][0], 2);
    EXPECT_NEAR(at.rows[1][1], 1.25, 1e-9);
}

TEST(Continue, AwayFromTheEndIsRefusedWithNames)
{
    for (const std::string& text :
         {clairaut, std::string("var y\nt*y'' + 2*y' + t*y = 0\nstart y = 1, y' = 0\n")}) {
        const Solution run = solve(read_system(text), tight_to(3, {2}));
        EXPECT_EQ(run.code, Outcome::singular_start) << run.reason;
        EXPECT_TRUE(says(run.reason, "way 2 leads away")) << run.reason;
        EXPECT_TRUE(run.rows.empty());
        EXPECT_EQ(run.names[0], "y");
        ASSERT_FALSE(run.singular_points.empty());
        for (const BranchReport& branch : run.singular_points[0].branches)
            EXPECT_FALSE(branch.followed);
    }
}

// y = x^2/2, and beyond 0 the other separatrix y = -x^2/4; at 0 itself nothing is computed.
TEST(Continue, AcrossAFoldedSaddleWritesTheRowsBeyond)
{
    const System system =
        read_system("independent x\nvar y\ny'^2 = y + x^2/2\nstart x = -1, y = 1/2, y' = -1\n");
    for (const int number : {1, 3}) {
        SolveOptions options = tight_to(1, {number});
        options.sampling.points = 5;
        const Solution run = solve(system, options);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        for (const std::vector<double>& row : run.rows) {
            const double factor = row[0] < 0 || number == 1 ? 0.5 : -0.25;
            EXPECT_NEAR(row[1], factor * row[0] * row[0], 1e-8) << row[0];
        }
        EXPECT_EQ(run.rows.back()[0], 1);
        EXPECT_GE(run.rows.size(), 4u);
    }
}

// Rows between a flat position and the end of the step over it are those of the step.
TEST(Continue, AcrossAFlatPositionWritesEveryRow)
{
    SolveOptions options = tight_to(1.5, {1, 1});
    options.sampling.points = 151;
    const Solution run = solve(read_system(testing::linkages(1)), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(run.rows.size(), 151u);
    for (std::size_t k = 1; k < run.rows.size(); k += 10) {
        const std::vector<double>& row = run.rows[k];
        const double phi = testing::linkage_angle(1, row[0]);
        EXPECT_NEAR(row[column(run, "x0")], std::cos(phi), 1e-6) << row[0];
        EXPECT_NEAR(row[column(run, "y1")], std::sin(phi), 1e-6) << row[0];
    }
}

}  // namespace
}  // namespace involute
