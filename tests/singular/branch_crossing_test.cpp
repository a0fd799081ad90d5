// SPDX-License-Identifier: Apache-2.0
// Points where branches of the constraint set cross: found, and passed on a chosen branch.
#include "singular_support.hpp"

namespace involute {
namespace {

using testing::says;
using testing::tight_to;

TEST(Crossing, OfTwoLinesIsReported)
{
    const System system = read_system("independent x\nvar y\ny^2 = x^2\nstart x = -1, y = 1\n");
    const Solution run = solve(system, tight_to(1));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    const SingularPoint& crossing = run.singular_points[0];
    EXPECT_EQ(crossing.kind, SingularKind::constraint_rank_drop);
    EXPECT_NEAR(crossing.x, 0, 1e-12);
    ASSERT_EQ(crossing.branches.size(), 2u);
    for (int number = 1; number <= 2; ++number) {
        const Solution on = solve(system, tight_to(1, {number}));
        ASSERT_EQ(on.code, Outcome::finished) << on.reason;
        const BranchReport& way = crossing.branches[number - 1];
        const double slope = way.direction[1] / way.direction[0];
        EXPECT_NEAR(std::abs(slope), 1, 1e-12);
        EXPECT_NEAR(end_value(on, "y"), slope, 1e-9);
        EXPECT_EQ(says(way.description, "straight on"), slope < 0) << way.description;
    }
}

// y = 1 - t and y = t - 1 with a contact of order four; lines that cross in three; parabolas that
// touch. Whatever is said of such a place: x does not turn there, and nothing goes on by itself.
TEST(Crossing, OfHigherOrderIsNoFold)
{
    const char* equations[] = {"y^4 = (1 - t/T)^4", "y^3 = (1 - t/T)^2*y", "y^6 = (1 - t/T)^6",
                               "(y - (1 - t/T)^2)*(y + (1 - t/T)^2) = 0"};
    for (const char* equation : equations)
        for (const double T : {1.0, 1e-3})
            for (const char* method : {"auto", "dopri54", "taylor", "radau"})
                for (const double rtol : {1e-4, 1e-8}) {
                    const System system =
                        read_system("param T = " + std::to_string(T) + "\nvar y\n" + equation +
                                    "\nguess y = 1\nsolve to 2*T\n");
                    SolveOptions options = testing::tolerance(rtol);
                    options.method = method;
                    options.singular = "";
                    const Solution run = solve(system, options);
                    EXPECT_NE(run.code, Outcome::turned) << equation << T << method << rtol;
                    const bool touch = equation[0] == '(';  // a tolerance may not tell
                    EXPECT_TRUE(touch || run.code != Outcome::finished) << equation << T << method;
                    for (const SingularPoint& point : run.singular_points)
                        for (const BranchReport& way : point.branches) {
                            const double slope = T * way.direction[1] / way.direction[0];
                            EXPECT_LT(std::min(std::abs(std::abs(slope) - 1), std::abs(slope)),
                                      1e-6)
                                << equation << T << method << rtol;
                        }
                }
}

// Only errors lead over the pole of log(1 - t), where a walk along the curve goes up for good.
TEST(Crossing, OfAPoleIsNoFold)
{
    for (const char* method : {"auto", "dopri54", "taylor", "radau"})
        for (const double rtol : {1e-4, 1e-6, 1e-8}) {
            SolveOptions options = testing::tolerance(rtol);
            options.method = method;
            options.to = 2;
            const Solution run =
                solve(read_system("var x\n(t - 1)*x' = 1\nstart x = 0\n"), options);
            EXPECT_NE(run.code, Outcome::finished) << method << rtol;
            EXPECT_NE(run.code, Outcome::turned) << method << rtol << run.reason;
        }
}

// Branches that pass each other at 1e-8 of a way that is short, or far from 0, do not cross.
TEST(Crossing, IsNotClaimedOfANearMissInOtherUnits)
{
    for (const double T : {1.0, 1e-6, 1e3})
        for (const double t0 : {0.0, 3.0})
            for (const double rtol : {1e-6, 1e-10}) {
                const std::string from = std::to_string(t0);
                const System system = read_system(
                    "param T = " + (T < 1e-3 ? std::string("1e-6") : std::to_string(T)) +
                    "\nvar y\ny^2 = (1 - (t - " + from + ")/T)^2 + 1e-16\nstart t = " + from +
                    "\nguess y = 1\nsolve to " + from + " + 2*T\n");
                SolveOptions options = testing::tolerance(rtol);
                options.singular = "";
                const Solution run = solve(system, options);
                if (T < 1e-3 && run.code == Outcome::singular) {  // too near for the scale of t
                    EXPECT_TRUE(says(run.reason, "undecided")) << run.reason;
                    continue;
                }
                ASSERT_EQ(run.code, Outcome::finished) << T << " " << t0 << run.reason;
                EXPECT_NEAR(end_value(run, "y"), 1, 1e-9);  // 3 + 2e-6 is rounded
            }
}

const std::string four_bar =
    "independent t\nvar y1, y2, y3, y4, l1, l2, l3\n"
    "0.2*y1'' + 0.8*y2 + l1*y1 - l2*(y3 - y1) = 0\n"
    "0.2*y2'' - 0.8*y1 + 0.2*9.81 + l1*y2 - l2*(y4 - y2) = 0\n"
    "0.1*y3'' + l2*(y3 - y1) - l3*(2 - y3) = 0\n"
    "0.1*y4'' + 0.1*9.81 + l2*(y4 - y2) + l3*y4 = 0\n"
    "y1^2 + y2^2 = 1\n(y3 - y1)^2 + (y4 - y2)^2 = 4\n(2 - y3)^2 + y4^2 = 1\n";

/// E - T θ, θ being the angle of the crank; it stays between -π and π here.
double four_bar_energy(const Solution& run, const std::vector<double>& row)
{
    const auto at = [&](const char* name) { return row[column(run, name)]; };
    const double speed1 = at("y1'") * at("y1'") + at("y2'") * at("y2'");
    const double speed2 = at("y3'") * at("y3'") + at("y4'") * at("y4'");
    return 0.1 * speed1 + 0.05 * speed2 + 9.81 * (0.2 * at("y2") + 0.1 * at("y4")) -
           0.8 * std::atan2(at("y2"), at("y1"));
}

/// The second component of the ideal: the antiparallelogram.
double off_antiparallelogram(const Solution& run, const std::vector<double>& row)
{
    const auto at = [&](const char* name) { return row[column(run, name)]; };
    return std::abs(4 * at("y2") * at("y3") - 3 * at("y2") + 3 * at("y4"));
}

// The antiparallelogram is y3 = 2 + cos φ, y4 = sin φ, y1 = (4 + 5 cos φ)/(5 + 4 cos φ),
// y2 = -3 sin φ/(5 + 4 cos φ): at φ = 0 its direction is (0, -1/3, 0, 1). That of the
// parallelogram is (0, 1, 0, 1).
TEST(Crossing, OfTheFourBarIsFoundWithBothBranches)
{
    const System system = read_system(
        four_bar + "start y1 = 1/2, y2 = sqrt(3)/2, y3 = 3/2, y4 = -sqrt(3)/2, y1' = 0\n");
    const Solution run = solve(system, tight_to(3));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    const SingularPoint& crossing = run.singular_points[0];
    EXPECT_EQ(crossing.kind, SingularKind::constraint_rank_drop);
    EXPECT_NEAR(crossing.x, 1.44, 5e-3);  // published to three digits
    EXPECT_TRUE(says(crossing.message, "option `component = N`")) << crossing.message;
    int parallel = 0, anti = 0;
    for (const BranchReport& branch : crossing.branches) {
        const std::vector<double>& d = branch.direction;  // t; y1, y1', y2, y2', y3, y3', y4, y4'
        parallel += std::abs(d[3] / d[7] - 1) < 1e-9;
        anti += std::abs(d[3] / d[7] + 1.0 / 3) < 1e-9;
    }
    EXPECT_EQ(anti, 1);
    EXPECT_EQ(parallel, 2);
    EXPECT_TRUE(says(crossing.branches[0].description, "straight on"));
}

TEST(Crossing, OfTheFourBarCanBePassedOnTheSameBranch)
{
    const System system = read_system(
        four_bar + "start y1 = 1/2, y2 = sqrt(3)/2, y3 = 3/2, y4 = -sqrt(3)/2, y1' = 0\n");
    const Solution run = solve(system, tight_to(3, {1, 1}));
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 2u);
    EXPECT_NEAR(run.singular_points[0].x, 1.44, 5e-3);
    EXPECT_NEAR(run.singular_points[1].x, 1.62, 5e-3);
    const double energy = four_bar_energy(run, run.rows[0]);
    for (const std::vector<double>& row : run.rows) {
        EXPECT_LE(off_antiparallelogram(run, row), 1e-7) << row[0];
        EXPECT_NEAR(four_bar_energy(run, row), energy, 1e-7) << row[0];
    }
}

TEST(Crossing, OfTheFourBarIsFoundOnTheParallelogramToo)
{
    const System system = read_system(
        four_bar + "start y1 = 1/2, y2 = sqrt(3)/2, y3 = 5/2, y4 = sqrt(3)/2, y1' = 0\n");
    const Solution run = solve(system, tight_to(3));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::constraint_rank_drop);
    const Solution on = solve(system, tight_to(3, {1, 1}));
    ASSERT_EQ(on.code, Outcome::finished) << on.reason;
    ASSERT_EQ(on.singular_points.size(), 2u);
    for (const std::vector<double>& row : on.rows) {
        EXPECT_NEAR(row[column(on, "y2")], row[column(on, "y4")], 1e-9);
        EXPECT_NEAR(row[column(on, "y1")] + 2, row[column(on, "y3")], 1e-9);
    }
}

}  // namespace
}  // namespace involute
