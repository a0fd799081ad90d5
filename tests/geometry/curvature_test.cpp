// SPDX-License-Identifier: Apache-2.0
// The geometry of M along solution curves, in extended precision, against closed forms, published
// numbers and the identities of Tuomela and Arponen, Higher order methods, section 8. The tolerance
// 1e-30 stands for a few thousand roundings of numbers of
// size 1 (binary128 rounds at 2e-34).
#include "involute/geometry/curvature.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "papers/r5_manifold.hpp"
#include "tests/geometry/curves.hpp"

namespace involute::test {
namespace {

CurveGeometry<Quad> in_x(const std::string& text, const Vector& p, bool x_free,
                         const Metric& metric = {})
{
    Geometry<Quad> geometry = geometry_of<Quad>(text);
    EXPECT_TRUE(geometry.choose_order(p.data()));
    SolutionSeries<Quad> series(geometry, 3);
    EXPECT_EQ(series.in_x(p.data()), Health::good);
    ManifoldFrame<Quad> frame(geometry, metric, x_free);
    CurveGeometry<Quad> result;
    EXPECT_EQ(curve_geometry(frame, series, result), Health::good);
    return result;
}

CurveGeometry<Quad> on_curve(const std::string& text, const Vector& p, const Vector& towards)
{
    Geometry<Quad> geometry = curve_geometry_of(text);
    SolutionSeries<Quad> series(geometry, 3);
    EXPECT_EQ(series.in_arclength(p.data(), towards.data(), {}), Health::good);
    ManifoldFrame<Quad> frame(geometry, {}, true);
    CurveGeometry<Quad> result;
    EXPECT_EQ(curve_geometry(frame, series, result), Health::good);
    return result;
}

/// Rotation about the z axis with angular velocity 3, on the ellipsoid x²/a² + y²/a² + z² = 1.
std::string rotation(const std::string& a)
{
    return "param a = " + a +
           "\nvar x, y, z\nx' = -3*y\ny' = 3*x\nz' = 0\n"
           "invariant r: (x^2 + y^2)/a^2 + z^2 - 1 = 0\n";
}

TEST(Curvature, OfAGreatCircleIsNormal)
{
    const auto c = in_x(rotation("1"), {0, Quad(3) / 5, Quad(4) / 5, 0}, false);
    expect_near(c.normal_curvature, 1, tiny);
    expect_near(c.geodesic_curvature, 0, tiny);
    // S(V, V) = -|V|² p, V of length 3.
    expect_near(c.s_v, {0, Quad(-27) / 5, Quad(-36) / 5, 0}, 100 * tiny);
}

TEST(Curvature, OfALatitudeIsTheTangentOfTheLatitude)
{
    for (const double z : {0.6, -0.8}) {
        const Quad r = sqrt(Quad(1 - Quad(z) * Quad(z)));
        const auto c = in_x(rotation("1"), {0, r, 0, Quad(z)}, false);
        expect_near(c.normal_curvature, 1, tiny);
        expect_near(c.geodesic_curvature, abs(Quad(z)) / r, tiny);
    }
}

TEST(Curvature, DependsOnTheMetric)
{
    // In units of 2 the unit sphere has radius 1/2; in units (2, 2, 1) the ellipsoid is a sphere.
    const Quad r = Quad(4) / 5, z = Quad(3) / 5;
    const Metric twice{.kind = Metric::Kind::given, .lengths = {1, 2, 2, 2}};
    auto c = in_x(rotation("1"), {0, r, 0, z}, false, twice);
    expect_near(c.normal_curvature, 2, tiny);
    expect_near(c.geodesic_curvature, 2 * z / r, tiny);
    const Metric unequal{.kind = Metric::Kind::given, .lengths = {1, 2, 2, 1}};
    c = in_x(rotation("2"), {0, 2 * r, 0, z}, false, unequal);
    expect_near(c.normal_curvature, 1, tiny);
    expect_near(c.geodesic_curvature, z / r, tiny);
    // On a unit sphere S(V, z) = -<V, z> p, so that X = Σ <S_V, S(V, z)> z = |V|² V; |V| = 3 r.
    expect_near(c.x, {0, 0, 9 * r * r * 6 * r, 0}, 10 * tiny);
}

TEST(Curvature, OfAHelixOnACylinderIsNormal)
{
    const std::string helix =
        "var x, y, z\nx' = -y\ny' = x\nz' = 1/2\ninvariant r: x^2 + y^2 - 1 = 0\n";
    const Vector p{0, Quad(3) / 5, Quad(4) / 5, 7};
    const auto c = in_x(helix, p, false);
    expect_near(c.normal_curvature, Quad(4) / 5, tiny);
    expect_near(c.geodesic_curvature, 0, tiny);
    expect_near(c.nabla_v_v, {0, 0, 0, 0}, tiny);
    expect_near(c.nabla_v_nabla_v_v, {0, 0, 0, 0}, tiny);
    // With t as a further coordinate the curve climbs in four dimensions: |V|² = 9/4.
    expect_near(in_x(helix, p, true).normal_curvature, Quad(4) / 9, tiny);
}

TEST(Curvature, WithoutConstraintsIsThatOfTheCurve)
{
    const auto c = in_x("var x, y\nx' = -3*y\ny' = 3*x\n", {0, 2, 0}, false);
    expect_near(c.normal_curvature, 0, 0);
    expect_near(c.geodesic_curvature, Quad(1) / 2, tiny);
    // The same circle, faster on the right than on the left.
    const auto uneven = in_x("var x, y\nx' = -y*(3 + x)\ny' = x*(3 + x)\n", {0, 0, 2}, false);
    expect_near(uneven.geodesic_curvature, Quad(1) / 2, tiny);
}

TEST(Curvature, IsNotChangedByRedundantRows)
{
    const Vector p{0, Quad(12) / 25, Quad(16) / 25, Quad(3) / 5};
    const auto once = in_x(rotation("1"), p, false);
    const auto thrice = in_x(rotation("1") +
                                 "invariant s: (x^2 + y^2 + z^2)^2 - 1 = 0\n"
                                 "invariant u: (x^2 + y^2 + z^2 - 1)*(2 + x) = 0\n",
                             p, false);
    expect_near(thrice.normal_curvature, once.normal_curvature, tiny);
    expect_near(thrice.nabla_v_nabla_v_v, once.nabla_v_nabla_v_v, 100 * tiny);
    expect_near(thrice.x, once.x, 100 * tiny);
}

// Rolled out, the cylinder of models/helix.ode is a plane with the curve y(s): its curvature there
// is the geodesic one, and the normal one is that of the circle times the cosine² of the slope.
TEST(Curvature, OfTheSolutionOnACylinderIsThatOfTheRolledOutCurve)
{
    for (const double s : {0.7, 2.0, 0.0}) {
        const Helix exact{Quad(s)};
        const auto c = on_curve(model_text("helix"), exact.c0, exact.c1);
        const Quad root = sqrt(exact.speed2);
        expect_near(c.normal_curvature, 1 / exact.speed2, tiny);
        expect_near(c.geodesic_curvature, abs(Quad(sin(Quad(2 * s)))) / (root * root * root), tiny);
    }
}

// c'' = (-1/x, 0, 0) at the fold and S = -p, so ∇_V V = (-y²/x, y, 0).
TEST(Curvature, AtTheFoldOfTheSphereIsTheClosedForm)
{
    const Quad x = Quad(3) / 5, y = Quad(4) / 5;
    const auto c = on_curve(model_text("sphere"), {x, y, 0}, {0, 0, 1});
    expect_near(c.normal_curvature, 1, tiny);
    expect_near(c.geodesic_curvature, y / x, tiny);
    expect_near(c.s_v, {-x, -y, 0}, tiny);
    expect_near(c.nabla_v_v, {-y * y / x, y, 0}, tiny);
}

TEST(Curvature, InDoubleIsTheSame)
{
    Geometry<double> geometry = geometry_of(rotation("1"));
    const std::vector<double> p{0, 0.8, 0, 0.6};
    ASSERT_TRUE(geometry.choose_order(p.data()));
    SolutionSeries<double> series(geometry, 3);
    ASSERT_EQ(series.in_x(p.data()), Health::good);
    ManifoldFrame<double> frame(geometry, {}, false);
    CurveGeometry<double> c;
    ASSERT_EQ(curve_geometry(frame, series, c), Health::good);
    EXPECT_NEAR(c.normal_curvature, 1, 1e-14);
    EXPECT_NEAR(c.geodesic_curvature, 0.75, 1e-14);
}

// ---- identities, on the surface in R^5 and at a fold

class OnTheSurface : public ::testing::Test {
protected:
    Geometry<Quad> geometry_ = geometry_of<Quad>(papers::r5_manifold);
    Vector p_ = papers::r5_start<Quad>();
    SolutionSeries<Quad> series_{geometry_, 3};
    ManifoldFrame<Quad> frame_{geometry_, {}, false};
    CurveGeometry<Quad> c_;

    void SetUp() override
    {
        ASSERT_TRUE(geometry_.choose_order(p_.data()));
        c_ = at(p_);
    }
    /// Anywhere: the field is tangent to the level sets of f.
    CurveGeometry<Quad> at(const Vector& p)
    {
        CurveGeometry<Quad> c;
        EXPECT_EQ(series_.in_x(p.data()), Health::good);
        EXPECT_EQ(curve_geometry(frame_, series_, c), Health::good);
        return c;
    }
    Vector space(Vector v) const  // without the parameter
    {
        v[0] = 0;
        return v;
    }
    Vector tangential(Vector v)
    {
        frame_.stand(p_.data());
        frame_.make_tangent(v.data());
        return v;
    }
    Vector second_fundamental(const Vector& u, const Vector& v)
    {
        Vector result(u.size());
        frame_.stand(p_.data());
        frame_.second_fundamental(u.data(), v.data(), result.data());
        return result;
    }
    /// The derivative of a function of the place along u: central differences of order 8, errors
    /// of about h^8 = 5e-32 times a ninth derivative, and of roundings divided by h.
    Vector along(const Vector& u, const std::function<Vector(const Vector&)>& f)
    {
        const Quad h = ldexp(Quad(1), -13);
        const Quad weight[] = {Quad(4) / 5, Quad(-1) / 5, Quad(4) / 105, Quad(-1) / 280};
        Vector sum(u.size(), 0);
        for (int k = 1; k <= 4; ++k)
            sum = sum + weight[k - 1] * (f(p_ + Quad(k * h) * u) - f(p_ - Quad(k * h) * u));
        return Quad(1 / h) * sum;
    }
    Quad length(const Vector& v) const { return sqrt(plain_dot(v, v)); }
};

// Tuomela and Arponen's manifold measured independently: |∇_V V| = .049362, |S_V| = .55321,
// |X| = .31632, and more digits of the last two from 60-digit arithmetic.
TEST_F(OnTheSurface, LengthsAreThePublishedOnes)
{
    expect_near(length(c_.nabla_v_v), Quad(0.049362), 5e-7);
    expect_near(length(c_.s_v), Quad("0.5532101710163016649865225"), 1e-24);
    expect_near(length(c_.x), Quad("0.3163235050760221878302392"), 1e-24);
    expect_near(length(space(c_.v)), 1, tiny);
    // Unit speed: the curvatures are these lengths.
    expect_near(c_.normal_curvature, length(c_.s_v), tiny);
    expect_near(c_.geodesic_curvature, length(c_.nabla_v_v), tiny);
}

TEST_F(OnTheSurface, AccelerationIsCovariantPlusNormal)
{
    expect_near(c_.c2, c_.nabla_v_v + c_.s_v, tiny);
    // 8.1: d²f(V, V) = -df dV V, and dV V = c''.
    Vector left(2), right(2);
    frame_.second_differential(c_.v.data(), c_.v.data(), left.data());
    frame_.normal_space().differential(c_.c2.data(), right.data());
    expect_near(left, Quad(-1) * right, tiny);
}

TEST_F(OnTheSurface, ThirdDerivativeSplitsAsInEquation82)
{
    // c''' = ∇_V ∇_V V + dS_V V + S(V, ∇_V V).
    const Vector v = space(c_.v);
    const Vector ds = along(v, [&](const Vector& p) { return at(p).s_v; });
    const Vector mixed = second_fundamental(v, c_.nabla_v_v);
    expect_near(c_.c3, c_.nabla_v_nabla_v_v + ds + mixed, 1e-25);
    // 8.3: π_t(dS_V V) = -X.
    expect_near(tangential(ds), Quad(-1) * c_.x, 1e-25);
    // The covariant derivative by its definition.
    const Vector dn = along(v, [&](const Vector& p) { return at(p).nabla_v_v; });
    expect_near(tangential(dn), c_.nabla_v_nabla_v_v, 1e-25);
}

TEST_F(OnTheSurface, BothFormulasForTheCorrectionXAgree)
{
    // π_t((dV)ᵗ S_V): component i is <∂V/∂x_i, S_V>.
    Vector transposed(6, 0);
    for (std::size_t i = 1; i < 6; ++i) {
        Vector unit(6, 0);
        unit[i] = 1;
        const Vector dv = along(unit, [&](const Vector& p) { return at(p).v; });
        transposed[i] = plain_dot(space(dv), c_.s_v);
    }
    expect_near(tangential(transposed), c_.x, 1e-25);

    // Σ <S_V, S(V, z)> z over an orthonormal basis z of the tangent space, here of dimension 3.
    std::vector<Vector> basis;
    for (std::size_t i = 1; basis.size() < 3; ++i) {
        Vector z(6, 0);
        z[i] = 1;
        z = tangential(z);
        for (int pass = 0; pass < 2; ++pass)
            for (const Vector& other : basis) z = z - plain_dot(z, other) * other;
        basis.push_back(Quad(1 / length(z)) * z);
    }
    Vector sum(6, 0);
    for (const Vector& z : basis)
        sum = sum + plain_dot(c_.s_v, second_fundamental(space(c_.v), z)) * z;
    expect_near(sum, c_.x, tiny);
}

TEST_F(OnTheSurface, SecondFundamentalTensorIsSymmetricBilinearAndNormal)
{
    const Vector u{0, 1, 2, -1, 3, 1}, v{0, -2, 1, 1, 0, 4}, w{0, 1, 0, 1, -1, 2};
    expect_near(second_fundamental(u, v), second_fundamental(v, u), 10 * tiny);
    expect_near(second_fundamental(u + w, v), second_fundamental(u, v) + second_fundamental(w, v),
                10 * tiny);
    expect_near(tangential(second_fundamental(u, v)), Vector(6, 0), 10 * tiny);
}

TEST(AtAFold, TheIdentitiesHoldToo)
{
    const Quad x = Quad(3) / 5, y = Quad(4) / 5;
    const auto c = on_curve(model_text("sphere"), {x, y, 0}, {0, 0, 1});
    expect_near(c.c2, c.nabla_v_v + c.s_v, tiny);
    // 8.2 with 8.3: the tangential part of c''' is ∇_V ∇_V V - X; on the unit sphere X = |V|² V.
    expect_near(c.x, c.v, tiny);
    const Vector p{x, y, 0};
    const Vector tangent = c.c3 - plain_dot(c.c3, p) * p;
    expect_near(tangent, c.nabla_v_nabla_v_v - c.x, tiny);
}

}  // namespace
}  // namespace involute::test
