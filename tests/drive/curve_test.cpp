// SPDX-License-Identifier: Apache-2.0
// Walking along the curve: through folds and impasse points, and what a walk in x says there.
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::says;

constexpr double pi = 3.14159265358979323846;

SolveOptions tight()
{
    return {.rtol = 1e-10, .atol = 1e-12};
}

SolveOptions tight_to(double x)
{
    SolveOptions options = tight();
    options.to = x;
    return options;
}

/// Along the curve, in plain arclength of (x, y, ...).
SolveOptions plain_length(double length)
{
    SolveOptions options = tight();
    options.length = length;
    options.scale = 1;
    return options;
}

// x = cos s, y' = sin s, y = y0 - s/2 + sin(2s)/4, from s = π/2 downwards. The parameter of the run
// is the arclength of (x, y, y'), so s is read off each row as the angle of (x, y'), followed from
// row to row, and the length of a turn enters at the end alone.
TEST(Helix, KeepsItsClosedFormThroughAThousandFolds)
{
    const Solution run = solve(model("helix"), tight());
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    const std::size_t y = column(run, "y"), dy = column(run, "y'");
    double s = pi / 2, worst = 0;
    int folds = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
        const std::vector<double>& row = run.rows[k];
        const double angle = std::atan2(row[dy], row[0]);
        const double before = s;
        s = angle - 2 * pi * std::round((angle - s) / (2 * pi));
        if (k > 0) folds += int(std::floor(before / pi) - std::floor(s / pi));
        const double exact = pi / 4 - s / 2 + std::sin(2 * s) / 4;
        worst = std::max(worst, std::abs(row[y] - exact) / (1 + std::abs(exact)));
        worst = std::max(worst, std::abs(row[0] * row[0] + row[dy] * row[dy] - 1));
    }
    EXPECT_EQ(folds, 1000);
    EXPECT_LE(worst, 1e-8);
    EXPECT_LE(run.residual, 1e-11);
    // 500 turns of ∫ √(1 + sin^4 s) ds end above the start.
    EXPECT_NEAR(end_value(run, "y"), 500 * pi, 1e-8 * (1 + 500 * pi));
    EXPECT_NEAR(run.rows.back()[0], 0, 1e-8 * (1 + 500 * pi));
}

class Parabola : public ::testing::TestWithParam<double> {};

TEST_P(Parabola, IsFollowedThroughTheBranchPoint)
{
    const double c = GetParam();
    SolveOptions options = tight_to(2);
    options.curve = true;
    const Solution run = solve(model("parabolas", {{"c", c}}), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.rows.back()[0], 2.0);
    for (const std::vector<double>& row : run.rows) {
        const double x = row[0], y = x * x / (2 * c) - c / 2, dy = x / c;
        EXPECT_NEAR(row[column(run, "y")], y, 1e-8 * (1 + std::abs(y)));
        EXPECT_NEAR(row[column(run, "y'")], dy, 1e-8 * (1 + std::abs(dy)));
    }
}

INSTANTIATE_TEST_SUITE_P(OfBothKinds, Parabola, ::testing::Values(1, -0.7, 0.2));

TEST(Circle, IsWalkedThroughItsImpassePoints)
{
    const Solution run = solve(model("circle"), plain_length(7));
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    for (const std::vector<double>& row : run.rows)
        EXPECT_NEAR(std::hypot(row[0], row[column(run, "y")]), 1, 1e-8);
    EXPECT_NEAR(run.rows.back()[0], std::sin(7.0), 1e-8);
    EXPECT_NEAR(end_value(run, "y"), std::cos(7.0), 1e-8);
    EXPECT_DOUBLE_EQ(run.travelled, 7.0);
}

TEST(Circle, IsWalkedBackwards)
{
    SolveOptions options = tight_to(-0.5);
    options.curve = true;
    const Solution run = solve(model("circle"), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(run.rows.back()[0], -0.5);
    EXPECT_NEAR(end_value(run, "y"), std::sqrt(0.75), 1e-9);
}

// x = sin, so it turns at ±1 at the angles π/2 and 3π/2.
TEST(Circle, ImpassePointsPassedAreReported)
{
    const Solution run = solve(model("circle"), plain_length(6));
    ASSERT_EQ(run.singular_points.size(), 2u);
    for (const SingularPoint& point : run.singular_points)
        EXPECT_EQ(point.kind, SingularKind::impasse);
    EXPECT_NEAR(run.singular_points[0].x, 1, 1e-9);
    EXPECT_NEAR(run.singular_points[1].x, -1, 1e-9);
}

TEST(Sphere, TheFoldPassedIsReported)
{
    // Published to six digits.
    const Solution run = solve(model("sphere"), plain_length(3));
    ASSERT_EQ(run.singular_points.size(), 1u);
    EXPECT_EQ(run.singular_points[0].kind, SingularKind::fold);
    EXPECT_NEAR(run.singular_points[0].x, 0.964064, 1e-6);
    ASSERT_EQ(run.singular_points[0].row.size(), 3u);
    EXPECT_NEAR(run.singular_points[0].row[1], 0.265667, 1e-6);
}

// ---- `to` alone: y(x) ends where x turns

TEST(Turning, OfTheHelixIsFoundAtXEqualsOne)
{
    const Solution run = solve(model("helix"), tight_to(5));
    EXPECT_EQ(run.code, Outcome::turned);
    EXPECT_EQ(run.status, RunStatus::stopped);
    EXPECT_TRUE(says(run.reason, "turns back at x = 1:") || says(run.reason, "x = 0.99999999") ||
                says(run.reason, "x = 1.0000000"))
        << run.reason;
    EXPECT_TRUE(says(run.reason, "fold")) << run.reason;
    EXPECT_TRUE(says(run.reason, "option `curve`")) << run.reason;
    // The fold itself is the last row: x = 1, y = π/4, y' = 0. Near it x - 1 = -y'^2/2, so x is
    // known to the tolerance and y' to its root.
    EXPECT_NEAR(run.rows.back()[0], 1, 1e-9);
    EXPECT_NEAR(end_value(run, "y"), pi / 4, 1e-8);
    EXPECT_NEAR(end_value(run, "y'"), 0, 1e-4);
}

TEST(Turning, OfTheSphereIsOnTheEquator)
{
    const Solution run = solve(model("sphere"), tight_to(5));
    EXPECT_EQ(run.code, Outcome::turned);
    // Published to six digits.
    EXPECT_TRUE(says(run.reason, "x = 0.96406")) << run.reason;
    EXPECT_NEAR(run.rows.back()[0], 0.964064, 1e-6);
    EXPECT_NEAR(end_value(run, "y"), 0.265667, 1e-6);
}

TEST(Turning, OfTheSphereIsFoundBackwardsToo)
{
    // x -> -x, y -> -y maps solutions to solutions: the mirrored start turns at the mirrored place.
    System system = model("sphere");
    add_starts(system, "x = -0.3, y = 0.2");
    const Solution run = solve(system, tight_to(-5));
    EXPECT_EQ(run.code, Outcome::turned);
    EXPECT_NEAR(run.rows.back()[0], -0.964064, 1e-6);
    EXPECT_NEAR(end_value(run, "y"), -0.265667, 1e-6);
}

TEST(Turning, OfTheCircleIsAnImpassePoint)
{
    const Solution run = solve(model("circle"), tight_to(5));
    EXPECT_EQ(run.code, Outcome::turned);
    EXPECT_TRUE(says(run.reason, "impasse")) << run.reason;
    EXPECT_TRUE(says(run.reason, "x = 1:") || says(run.reason, "x = 0.9999999") ||
                says(run.reason, "x = 1.0000000"))
        << run.reason;
    // The rows end before the impasse point, where y' is infinite, and near it.
    EXPECT_LE(run.rows.back()[0], 1.0);
    EXPECT_GE(run.rows.back()[0], 0.99);
}

TEST(Turning, IsNotReportedIfTheRunEndsBeforeIt)
{
    const Solution run = solve(model("sphere"), tight_to(0.96));
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(run.rows.back()[0], 0.96);
}

// ---- `to` along the curve

TEST(AlongTheCurve, HitsTheRequestedXExactly)
{
    SolveOptions options = tight_to(0.96);
    options.curve = true;
    const Solution along = solve(model("sphere"), options);
    ASSERT_EQ(along.code, Outcome::finished) << along.reason;
    const Solution in_x = solve(model("sphere"), tight_to(0.96));
    EXPECT_EQ(along.rows.back()[0], 0.96);
    EXPECT_EQ(along.end, 0.96);
    // Two walks of the same curve; y' is steep here: x - 0.964 = -y'^2 (...), a factor of ten.
    EXPECT_NEAR(end_value(along, "y"), end_value(in_x, "y"), 1e-8);
    EXPECT_NEAR(end_value(along, "y'"), end_value(in_x, "y'"), 1e-8);
}

TEST(AlongTheCurve, EndsWhenItComesBackToItsStart)
{
    SolveOptions options = tight_to(2);
    options.curve = true;
    const Solution run = solve(model("circle"), options);
    EXPECT_EQ(run.code, Outcome::closed);
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_TRUE(says(run.reason, "came back to its start at x = 0")) << run.reason;
    EXPECT_TRUE(says(run.reason, "without meeting x = 2")) << run.reason;
    EXPECT_NEAR(run.rows.back()[0], 0, 1e-9);
    EXPECT_NEAR(end_value(run, "y"), 1, 1e-9);
}

TEST(AlongTheCurve, GoesOnWhereItComesToItsFirstXAtAnotherPoint)
{
    // x = y - y^3 from (0, 1): it passes x = 0 at y = 0 and y = -1, and meets x = 1 at the real
    // zero of y^3 - y + 1.
    const double end = -1.3247179572447460;
    for (const double rtol : {1e-4, 1e-8, 1e-12}) {
        const Solution run = solve(read_system("var y\n(1 - 3*y^2)*y' = 1\nstart y = 1\n"),
                                   {.to = 1.0, .curve = true, .rtol = rtol, .atol = rtol / 100});
        ASSERT_EQ(run.code, Outcome::finished) << run.reason;
        EXPECT_EQ(run.rows.back()[0], 1);
        EXPECT_NEAR(end_value(run, "y"), end, 300 * rtol);
    }
    // A parabola that turns at x = 1 passes x = 0 at y = -1 and never comes back.
    const Solution gone =
        solve(read_system("var y\n2*y*y' = -1\nstart y = 1\n"), {.to = 2.0, .curve = true});
    EXPECT_EQ(gone.code, Outcome::not_finite);
    EXPECT_TRUE(says(gone.reason, "goes away from t = 2 without end")) << gone.reason;
}

TEST(AlongTheCurve, EveryPassageOfAnXIsReturned)
{
    // The circle is at x = 1/2 with y = ±√3/2, at angles π/6, 5π/6, π/6 + 2π, 5π/6 + 2π.
    SolveOptions options = plain_length(4 * pi);
    options.sampling.at = {0.5};
    const Solution run = solve(model("circle"), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.rows.size(), 4u);
    const double sign[] = {1, -1, 1, -1};
    for (int k = 0; k < 4; ++k) {
        EXPECT_EQ(run.rows[k][0], 0.5);
        EXPECT_NEAR(run.rows[k][column(run, "y")], sign[k] * std::sqrt(0.75), 1e-9);
    }
}

TEST(AlongTheCurve, PassagesOfSeveralXComeInOrderOfTravel)
{
    SolveOptions options = plain_length(2 * pi);
    options.sampling.at = {-0.5, 0.501, 0.5};  // two of them within one step
    const Solution run = solve(model("circle"), options);
    std::vector<double> x;
    for (const std::vector<double>& row : run.rows) x.push_back(row[0]);
    EXPECT_EQ(x, (std::vector<double>{0.5, 0.501, 0.501, 0.5, -0.5, -0.5}));
}

TEST(AlongTheCurve, PointsAreSpreadOverTheLength)
{
    SolveOptions options = plain_length(7);
    options.sampling.points = 8;
    const Solution run = solve(model("circle"), options);
    ASSERT_EQ(run.rows.size(), 8u);
    for (int k = 0; k < 8; ++k) {
        EXPECT_NEAR(run.rows[k][0], std::sin(double(k)), 1e-8);
        EXPECT_NEAR(run.rows[k][column(run, "y")], std::cos(double(k)), 1e-8);
    }
}

TEST(AlongTheCurve, PointsAreSpreadOverALengthFoundByWalking)
{
    // To x = 1/2, that is π/6 of plain arclength from the top of the circle.
    SolveOptions options = tight_to(0.5);
    options.curve = true;
    options.scale = 1;
    options.sampling.points = 4;
    const Solution run = solve(model("circle"), options);
    ASSERT_EQ(run.rows.size(), 4u) << run.reason;
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(run.rows[k][0], std::sin(k * pi / 18), 1e-8);
    EXPECT_EQ(run.code, Outcome::finished);
}

TEST(AlongTheCurve, SectionsAreCrossed)
{
    const System system = read_system(
        "independent x\nvar y\ny*y' + x = 0\n"
        "start x = 0, y = 1\n"
        "section axis: x = 0\nsection diagonal: y = x\n");
    const Solution run = solve(system, plain_length(6.5));
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.crossings[0].rows.size(), 2u);
    EXPECT_NEAR(run.crossings[0].rows[0][1], -1, 1e-9);
    EXPECT_NEAR(run.crossings[0].rows[1][1], 1, 1e-9);
    ASSERT_EQ(run.crossings[1].rows.size(), 2u);
    EXPECT_NEAR(run.crossings[1].rows[0][0], std::sqrt(0.5), 1e-9);
    EXPECT_NEAR(run.crossings[1].rows[1][0], -std::sqrt(0.5), 1e-9);
}

TEST(AlongTheCurve, AnEventStopsBeyondAFold)
{
    const System system = read_system(
        "independent x\nvar y\ny*y' + x = 0\n"
        "start x = 0, y = 1\nevent low: y = -0.6 stop\n");
    const Solution run = solve(system, plain_length(6));
    EXPECT_EQ(run.code, Outcome::event) << run.reason;
    EXPECT_NEAR(run.rows.back()[0], 0.8, 1e-9);
    EXPECT_NEAR(run.travelled, pi / 2 + std::asin(0.6), 1e-9);
}

// Spirals into the folded focus (0, 1, 0) in finite arclength, through infinitely many folds; what
// comes out on the other side would be arbitrary.
TEST(FoldedFocus, StopsTheRunInsteadOfBeingSteppedOver)
{
    for (const double rtol : {1e-6, 1e-9}) {
        System system = model("sphere");
        add_starts(system, "x = -0.6, y = 0.1");
        SolveOptions options{.rtol = rtol, .atol = rtol};
        options.length = 10;
        options.scale = 1;
        const Solution run = solve(system, options);
        EXPECT_EQ(run.code, Outcome::singular) << run.reason;
        EXPECT_TRUE(says(run.reason, "folded focus")) << run.reason;
        EXPECT_LT(run.travelled, 10);
        EXPECT_NEAR(run.rows.back()[0], 0, 0.1);
        EXPECT_NEAR(end_value(run, "y"), 1, 0.1);
        // dy = y' dx, and both change their signs together: y only grows on the way in, and would
        // fall again on any way out.
        for (std::size_t k = 1; k < run.rows.size(); ++k)
            EXPECT_GT(run.rows[k][column(run, "y")], run.rows[k - 1][column(run, "y")]);
    }
}

// Forth and back: the global errors of both walks, some hundred tolerances on these problems.
TEST(Reversal, OfAWalkInXReturnsToTheStart)
{
    for (const std::string name : {"pendulum", "kepler", "henon_heiles", "stiff_pendulum_0.1"}) {
        System system = model(name);
        const Solution there = solve(system, tight_to(3));
        ASSERT_EQ(there.code, Outcome::finished) << name << ": " << there.reason;
        std::string at = system.names.independent + " = 3";
        char text[80];
        for (const StartEntry& entry : there.start) {
            if (!entry.given && !entry.free) continue;
            if (entry.name == system.names.independent) continue;
            std::snprintf(text, sizeof text, ", %s = %.17g", entry.name.c_str(),
                          end_value(there, entry.name));
            at += text;
        }
        System back_system = system;
        back_system.starts.clear();
        back_system.guesses.clear();
        for (std::size_t j = 0; j < system.names.unknowns.size(); ++j)
            back_system.guesses.push_back(
                {.unknown = int(j), .value = end_value(there, system.names.unknowns[j])});
        add_starts(back_system, at);
        const Solution back = solve(back_system, tight_to(0));
        ASSERT_EQ(back.code, Outcome::finished) << name << ": " << back.reason;
        EXPECT_EQ(back.rows.back()[0], 0.0);
        for (std::size_t i = 1; i < there.rows[0].size(); ++i)
            EXPECT_NEAR(back.rows.back()[i], there.rows[0][i],
                        1e-7 * (1 + std::abs(there.rows[0][i])))
                << name << " " << there.names[i - 1];
    }
}

TEST(Reversal, OfAWalkAlongTheCurveReturnsThroughTheFold)
{
    const Solution there = solve(model("sphere"), plain_length(3));
    ASSERT_EQ(there.code, Outcome::finished);
    // x decreases at the end of the walk there; the way back begins with x increasing.
    System system = model("sphere");
    char text[200];
    std::snprintf(text, sizeof text, "x = %.17g, y = %.17g, y' = %.17g", there.rows.back()[0],
                  end_value(there, "y"), end_value(there, "y'"));
    add_starts(system, text);
    const Solution back = solve(system, plain_length(3));
    ASSERT_EQ(back.code, Outcome::finished) << back.reason;
    EXPECT_NEAR(back.rows.back()[0], 0.3, 1e-8);
    EXPECT_NEAR(end_value(back, "y"), -0.2, 1e-8);
}

// Back from the impasse of y^2 = 1 - t at t = 1 along y < 0, t decreases for ever: t = 2 is not
// met, and no row says so.
TEST(CurveWalk, ThatLeavesForGoodSaysSo)
{
    const System system = read_system("var y\n2*y*y' = -1\nstart t = 0, y = 1\nsolve to 2\n");
    SolveOptions options{.sampling = {.at = {0.5, 1, 2, 3}}, .continuations = {2}};
    const Solution run = solve(system, options);
    EXPECT_EQ(run.code, Outcome::not_finite) << run.reason;
    EXPECT_TRUE(says(run.reason, "goes away from t = 2")) << run.reason;
    EXPECT_TRUE(std::isfinite(run.end));
    ASSERT_EQ(run.rows.size(), 2u);
    for (const std::vector<double>& row : run.rows) EXPECT_NEAR(row[1] * row[1], 1 - row[0], 1e-6);
}

// x = 3 exp(-t)/2 + (sin t - cos t)/2. Rows are spread over a length that a first walk measures,
// which does not get to the end here.
TEST(CurveWalk, CutShortHasNoRowAtTheEndAskedFor)
{
    SolveOptions options{.to = 10.0, .max_steps = 6};
    options.curve = true;
    options.scale = 1;
    options.sampling.points = 5;
    const Solution run = solve(read_system("var x\nx' = -x + sin(t)\nstart x = 1\n"), options);
    EXPECT_EQ(run.code, Outcome::max_steps) << run.reason;
    EXPECT_EQ(run.status, RunStatus::stopped);
    EXPECT_TRUE(says(run.reason, "6 steps were used up")) << run.reason;
    ASSERT_EQ(run.rows.size(), 5u);
    for (const std::vector<double>& row : run.rows)
        EXPECT_NEAR(row[1], 1.5 * std::exp(-row[0]) + (std::sin(row[0]) - std::cos(row[0])) / 2,
                    1e-6);
}

}  // namespace
}  // namespace involute
