// SPDX-License-Identifier: Apache-2.0
// Regular singular points: one smooth solution leaves the start, and it is followed.
#include "singular_support.hpp"

namespace involute {
namespace {

using testing::says;
using testing::tolerance;

Solution run_to(const std::string& text, double rtol, double to)
{
    SolveOptions options = tolerance(rtol);
    options.to = to;
    options.sampling.points = 3;
    options.singular = "";
    return solve(read_system(text), options);
}

// y = sin t / t, and y'' = -1/3 at 0.
TEST(RegularSingularStart, OfLaneAndEmdenIsSolved)
{
    for (const double rtol : {1e-6, 1e-9, 1e-12}) {
        const Solution run =
            run_to("var y\nt*y'' + 2*y' + t*y = 0\nstart y = 1, y' = 0\n", rtol, 2);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        ASSERT_EQ(run.rows.size(), 3u);
        EXPECT_EQ(run.rows[0][0], 0);
        EXPECT_EQ(run.rows[0][1], 1);
        EXPECT_EQ(run.rows[1][0], 1);
        EXPECT_NEAR(run.rows[1][1], std::sin(1.0), 10 * rtol);
        EXPECT_NEAR(end_value(run, "y"), std::sin(2.0) / 2, 10 * rtol);
        ASSERT_EQ(run.singular_points.size(), 1u);
        EXPECT_EQ(run.singular_points[0].kind, SingularKind::regular_singular);
        EXPECT_TRUE(says(run.singular_points[0].branches[0].description, "the regular solution"));
        EXPECT_TRUE(run.singular_points[0].branches[0].followed);
    }
}

TEST(RegularSingularStart, OfBesselIsSolved)
{
    for (const double rtol : {1e-6, 1e-9, 1e-12})
        for (const double to : {1.0, -1.0}) {
            const Solution run = run_to("var y\nt*y'' + y' + t*y = 0\nstart y = 1\n", rtol, to);
            ASSERT_EQ(run.code, Outcome::finished) << run.reason;
            EXPECT_NEAR(end_value(run, "y"), std::cyl_bessel_j(0, 1.0), 10 * rtol);
            EXPECT_NEAR(run.rows[1][1], std::cyl_bessel_j(0, 0.5), 10 * rtol);
        }
}

// Of an algebraic unknown: y = sin t / t is removable at 0.
TEST(RegularSingularPoint, OfAnAlgebraicUnknownIsNamedAndPassed)
{
    const std::string text = "var y\nt*y = sin(t)\nstart t = -1\n";
    const Solution run = run_to(text, 1e-6, 1);
    ASSERT_EQ(run.code, Outcome::singular) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::regular_singular) << run.reason;
    EXPECT_FALSE(says(run.reason, "envelope"));
    SolveOptions options = tolerance(1e-9);
    options.to = 1;
    options.continuations = {1};
    const Solution on = solve(read_system(text), options);
    ASSERT_EQ(on.code, Outcome::finished) << on.reason;
    EXPECT_NEAR(end_value(on, "y"), std::sin(1.0), 1e-9);
}

TEST(RegularSingularStart, DividedByZeroIsSaidPrecisely)
{
    const Solution run = run_to("var y\ny'' + 2*y'/t + y = 0\nstart y = 1, y' = 0\n", 1e-6, 1);
    EXPECT_EQ(run.code, Outcome::no_start_found);
    EXPECT_TRUE(says(run.reason, "divided by `t`")) << run.reason;
}

}  // namespace
}  // namespace involute
