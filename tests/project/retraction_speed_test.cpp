// SPDX-License-Identifier: Apache-2.0
// How many iterations the ways to M need.
#include <gtest/gtest.h>

#include "papers/r5_manifold.hpp"
#include "tests/geometry/models.hpp"
#include "tests/project/retraction_support.hpp"

namespace involute::test {
namespace {

class Iterations : public ::testing::Test {
protected:
    Geometry<Quad> geometry_ = geometry_of<Quad>(ellipse);
    /// From a distance of about `far` of the ellipse, to 30 digits.
    int from(ProjectionWay way, double far)
    {
        std::vector<Quad> z{0, Quad(2) * cos(Quad(0.75)), sin(Quad(0.75))};
        z[1] += Quad(far) * z[1] / 2;
        z[2] += Quad(far) * z[2] * 2;
        Retraction<Quad> retraction(geometry_, scale, way);
        const Projection found = retraction.move(z.data(), 1e-20, false);
        EXPECT_TRUE(found.converged);
        return found.iterations;
    }
};

// Errors d, d^2, d^4 .. of Newton's method fall below 1e-31, and the iteration knows it one
// increment later at most.
TEST_F(Iterations, OfNewtonDoubleTheDigits)
{
    EXPECT_LE(from(ProjectionWay::newton, 1e-2), 5);
    EXPECT_LE(from(ProjectionWay::newton, 1e-4), 4);
    EXPECT_LE(from(ProjectionWay::newton, 1e-8), 3);
}

// The error shrinks by a factor proportional to the distance (times the curvature, here about 1):
// d^k < 1e-31 takes 31/digits of d, give or take the constant.
TEST_F(Iterations, OfGaussNewtonAddDigits)
{
    const int coarse = from(ProjectionWay::gauss_newton, 1e-2);
    const int middle = from(ProjectionWay::gauss_newton, 1e-4);
    const int fine = from(ProjectionWay::gauss_newton, 1e-8);
    EXPECT_GE(coarse, 12);
    EXPECT_LE(coarse, 18);
    EXPECT_GE(middle, 6);
    EXPECT_LE(middle, 9);
    EXPECT_GE(fine, 3);
    EXPECT_LE(fine, 5);
}

TEST_F(Iterations, OfTheChordLieBetween)
{
    for (const double far : {1e-2, 1e-4}) {
        EXPECT_GT(from(ProjectionWay::chord, far), from(ProjectionWay::newton, far));
        EXPECT_LT(from(ProjectionWay::chord, far), from(ProjectionWay::gauss_newton, far));
    }
}

// Tuomela, Arponen II, 5.3: from p + h V "typically one more iteration was needed".
template <class S>
void expect_fewer_iterations(const Metric& metric)
{
    Geometry<S> geometry = geometry_of<S>(papers::r5_manifold);
    const std::vector<S> p = papers::r5_start<S>();
    ASSERT_TRUE(geometry.choose_order(p.data()));
    std::vector<S> w(5), v(6);
    geometry.field(p.data(), w.data());
    geometry.direction(p.data(), w.data(), v.data());
    Retraction<S> chord(geometry, scale, ProjectionWay::chord, metric),
        second(geometry, scale, ProjectionWay::second_order, metric);
    int saved = 0;
    for (const double h : {1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64, 1.0 / 128}) {
        std::vector<S> plain = p;
        for (std::size_t i = 0; i < plain.size(); ++i) plain[i] += S(h) * v[i];
        std::vector<S> started = plain;
        const StepBase<S> base{.p = p.data(), .v = v.data(), .h = S(h)};
        const Projection slow = chord.move(plain.data(), 1e-20, false);
        const Projection fast = second.move(started.data(), 1e-20, false, &base);
        ASSERT_TRUE(slow.converged && fast.converged);
        EXPECT_LE(fast.iterations, slow.iterations) << h;
        // Without h the same start is found.
        std::vector<S> measured = p;
        for (std::size_t i = 0; i < p.size(); ++i) measured[i] += S(h) * v[i];
        const StepBase<S> unmeasured{.p = p.data(), .v = v.data()};
        EXPECT_EQ(second.move(measured.data(), 1e-20, false, &unmeasured).iterations,
                  fast.iterations);
        EXPECT_LE(difference(measured, started), roundings<S>(2000));
        saved += slow.iterations - fast.iterations;
        EXPECT_LE(difference(plain, started), roundings<S>(2000));
    }
    EXPECT_GE(saved, 3);
}

TEST(SecondOrderStart, SavesIterations)
{
    const Metric given{.kind = Metric::Kind::given, .lengths = {1, 2, 0.5, 1, 3, 1}};
    for (const Metric& metric : {Metric{}, given}) {
        expect_fewer_iterations<double>(metric);
        expect_fewer_iterations<Quad>(metric);
    }
}

}  // namespace
}  // namespace involute::test
