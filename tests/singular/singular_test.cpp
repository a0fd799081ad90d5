// SPDX-License-Identifier: Apache-2.0
// Singular points are found and located: folds, impasses, several solutions at a start, singular
// solutions, blow-ups and ends of a domain.
#include "singular_support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::says;
using testing::tight_to;

// ---- folds and impasse points

TEST(Fold, IsLocatedAndReported)
{
    const Solution run = solve(model("sphere"), tight_to(5));
    ASSERT_EQ(run.code, Outcome::turned) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    const SingularPoint& fold = run.singular_points[0];
    EXPECT_EQ(fold.kind, SingularKind::fold);
    // Published to six digits; y' = 0 is what makes it a fold.
    EXPECT_NEAR(fold.x, 0.964064, 1e-6);
    ASSERT_EQ(fold.row.size(), 3u);
    EXPECT_NEAR(fold.row[1], 0.265667, 1e-6);
    EXPECT_NEAR(fold.row[2], 0, 1e-14);
    EXPECT_NEAR(fold.x * fold.x + fold.row[1] * fold.row[1], 1, 1e-14);
    EXPECT_EQ(fold.branches.size(), 2u);
}

TEST(Fold, TheOtherBranchCanBeFollowed)
{
    // x = cos s, y' = sin s, y = π/4 - s/2 + sin(2s)/4, from s = π/2 downwards: a fold at s = 0,
    // and x = 0 again at s = -π/2 with y = π/2 and y' = -1.
    const double pi = std::acos(-1.0);
    SolveOptions options = tight_to(0.5, {2});
    options.to = 5;
    options.max_steps = 200;
    const Solution run = solve(model("helix"), options);
    ASSERT_GE(run.singular_points.size(), 1u) << run.reason;
    EXPECT_TRUE(run.singular_points[0].branches[1].followed);
    int checked = 0;
    for (const std::vector<double>& row : run.rows) {
        const double s = std::atan2(row[column(run, "y'")], row[0]);
        if (s > 0 || s < -1.5 || row[column(run, "y")] > 2) continue;  // one turn
        EXPECT_NEAR(row[column(run, "y")], pi / 4 - s / 2 + std::sin(2 * s) / 4, 1e-8);
        ++checked;
    }
    EXPECT_GE(checked, 5);
}

// y^3 - 3 y = x has folds at x = 2 (y = -1) and x = -2 (y = 1); beyond both it goes on to any x. At
// x = 18, 27 - 9 = 18: y = 3.
TEST(Fold, BothFoldsOfAnSShapedCurveCanBePassed)
{
    const System system = read_system(
        "independent t\nvar x, y\nx' = 1\ny^3 - 3*y = x\nstart t = 0, x = -3\nguess y = -2.1\n");
    const Solution run = solve(system, tight_to(21, {2}));
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 2u);
    EXPECT_NEAR(run.singular_points[0].x, 5, 1e-9);
    EXPECT_NEAR(run.singular_points[1].x, 1, 1e-9);
    EXPECT_EQ(run.rows.back()[0], 21);
    EXPECT_NEAR(end_value(run, "y"), 3, 1e-8);
}

TEST(Impasse, OfTheCircleIsFoundAtXEqualsOne)
{
    const Solution run = solve(model("circle"), tight_to(5));
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::impasse);
    EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9);
    EXPECT_TRUE(run.singular_points[0].row.empty());  // y' is infinite
}

// ---- several solutions through the start, and singular solutions

TEST(StartBranches, OfAnImplicitEquationAreListedAndChosen)
{
    const System system = read_system("independent x\nvar y\ny'^2 = 1\nstart x = 0, y = 0\n");
    for (int number = 1; number <= 2; ++number) {
        SolveOptions options = tight_to(1);
        options.branch = number;
        const Solution run = solve(system, options);
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        ASSERT_EQ(run.start_branches.size(), 2u);
        EXPECT_TRUE(run.start_branches[std::size_t(number - 1)].followed);
        EXPECT_FALSE(run.start_branches[std::size_t(2 - number)].followed);
        EXPECT_NEAR(end_value(run, "y"), number == 1 ? -1 : 1, 1e-9);
    }
    const Solution unasked = solve(system, tight_to(1));
    EXPECT_EQ(unasked.start_branches.size(), 2u);
    ASSERT_FALSE(unasked.notices.empty());
    EXPECT_TRUE(says(unasked.notices.back(), "option `branch = N`")) << unasked.notices.back();
}

TEST(StartBranches, AreNotListedWhereThereIsOneSolution)
{
    const Solution run = solve(read_system(testing::oscillator), tight_to(1));
    EXPECT_TRUE(run.start_branches.empty());
}

// y = x y' - y'^2: the lines y = c x - c² and their envelope y = x²/4, on which 2 y' = x.
TEST(SingularSolution, OfClairautIsNamedWhereAGeneralSolutionTouchesIt)
{
    const System system =
        read_system("independent x\nvar y\ny = x*y' - y'^2\nstart x = 0, y = -1, y' = 1\n");
    const Solution run = solve(system, tight_to(3));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::singular_solution);
    EXPECT_NEAR(run.singular_points[0].x, 2, 1e-9);
    EXPECT_TRUE(says(run.reason, "2*y' - x = 0")) << run.reason;
    const Solution on = solve(system, tight_to(3, {1}));
    ASSERT_EQ(on.code, Outcome::finished) << on.reason;
    EXPECT_NEAR(end_value(on, "y"), 2, 1e-8);
    EXPECT_NEAR(end_value(on, "y'"), 1, 1e-8);
}

TEST(SingularSolution, OfClairautIsNamedWhenTheStartLiesOnIt)
{
    const System system =
        read_system("independent x\nvar y\ny = x*y' - y'^2\nstart x = 2, y = 1\nguess y' = 1\n");
    const Solution run = solve(system, tight_to(3));
    EXPECT_EQ(run.code, Outcome::singular_start) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::singular_solution);
    // The tangent has dy'/dx = 0, the envelope 1/2; each in both directions of x.
    int tangent = 0, envelope = 0;
    for (const BranchReport& branch : run.singular_points[0].branches) {
        const double slope = branch.direction[2] / branch.direction[0];
        tangent += std::abs(slope) < 1e-9;
        envelope += std::abs(slope - 0.5) < 1e-9;
    }
    EXPECT_EQ(tangent, 2);
    EXPECT_EQ(envelope, 2);
    // The envelope by the equation named in the message, beside the one it replaces.
    const Solution envelope_run =
        solve(read_system("independent x\nvar y\n2*y' = x\nstart x = 2, y = 1\n"), tight_to(3));
    EXPECT_NEAR(end_value(envelope_run, "y"), 9.0 / 4, 1e-9);
}

// ---- blow-ups, poles and ends of a domain

TEST(BlowUp, IsLocated)
{
    // y = 1/(1 - x), and y = 1/(2 - x)^2 for y' = 2 y^(3/2).
    const Solution first =
        solve(read_system("independent x\nvar y\ny' = y^2\nstart x = 0, y = 1\n"), tight_to(2));
    EXPECT_EQ(first.code, Outcome::singular) << first.reason;
    ASSERT_EQ(first.singular_points.size(), 1u);
    EXPECT_EQ(first.singular_points[0].kind, SingularKind::blow_up);
    EXPECT_NEAR(first.singular_points[0].x, 1, 1e-8);
    const Solution second = solve(
        read_system("independent x\nvar y\ny' = 2*y*sqrt(y)\nstart x = 0, y = 1/4\n"), tight_to(3));
    ASSERT_EQ(second.singular_points.size(), 1u) << second.reason;
    EXPECT_NEAR(second.singular_points[0].x, 2, 1e-7);
}

TEST(Pole, OfAnUnknownBesideOthersIsNamed)
{
    const Solution run =
        solve(read_system("independent x\nvar y, l\ny' = y\nl*(x - 1) = 1\nstart x = 0, y = 1\n"),
              tight_to(2));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::pole);
    EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9);
}

TEST(DomainEnd, IsLocatedAndItsEquationNamed)
{
    const Solution run = solve(
        read_system("independent x\nvar y\ny' = sqrt(1 - x)\nstart x = 0, y = 0\n"), tight_to(2));
    EXPECT_EQ(run.code, Outcome::not_finite) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::domain_end);
    EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9);
    EXPECT_TRUE(says(run.reason, "equation 1")) << run.reason;
}

// ---- several solutions where a root begins

// x = 0 and x = t^2/4 leave the start, x = 0 and x = (2 t/3)^(3/2), y = 1 and y = cos(t).
TEST(SteepStart, IsSaidToHaveOtherSolutions)
{
    for (const char* text :
         {"var x\nx' = sqrt(x)\nstart x = 0\n", "var x\nx' = x^(1/3)\nstart x = 0\n",
          "var y\ny' = -sqrt(1 - y^2)\nstart y = 1\n"})
        for (const double rtol : {1e-4, 1e-12}) {
            SolveOptions options = testing::tolerance(rtol);
            options.to = 1;
            const Solution run = solve(read_system(text), options);
            ASSERT_FALSE(run.notices.empty()) << text;
            EXPECT_TRUE(says(run.notices[0], "more than one solution may leave")) << text;
        }
}

// Slopes are bounded: of |(x, y)|, of x^(3/2), of a root elsewhere or of t.
TEST(SteepStart, IsNotSeenWhereSlopesAreBounded)
{
    for (const char* text :
         {"var x, y\nx' = sqrt(x^2 + y^2)\ny' = x\nstart x = 0, y = 0\n",
          "var x\nx' = x*sqrt(x)\nstart x = 0\n", "var x\nx' = sqrt(x)\nstart x = 1\n",
          "var x\nx' = sqrt(t)\nstart x = 0\n"}) {
        SolveOptions options = testing::tolerance(1e-8);
        options.to = 1;
        const Solution run = solve(read_system(text), options);
        for (const std::string& notice : run.notices)
            EXPECT_FALSE(says(notice, "more than one solution")) << text;
    }
}

// ---- no false alarm

TEST(NoAlarm, IsGivenForAPendulumReleasedHorizontally)
{
    const Solution run = solve(read_system(testing::pendulum), tight_to(20));
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_TRUE(run.singular_points.empty());
}

}  // namespace
}  // namespace involute
