// SPDX-License-Identifier: Apache-2.0
// Folded singularities: found, located, named, and left along a chosen branch.
#include "singular_support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::says;
using testing::tight_to;
using testing::tolerance;

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
        EXPECT_EQ(focus.kind, SingularKind::folded_focus);
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

TEST(FoldedSaddle, IsFoundWhenApproachedAlongASeparatrix)
{
    // k = -1/2: λ = 2 and -1, y = x²/2 and y = -x²/4.
    const System system = folded("-1/2", "x = -1, y = 1/2, y' = -1");
    const Solution run = solve(system, tight_to(1));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    const SingularPoint& saddle = run.singular_points[0];
    EXPECT_EQ(saddle.kind, SingularKind::folded_saddle);
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

TEST(FoldedSaddle, CanBeLeftAlongEverySeparatrixWithIncreasingX)
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
        EXPECT_NEAR(end_value(run, "y"), slope / 2, 1e-8) << way.description;
        EXPECT_NEAR(end_value(run, "y'"), slope, 1e-8) << way.description;
        EXPECT_TRUE(run.singular_points[0].branches[number - 1].followed);
    }
}

// y y' = 2x + y: dx = y ds, dy = (2x + y) ds has the eigenvalues 2 and -1 at 0 with dy/dx = 2, -1.
// Here C vanishes at the point, and y' is a highest derivative: neither is so on a folded surface.
TEST(FoldedSaddle, OfAQuasilinearEquationIsFoundAndLeft)
{
    const System system =
        read_system("independent x\nvar y\ny*y' = 2*x + y\nstart x = -1, y = -2\n");
    const Solution run = solve(system, tight_to(1));
    ASSERT_EQ(run.singular_points.size(), 1u) << run.reason;
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::folded_saddle);
    EXPECT_NEAR(run.singular_points[0].x, 0, 1e-12);
    for (int number = 1; number <= 4; ++number) {
        const BranchReport& way = run.singular_points[0].branches.at(std::size_t(number - 1));
        if (way.direction[0] < 0) continue;
        const double slope = way.direction[1] / way.direction[0];
        const Solution on = solve(system, tight_to(1, {number}));
        ASSERT_EQ(on.code, Outcome::finished) << on.reason;
        EXPECT_NEAR(end_value(on, "y"), slope, 1e-8);
    }
}

// y y' = -x - y/2: dx = y ds, dy = -(x + y/2) ds has the eigenvalues (-1 ± i √15)/4.
TEST(FoldedFocus, OfAQuasilinearEquationIsFound)
{
    SolveOptions options = tolerance(1e-8);
    options.length = 10;
    options.scale = 1;
    const Solution run =
        solve(read_system("independent x\nvar y\ny*y' = -x - y/2\nstart x = 0, y = 1\n"), options);
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_FALSE(run.singular_points.empty());
    EXPECT_EQ(run.singular_points.back().kind, SingularKind::folded_focus);
    EXPECT_NEAR(run.singular_points.back().x, 0, 1e-12);
    const std::complex<double> mu = run.singular_points.back().eigenvalues.at(0);
    EXPECT_NEAR(std::abs(mu.imag() / mu.real()), std::sqrt(15.0), 1e-9);
}

TEST(FoldedSaddle, IsNotReportedByASolutionThatPassesBy)
{
    // On one side of the separatrix p stays negative and x increases; on the other p reaches 0.
    const Solution above = solve(folded("-1/2", "x = -1, y = 0.51\nguess y' = -1"), tight_to(1));
    EXPECT_EQ(above.code, Outcome::finished) << above.reason;
    EXPECT_TRUE(above.singular_points.empty());
    const Solution below = solve(folded("-1/2", "x = -1, y = 0.49\nguess y' = -1"), tight_to(1));
    EXPECT_EQ(below.code, Outcome::turned) << below.reason;
    ASSERT_EQ(below.singular_points.size(), 1u);
    EXPECT_EQ(below.singular_points[0].kind, SingularKind::fold);
}

// x = t - 1 and y = 0: where x = 0 the equation x*y = 0 says nothing of y, and nothing else moves
// in the direction of its eigenvalue 0: the solution passes, y being undetermined there.
TEST(RegularSingularPoint, OfAHighestDerivativeAloneHasNoUndeterminedRates)
{
    const System system = read_system("var x, y\nx' = 1\nx*y = 0\nstart x = -1\n");
    const Solution run = solve(system, tight_to(2));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_EQ(run.singular_points.size(), 1u);
    const SingularPoint& point = run.singular_points[0];
    EXPECT_EQ(point.kind, SingularKind::regular_singular);
    EXPECT_NEAR(point.x, 1, 1e-9);
    ASSERT_EQ(point.eigenvalues.size(), 2u);
    EXPECT_NEAR(std::abs(point.eigenvalues[0]) + std::abs(point.eigenvalues[1]), 1, 1e-9);
    ASSERT_EQ(point.branches.size(), 2u);
    for (const BranchReport& branch : point.branches) {
        EXPECT_TRUE(says(branch.description, "dx/dt = 1")) << branch.description;
        for (const double part : branch.direction) EXPECT_TRUE(std::isfinite(part));
    }
    const Solution on = solve(system, tight_to(2, {1}));
    EXPECT_TRUE(succeeded(on)) << on.reason;
    EXPECT_NEAR(end_value(on, "x"), 1, 1e-9);
}

TEST(FoldedNode, IsFoundWithItsStrongAndWeakDirections)
{
    // k = 3/64: λ = 3/4 and 1/4; between the two directions everything runs into 0 for x
    // increasing.
    const Solution run = solve(folded("3/64", "x = -1, y = 7/64, y' = -1/4"), tight_to(1));
    EXPECT_EQ(run.code, Outcome::singular) << run.reason;
    ASSERT_FALSE(run.singular_points.empty()) << run.reason;
    const SingularPoint& node = run.singular_points.back();
    EXPECT_EQ(node.kind, SingularKind::folded_node);
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
        EXPECT_EQ(saddle.kind, SingularKind::folded_saddle);
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

}  // namespace
}  // namespace involute
