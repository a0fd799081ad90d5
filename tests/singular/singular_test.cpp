// SPDX-License-Identifier: Apache-2.0
// Singular points: met, located, named, and left again along a way chosen.
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::column;
using testing::last;
using testing::model;
using testing::says;

SolveOptions tolerance(double rtol)
{
    return {.rtol = rtol, .atol = rtol / 100};
}

SolveOptions tight_to(double x, std::vector<int> continuations = {})
{
    SolveOptions options = tolerance(1e-10);
    options.to = x;
    options.continuations = std::move(continuations);
    options.singular = "";  // nobody decomposes anything
    return options;
}

// ---- folds and impasse points

TEST(Fold, IsLocatedAndReported)
{
    const Solution run = solve(model("sphere"), tight_to(5));
    ASSERT_EQ(run.code, Outcome::turned) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    const SingularPoint& fold = run.singular_points[0];
    EXPECT_EQ(fold.kind, "fold");
    // Published to six digits; y' = 0 is what makes it a fold.
    EXPECT_NEAR(fold.x, 0.964064, 1e-6);
    ASSERT_EQ(fold.row.size(), 3u);
    EXPECT_NEAR(fold.row[1], 0.265667, 1e-6);
    EXPECT_NEAR(fold.row[2], 0, 1e-14);
    EXPECT_NEAR(fold.x * fold.x + fold.row[1] * fold.row[1], 1, 1e-14);
    EXPECT_EQ(fold.branches.size(), 2u);
}

TEST(Fold, CanBeLeftOnTheOtherBranch)
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
TEST(Fold, OfAnSIsPassedToTheOtherEnd)
{
    const System system = read_system(
        "independent t\nvar x, y\nx' = 1\ny^3 - 3*y = x\nstart t = 0, x = -3\nguess y = -2.1\n");
    const Solution run = solve(system, tight_to(21, {2}));
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 2u);
    EXPECT_NEAR(run.singular_points[0].x, 5, 1e-9);
    EXPECT_NEAR(run.singular_points[1].x, 1, 1e-9);
    EXPECT_EQ(run.rows.back()[0], 21);
    EXPECT_NEAR(last(run, "y"), 3, 1e-8);
}

TEST(Impasse, OfTheCircleIsAtOne)
{
    const Solution run = solve(model("circle"), tight_to(5));
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, "impasse");
    EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9);
    EXPECT_TRUE(run.singular_points[0].row.empty());  // y' is infinite
}

// ---- folded singularities

// On the sphere x' = 2p, y' = 2p², p' = -2x - 2yp near (0, 1, 0): the matrix [0 2; -2 -2] in (x, p)
// has the eigenvalues -1 ± i √3.
TEST(FoldedFocus, OfTheSphereIsNamedAndLocated)
{
    for (const double rtol : {1e-6, 1e-8, 1e-10}) {
        System system = model("sphere");
        add_starts(system, "x = -0.6, y = 0.1");
        SolveOptions options{.rtol = rtol, .atol = rtol};
        options.length = 10;
        options.scale = 1;
        const Solution run = solve(system, options);
        EXPECT_EQ(run.code, Outcome::singular) << run.reason;
        ASSERT_FALSE(run.singular_points.empty()) << run.reason;
        const SingularPoint& focus = run.singular_points.back();
        EXPECT_EQ(focus.kind, "folded focus");
        EXPECT_NEAR(focus.x, 0, 1e-12);
        ASSERT_EQ(focus.row.size(), 3u);
        EXPECT_NEAR(focus.row[1], 1, 1e-12);
        EXPECT_NEAR(focus.row[2], 0, 1e-12);
        ASSERT_EQ(focus.eigenvalues.size(), 2u);
        EXPECT_NEAR(std::abs(focus.eigenvalues[0].imag() / focus.eigenvalues[0].real()),
                    std::sqrt(3.0), 1e-9);
        EXPECT_LT(focus.eigenvalues[0].real(), 0);  // it is run into
        EXPECT_TRUE(focus.branches.empty());
        EXPECT_TRUE(says(run.reason, "folded focus")) << run.reason;
    }
}

// p² = y - k x²: on the surface, in (x, p), the field (F_p, -F_x - p F_y) = (2p, p - 2kx) has at 0
// the eigenvalues λ = (1 ± √(1 - 16k))/2 with eigenvectors (2, λ): a saddle for k < 0, a node for
// 0 < k < 1/16, a focus for k > 1/16. p = λx/2 is a solution: y = λx²/4, since λ² - λ + 4k = 0.
System folded(const std::string& k, const std::string& start)
{
    return read_system("independent x\nvar y\ny'^2 = y - (" + k + ")*x^2\nstart " + start + "\n");
}

TEST(FoldedSaddle, IsMetAlongASeparatrix)
{
    // k = -1/2: λ = 2 and -1, y = x²/2 and y = -x²/4.
    const System system = folded("-1/2", "x = -1, y = 1/2, y' = -1");
    const Solution run = solve(system, tight_to(1));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    const SingularPoint& saddle = run.singular_points[0];
    EXPECT_EQ(saddle.kind, "folded saddle");
    EXPECT_NEAR(saddle.x, 0, 1e-12);
    ASSERT_EQ(saddle.branches.size(), 4u);
    double ratio = saddle.eigenvalues[0].real() / saddle.eigenvalues[1].real();
    if (std::abs(ratio) < 1) ratio = 1 / ratio;
    EXPECT_NEAR(ratio, -2, 1e-9);
    // dp/dx = λ/2 on each half.
    int steep = 0, flat = 0;
    for (const BranchReport& branch : saddle.branches) {
        const double slope = branch.direction[2] / branch.direction[0];
        steep += std::abs(slope - 1) < 1e-9;
        flat += std::abs(slope + 0.5) < 1e-9;
    }
    EXPECT_EQ(steep, 2);
    EXPECT_EQ(flat, 2);
}

TEST(FoldedSaddle, IsLeftAlongEachSeparatrixThatGoesOn)
{
    const System system = folded("-1/2", "x = -1, y = 1/2, y' = -1");
    for (int number = 1; number <= 4; ++number) {
        const Solution stopped = solve(system, tight_to(1));
        const BranchReport& way = stopped.singular_points.at(0).branches.at(number - 1);
        if (way.direction[0] < 0) continue;
        const double slope = way.direction[2] / way.direction[0];
        const Solution run = solve(system, tight_to(1, {number}));
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_EQ(run.rows.back()[0], 1);
        EXPECT_NEAR(last(run, "y"), slope / 2, 1e-8) << way.description;
        EXPECT_NEAR(last(run, "y'"), slope, 1e-8) << way.description;
        EXPECT_TRUE(run.singular_points[0].branches[number - 1].followed);
    }
}

// y y' = 2x + y: dx = y ds, dy = (2x + y) ds has the eigenvalues 2 and -1 at 0 with dy/dx = 2, -1.
// Here C vanishes at the point, and y' is a highest derivative: neither is so on a folded surface.
TEST(FoldedSaddle, OfAQuasilinearEquationIsMetAndLeft)
{
    const System system =
        read_system("independent x\nvar y\ny*y' = 2*x + y\nstart x = -1, y = -2\n");
    const Solution run = solve(system, tight_to(1));
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, "folded saddle");
    EXPECT_NEAR(run.singular_points[0].x, 0, 1e-12);
    for (int number = 1; number <= 4; ++number) {
        const BranchReport& way = run.singular_points[0].branches.at(std::size_t(number - 1));
        if (way.direction[0] < 0) continue;
        const double slope = way.direction[1] / way.direction[0];
        const Solution on = solve(system, tight_to(1, {number}));
        ASSERT_EQ(on.code, Outcome::finished) << on.reason;
        EXPECT_NEAR(last(on, "y"), slope, 1e-8);
    }
}

// y y' = -x - y/2: dx = y ds, dy = -(x + y/2) ds has the eigenvalues (-1 ± i √15)/4.
TEST(FoldedFocus, OfAQuasilinearEquationIsMet)
{
    SolveOptions options = tolerance(1e-8);
    options.length = 10;
    options.scale = 1;
    const Solution run =
        solve(read_system("independent x\nvar y\ny*y' = -x - y/2\nstart x = 0, y = 1\n"), options);
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_FALSE(run.singular_points.empty());
    EXPECT_EQ(run.singular_points.back().kind, "folded focus");
    EXPECT_NEAR(run.singular_points.back().x, 0, 1e-12);
    const std::complex<double> mu = run.singular_points.back().eigenvalues.at(0);
    EXPECT_NEAR(std::abs(mu.imag() / mu.real()), std::sqrt(15.0), 1e-9);
}

TEST(FoldedSaddle, IsNotReportedByASolutionThatPassesBy)
{
    // On one side of the separatrix p stays negative and x goes on, on the other p = 0 is met.
    const Solution above = solve(folded("-1/2", "x = -1, y = 0.51\nguess y' = -1"), tight_to(1));
    EXPECT_EQ(above.code, Outcome::finished) << above.reason;
    EXPECT_TRUE(above.singular_points.empty());
    const Solution below = solve(folded("-1/2", "x = -1, y = 0.49\nguess y' = -1"), tight_to(1));
    EXPECT_EQ(below.code, Outcome::turned) << below.reason;
    ASSERT_EQ(below.singular_points.size(), 1u);
    EXPECT_EQ(below.singular_points[0].kind, "fold");
}

TEST(FoldedNode, IsMetAndHasAStrongAndAWeakDirection)
{
    // k = 3/64: λ = 3/4 and 1/4; between the two directions everything runs into 0 for x
    // increasing.
    const Solution run = solve(folded("3/64", "x = -1, y = 7/64, y' = -1/4"), tight_to(1));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_FALSE(run.singular_points.empty()) << run.reason;
    const SingularPoint& node = run.singular_points.back();
    EXPECT_EQ(node.kind, "folded node");
    EXPECT_NEAR(node.x, 0, 1e-12);
    ASSERT_EQ(node.branches.size(), 4u);
    EXPECT_NEAR(node.branches[0].direction[2] / node.branches[0].direction[0], 3.0 / 8, 1e-9);
    EXPECT_NEAR(node.branches[2].direction[2] / node.branches[2].direction[0], 1.0 / 8, 1e-9);
}

// (2.4) of the papers at (1, -1, 1), in (x, p) on the surface: [-4 2; -4 6], eigenvalues 1 ± √17
// with dp/dx = (5 ± √17)/2.
TEST(SingularStart, AtAFoldedSaddleIsNamedWithItsSeparatrices)
{
    System system = model("asymptotic_curves");
    system.guesses.clear();
    add_starts(system, "x = 1, y = -1, y' = 1");
    for (const bool curve : {false, true}) {
        SolveOptions options = tight_to(1.2);
        options.curve = curve;
        const Solution run = solve(system, options);
        EXPECT_EQ(run.code, Outcome::singular_start) << run.reason;
        ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
        const SingularPoint& saddle = run.singular_points[0];
        EXPECT_EQ(saddle.kind, "folded saddle");
        EXPECT_NEAR(saddle.x, 1, 1e-12);
        double ratio = saddle.eigenvalues[0].real() / saddle.eigenvalues[1].real();
        if (std::abs(ratio) < 1) ratio = 1 / ratio;
        const double root = std::sqrt(17.0);
        EXPECT_NEAR(ratio, (1 + root) / (1 - root), 1e-9);
        ASSERT_EQ(saddle.branches.size(), 4u);
        int steep = 0, flat = 0;
        for (const BranchReport& branch : saddle.branches) {
            const double slope = branch.direction[2] / branch.direction[0];
            steep += std::abs(slope - (5 + root) / 2) < 1e-9;
            flat += std::abs(slope - (5 - root) / 2) < 1e-9;
        }
        EXPECT_EQ(steep, 2);
        EXPECT_EQ(flat, 2);
    }
}

// ---- branches of the constraint set that cross

TEST(Crossing, OfTwoLinesIsNotPassedSilently)
{
    const System system = read_system("independent x\nvar y\ny^2 = x^2\nstart x = -1, y = 1\n");
    const Solution run = solve(system, tight_to(1));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    const SingularPoint& crossing = run.singular_points[0];
    EXPECT_EQ(crossing.kind, "constraint rank drop");
    EXPECT_NEAR(crossing.x, 0, 1e-12);
    ASSERT_EQ(crossing.branches.size(), 2u);
    for (int number = 1; number <= 2; ++number) {
        const Solution on = solve(system, tight_to(1, {number}));
        ASSERT_EQ(on.code, Outcome::finished) << on.reason;
        const BranchReport& way = crossing.branches[number - 1];
        const double slope = way.direction[1] / way.direction[0];
        EXPECT_NEAR(std::abs(slope), 1, 1e-12);
        EXPECT_NEAR(last(on, "y"), slope, 1e-9);
        EXPECT_EQ(says(way.description, "straight on"), slope < 0) << way.description;
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
    EXPECT_EQ(crossing.kind, "constraint rank drop");
    EXPECT_NEAR(crossing.x, 1.44, 5e-3);  // published to three digits
    EXPECT_TRUE(says(crossing.message, "--component")) << crossing.message;
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

TEST(Crossing, OfTheFourBarIsPassedStraightOn)
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

TEST(Crossing, OfTheFourBarIsNoticedOnTheParallelogramToo)
{
    const System system = read_system(
        four_bar + "start y1 = 1/2, y2 = sqrt(3)/2, y3 = 5/2, y4 = sqrt(3)/2, y1' = 0\n");
    const Solution run = solve(system, tight_to(3));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, "constraint rank drop");
    const Solution on = solve(system, tight_to(3, {1, 1}));
    ASSERT_EQ(on.code, Outcome::finished) << on.reason;
    ASSERT_EQ(on.singular_points.size(), 2u);
    for (const std::vector<double>& row : on.rows) {
        EXPECT_NEAR(row[column(on, "y2")], row[column(on, "y4")], 1e-9);
        EXPECT_NEAR(row[column(on, "y1")] + 2, row[column(on, "y3")], 1e-9);
    }
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
        EXPECT_NEAR(last(run, "y"), number == 1 ? -1 : 1, 1e-9);
    }
    const Solution unasked = solve(system, tight_to(1));
    EXPECT_EQ(unasked.start_branches.size(), 2u);
    ASSERT_FALSE(unasked.notices.empty());
    EXPECT_TRUE(says(unasked.notices.back(), "--branch")) << unasked.notices.back();
}

TEST(StartBranches, AreNotListedWhereThereIsOneSolution)
{
    const Solution run = solve(read_system(testing::oscillator), tight_to(1));
    EXPECT_TRUE(run.start_branches.empty());
}

// y = x y' - y'^2: the lines y = c x - c² and their envelope y = x²/4, on which 2 y' = x.
TEST(SingularSolution, OfClairautIsNamedWhereALineTouchesIt)
{
    const System system =
        read_system("independent x\nvar y\ny = x*y' - y'^2\nstart x = 0, y = -1, y' = 1\n");
    const Solution run = solve(system, tight_to(3));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, "singular solution");
    EXPECT_NEAR(run.singular_points[0].x, 2, 1e-9);
    EXPECT_TRUE(says(run.reason, "2*y' - x = 0")) << run.reason;
    const Solution on = solve(system, tight_to(3, {1}));
    ASSERT_EQ(on.code, Outcome::finished) << on.reason;
    EXPECT_NEAR(last(on, "y"), 2, 1e-8);
    EXPECT_NEAR(last(on, "y'"), 1, 1e-8);
}

TEST(SingularSolution, OfClairautIsNamedAtAStartOnIt)
{
    const System system =
        read_system("independent x\nvar y\ny = x*y' - y'^2\nstart x = 2, y = 1\nguess y' = 1\n");
    const Solution run = solve(system, tight_to(3));
    EXPECT_EQ(run.code, Outcome::singular_start) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, "singular solution");
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
    EXPECT_NEAR(last(envelope_run, "y"), 9.0 / 4, 1e-9);
}

// ---- ends that are no points

TEST(BlowUp, IsLocated)
{
    // y = 1/(1 - x), and y = 1/(2 - x)^2 for y' = 2 y^(3/2).
    const Solution first =
        solve(read_system("independent x\nvar y\ny' = y^2\nstart x = 0, y = 1\n"), tight_to(2));
    EXPECT_EQ(first.code, Outcome::singular) << first.reason;
    ASSERT_EQ(first.singular_points.size(), 1u);
    EXPECT_EQ(first.singular_points[0].kind, "blow-up");
    EXPECT_NEAR(first.singular_points[0].x, 1, 1e-8);
    const Solution second = solve(
        read_system("independent x\nvar y\ny' = 2*y*sqrt(y)\nstart x = 0, y = 1/4\n"), tight_to(3));
    ASSERT_EQ(second.singular_points.size(), 1u) << second.reason;
    EXPECT_NEAR(second.singular_points[0].x, 2, 1e-7);
}

TEST(Pole, OfAnAlgebraicUnknownIsNamed)
{
    const Solution run =
        solve(read_system("independent x\nvar y, l\ny' = y\nl*(x - 1) = 1\nstart x = 0, y = 1\n"),
              tight_to(2));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, "pole");
    EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9);
}

TEST(DomainEnd, IsLocatedAndItsEquationNamed)
{
    const Solution run = solve(
        read_system("independent x\nvar y\ny' = sqrt(1 - x)\nstart x = 0, y = 0\n"), tight_to(2));
    EXPECT_EQ(run.code, Outcome::not_finite) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, "domain end");
    EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9);
    EXPECT_TRUE(says(run.reason, "equation 1")) << run.reason;
}

// ---- no false alarm

TEST(NoAlarm, OnThePendulumReleasedFromTheHorizontal)
{
    const Solution run = solve(read_system(testing::pendulum), tight_to(20));
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_TRUE(run.singular_points.empty());
}

}  // namespace
}  // namespace involute
