// SPDX-License-Identifier: Apache-2.0
// One step q = π(p + Σ w^k h^k) of the Taylor type methods (Tuomela, Arponen, Higher order methods,
// section 3) on the surface in R^5: the geometry gives the w^k, the projection finishes. Local
// errors against those of an independent computation, and the same with a wrong term.
#include <gtest/gtest.h>

#include <functional>

#include "involute/geometry/curvature.hpp"
#include "involute/project/retraction.hpp"
#include "papers/r5_manifold.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

using Vector = std::vector<Quad>;

/// One component of p + Σ w^k h^k, from that component of everything known.
struct Terms {
    Quad v, nabla, nabla2, s, x;
};
using Sum = std::function<Quad(const Terms&, const Quad& h)>;

class TaylorTypeStep : public ::testing::Test {
protected:
    Geometry<Quad> geometry_ = geometry_of<Quad>(papers::r5_manifold);
    Vector p_ = papers::r5_start<Quad>();
    CurveGeometry<Quad> c_;
    Metric metric_;

    void SetUp() override { use({}); }
    void use(const Metric& metric)
    {
        metric_ = metric;
        ASSERT_TRUE(geometry_.choose_order(p_.data()));
        SolutionSeries<Quad> series(geometry_, 3);
        ManifoldFrame<Quad> frame(geometry_, metric, false);
        ASSERT_EQ(series.in_x(p_.data()), Health::good);
        ASSERT_EQ(curve_geometry(frame, series, c_), Health::good);
    }

    /// c(h) by its Taylor series: at h = 1/32 the terms fall below 1e-33 long before the last.
    Vector exact(const Quad& h)
    {
        constexpr int order = 24;
        SolutionSeries<Quad> series(geometry_, order);
        EXPECT_EQ(series.in_x(p_.data()), Health::good);
        Vector sum = p_, derivative(p_.size());
        Quad factor = 1;
        for (int k = 1; k <= order; ++k) {
            factor *= h / k;
            series.derivative(k, derivative.data());
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * derivative[i];
        }
        EXPECT_LE(std::abs(to_double(factor)) * largest(derivative), 1e-33);
        return sum;
    }

    double local_error(const Sum& terms, const Quad& h)
    {
        Vector q = p_;
        for (std::size_t i = 0; i < q.size(); ++i)
            q[i] +=
                terms({c_.v[i], c_.nabla_v_v[i], c_.nabla_v_nabla_v_v[i], c_.s_v[i], c_.x[i]}, h);
        Retraction<Quad> retraction(geometry_, {}, ProjectionWay::newton, metric_);
        const StepBase<Quad> base{.p = p_.data(), .v = c_.v.data(), .h = h};
        EXPECT_TRUE(retraction.move(q.data(), 1e-25, false, &base).converged);
        const Vector c = exact(h);
        Quad sum = 0;
        for (std::size_t i = 0; i < q.size(); ++i) sum += (q[i] - c[i]) * (q[i] - c[i]);
        return to_double(Quad(sqrt(sum)));
    }

    double at_a_32nd(const Sum& terms) { return local_error(terms, Quad(1) / 32); }
    double local_order(const Sum& terms)
    {
        return std::log2(local_error(terms, Quad(1) / 128) / local_error(terms, Quad(1) / 256));
    }
};

// The published errors have three digits.
void expect_three_digits(double found, double published)
{
    EXPECT_NEAR(found, published, 0.005 * published);
}

TEST_F(TaylorTypeStep, OfOrderOneIsEulers)
{
    const Sum euler = [](const Terms& w, const Quad& h) { return Quad(h * w.v); };
    expect_three_digits(at_a_32nd(euler), 2.72e-5);
    EXPECT_NEAR(local_order(euler), 2, 0.05);
}

TEST_F(TaylorTypeStep, OfOrderTwoNeedsTheCovariantDerivative)  // Corollary 3.4
{
    const Sum second = [](const Terms& w, const Quad& h) {
        return Quad(h * w.v + h * h / 2 * w.nabla);
    };
    expect_three_digits(at_a_32nd(second), 4.32e-6);
    EXPECT_NEAR(local_order(second), 3, 0.05);
}

Sum with_x(const Quad& factor)
{
    return [factor](const Terms& w, const Quad& h) {
        return Quad(h * w.v + h * h / 2 * w.nabla + h * h * h * (w.nabla2 / 6 + factor * w.x));
    };
}

Sum with_s(const Quad& factor)
{
    return [factor](const Terms& w, const Quad& h) {
        return Quad(h * w.v + h * h * (w.nabla / 2 + factor * w.s) + h * h * h / 6 * w.nabla2);
    };
}

TEST_F(TaylorTypeStep, OfOrderThreeNeedsTheCurvatureCorrectionX)  // Proposition 3.5
{
    expect_three_digits(at_a_32nd(with_x(Quad(1) / 3)), 3.85e-8);
    EXPECT_NEAR(local_order(with_x(Quad(1) / 3)), 4, 0.05);
    EXPECT_NEAR(local_order(with_x(0)), 3, 0.05);
    EXPECT_NEAR(local_order(with_x(Quad(-1) / 3)), 3, 0.05);
}

TEST_F(TaylorTypeStep, OfOrderThreeMayUseAThirdOfTheNormalPartInstead)  // Proposition 3.9
{
    expect_three_digits(at_a_32nd(with_s(Quad(1) / 3)), 2.95e-8);
    EXPECT_NEAR(local_order(with_s(Quad(1) / 3)), 4, 0.05);
    EXPECT_NEAR(local_order(with_s(Quad(1) / 2)), 3, 0.05);
}

TEST_F(TaylorTypeStep, KeepsItsOrderInEveryMetric)
{
    for (const Metric& metric :
         {Metric{.kind = Metric::Kind::scaled, .floor = 0.1},
          Metric{.kind = Metric::Kind::given, .lengths = {1, 2, 0.5, 1, 3, 1}}}) {
        use(metric);
        EXPECT_NEAR(local_order(with_x(Quad(1) / 3)), 4, 0.05);
        EXPECT_NEAR(local_order(with_x(0)), 3, 0.05);
        EXPECT_NEAR(local_order(with_s(Quad(1) / 3)), 4, 0.05);
        EXPECT_NEAR(local_order(with_s(Quad(1) / 2)), 3, 0.05);
    }
}

}  // namespace
}  // namespace involute::test
