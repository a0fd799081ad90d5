// SPDX-License-Identifier: Apache-2.0
// Derivatives of solution curves, in extended precision, against closed forms. The tolerance 1e-30
// stands for a few thousand roundings of numbers of size 1 (binary128 rounds at
// 2e-34).
#include "involute/geometry/solution_series.hpp"

#include "tests/geometry/curves.hpp"

namespace involute::test {
namespace {

// ---- series with x as the parameter

TEST(SeriesInX, OfAGeometricSeriesAreFactorials)
{
    Geometry<Quad> geometry = geometry_of<Quad>("var y\ny' = y^2");  // y = 1/(1 - t)
    const auto c = derivatives_in_x(geometry, {0, 1}, 5);
    expect_near(c[0], {0, 1}, 0);
    expect_near(c[1], {1, 1}, tiny);
    expect_near(c[2], {0, 2}, tiny);
    expect_near(c[3], {0, 6}, tiny);
    expect_near(c[4], {0, 24}, tiny);
    expect_near(c[5], {0, 120}, tiny);
}

TEST(SeriesInX, HandleBlocksThatAreNonlinearInEarlierTops)
{
    Geometry<Quad> geometry = geometry_of<Quad>("var x, y\nx' = x\ny' = x'^2");  // exp(2t)
    const auto c = derivatives_in_x(geometry, {0, 1, 0}, 4);
    for (int k = 1; k <= 4; ++k)
        expect_near(c[k], {Quad(k == 1 ? 1 : 0), 1, ldexp(Quad(1), k - 1)}, tiny);
}

TEST(SeriesInX, OfThePendulumAreItsDifferentiatedEquations)
{
    // lambda = x'^2 + y'^2 - y and lambda' = -3 y' on M (Tuomela, Arponen, (4.2)).
    Geometry<Quad> geometry = geometry_of<Quad>(pendulum);
    const Quad x = Quad(3) / 5, y = Quad(-4) / 5, dx = Quad(4) / 5, dy = Quad(3) / 5;
    const Quad lambda = dx * dx + dy * dy - y;
    const Quad x2 = -lambda * x, y2 = -lambda * y - 1;
    const Quad x3 = 3 * dy * x - lambda * dx, y3 = 3 * dy * y - lambda * dy;
    const Quad x4 = 3 * y2 * x + 6 * dy * dx - lambda * x2;
    const Quad y4 = 3 * y2 * y + 6 * dy * dy - lambda * y2;
    const auto c = derivatives_in_x(geometry, {0, x, dx, y, dy}, 3);
    expect_near(c[1], {1, dx, x2, dy, y2}, tiny);
    expect_near(c[2], {0, x2, x3, y2, y3}, tiny);
    expect_near(c[3], {0, x3, x4, y3, y4}, tiny);
}

TEST(SeriesInX, ReportPointsWithoutAField)
{
    Geometry<double> geometry = geometry_of("var y\ny*y' = 1");
    const std::vector<double> good{0, 1}, bad{0, 0};
    ASSERT_TRUE(geometry.choose_order(good.data()));
    SolutionSeries<double> series(geometry, 3);
    EXPECT_EQ(series.in_x(good.data()), Health::good);
    EXPECT_NE(series.in_x(bad.data()), Health::good);
}

// ---- series along the curve

TEST(SeriesOnACurve, OfTheHelixAreTheClosedFormAtFoldsToo)
{
    Geometry<Quad> geometry = curve_geometry_of(model_text("helix"));
    for (const double s : {0.7, 2.0, 0.0}) {  // at 0 x turns
        const Helix exact{Quad(s)};
        for (const int sign : {1, -1}) {
            const auto c = derivatives_on_curve(geometry, exact.c0, Quad(sign) * exact.c1, 3);
            expect_near(c[1], Quad(sign) * exact.c1, tiny);
            expect_near(c[2], exact.c2, tiny);
            expect_near(c[3], Quad(sign) * exact.c3, 10 * tiny);
        }
    }
}

TEST(SeriesOnACurve, GoThroughTheFoldOfTheSphere)
{
    // V = k (-y', -y'^2, x + y y'), so that at y' = 0, x > 0: c' = (0, 0, 1), c'' = (-1/x, 0, 0).
    Geometry<Quad> geometry = curve_geometry_of(model_text("sphere"));
    const Quad x = Quad(3) / 5, y = Quad(4) / 5;
    const auto c = derivatives_on_curve(geometry, {x, y, 0}, {0, 0, 1}, 3);
    expect_near(c[1], {0, 0, 1}, tiny);
    expect_near(c[2], {-1 / x, 0, 0}, tiny);
    // |c'| = 1 twice differentiated: <c', c'''> = -<c'', c''>; the contact dy = y' dx: y''' =
    // (y' x')'' = 2 y'' x'' + ... = 2 · 1 · (-1/x) at x' = y' = 0.
    expect_near(c[3][2], -1 / (x * x), tiny);
    expect_near(c[3][1], -2 / x, tiny);
}

TEST(SeriesOnACurve, TakeTheMovingScaleIntoAccount)
{
    // With g = |c'| in the scale at c: c by scaled arclength has c_1 = c'/g and
    // c_2 = (c'' - c' g'/g)/g².
    Geometry<Quad> geometry = curve_geometry_of(model_text("helix"));
    const Helix exact{Quad(0.7)};
    const Quad floor = Quad(1) / 4;
    Quad g2 = 0, half = 0;  // g², (g²)'/2
    for (int i = 0; i < 3; ++i) {
        const Quad w = 1 / (exact.c0[i] * exact.c0[i] + floor * floor);
        g2 += w * exact.c1[i] * exact.c1[i];
        half += w * exact.c1[i] * exact.c2[i] -
                w * w * exact.c0[i] * exact.c1[i] * exact.c1[i] * exact.c1[i];
    }
    const Metric metric{.kind = Metric::Kind::scaled, .floor = 0.25};
    const auto c = derivatives_on_curve(geometry, exact.c0, exact.c1, 2, metric);
    expect_near(c[1], Quad(1 / sqrt(g2)) * exact.c1, tiny);
    expect_near(c[2], Quad(1 / g2) * (exact.c2 - Quad(half / g2) * exact.c1), tiny);
}

TEST(SeriesOnACurve, AreRefusedWhereThereIsNoDirection)
{
    // A folded focus of the sphere (Tuomela, Arponen, 2.2): C has rank 0 at (0, 1, 0).
    Geometry<Quad> geometry = curve_geometry_of(model_text("sphere"));
    SolutionSeries<Quad> series(geometry, 3);
    const Vector p{0, 1, 0}, up{0, 0, 1};
    EXPECT_EQ(series.in_arclength(p.data(), up.data(), {}), Health::singular);
    const Vector q{Quad(3) / 5, Quad(4) / 5, 0}, across{1, 0, 0};
    EXPECT_EQ(series.in_arclength(q.data(), across.data(), {}), Health::singular);
}

}  // namespace
}  // namespace involute::test
