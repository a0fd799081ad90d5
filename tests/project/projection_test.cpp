// SPDX-License-Identifier: Apache-2.0
// The laws of a retraction to M. "To round-off": the projector ends when an increment is below 500
// roundings of the numbers, in scale, so residuals and repeated projections stay below 1000.
#include "involute/base/dense.hpp"
#include "involute/project/project.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "involute/project/start.hpp"
#include "tests/complete/systems.hpp"
#include "tests/geometry/models.hpp"
#include "tests/project/perturbed.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
const Scale scale{1e-2};
using Vector = std::vector<double>;

/// Largest |g_i| / Σ |∂g_i/∂p| (|p| + floor): the relative change of p that would make it vanish.
template <class S>
double defect(Geometry<S>& geometry, const std::vector<S>& p)
{
    const CompletedSystem& c = geometry.completed();
    std::vector<S> g(c.constraint_nodes.size()), entries(c.constraint_jacobian.entries.size());
    geometry.constraints(p.data(), g.data());
    geometry.constraint_jacobian(p.data(), entries.data());
    Vector reach(g.size(), 0);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = c.constraint_jacobian.entries[e];
        reach[row] +=
            std::abs(to_double(entries[e])) * (std::abs(to_double(p[column])) + scale.floor);
    }
    double worst = 0;
    for (std::size_t r = 0; r < g.size(); ++r)
        worst = std::max(worst, std::abs(to_double(g[r])) / reach[r]);
    return worst;
}

class Projections : public ::testing::TestWithParam<std::string> {
protected:
    Geometry<double> geometry_ = geometry_of(model_text(GetParam()));
    Start<double> start_ = consistent_start(geometry_, scale);
    Projector<double> projector_{geometry_, scale};
    void SetUp() override { ASSERT_EQ(start_.outcome, Outcome::complete) << start_.message; }
};

TEST_P(Projections, ReachTheManifoldFromNearby)
{
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Vector p = perturbed(start_.p, 1e-5, seed, scale);
        const Projection found = projector_.at_fixed_x(p.data(), 1e-8);
        ASSERT_TRUE(found.converged);
        EXPECT_LE(defect(geometry_, p), 1000 * eps);
        EXPECT_EQ(p[0], start_.p[0]);  // at fixed x: to the bit
    }
}

TEST_P(Projections, ChangeNothingTheSecondTime)
{
    for (unsigned seed = 11; seed <= 15; ++seed) {
        Vector p = perturbed(start_.p, 1e-5, seed, scale);
        ASSERT_TRUE(projector_.at_fixed_x(p.data(), 1e-8).converged);
        const Vector once = p;
        const Projection again = projector_.at_fixed_x(p.data(), 1e-8);
        ASSERT_TRUE(again.converged);
        EXPECT_LE(again.moved, 1000 * eps);
        for (std::size_t i = 0; i < p.size(); ++i)
            EXPECT_NEAR(p[i], once[i], 1000 * eps * (std::abs(once[i]) + scale.floor));
    }
}

TEST_P(Projections, MoveAPointOnTheManifoldByRoundOffOnly)
{
    Vector p = start_.p;
    const Projection found = projector_.at_fixed_x(p.data(), 1e-8);
    ASSERT_TRUE(found.converged);
    EXPECT_LE(found.moved, 1e4 * eps);  // the start itself is sought to 200 roundings of g
    EXPECT_EQ(found.iterations, 1);
}

TEST_P(Projections, AlongTheShortestWayReachTheManifoldToo)
{
    for (const bool x_free : {false, true})
        for (unsigned seed = 21; seed <= 25; ++seed) {
            Vector p = perturbed(start_.p, 1e-5, seed, scale);
            const Projection found = x_free ? projector_.with_x_free(p.data(), 1e-8)
                                            : projector_.shortest_at_fixed_x(p.data(), 1e-8);
            ASSERT_TRUE(found.converged);
            EXPECT_LE(defect(geometry_, p), 1000 * eps);
            if (!x_free) {
                EXPECT_EQ(p[0], start_.p[0]);
            }
        }
}

TEST_P(Projections, HaveTheSameBitsTwice)
{
    Vector p = perturbed(start_.p, 1e-4, 7, scale), q = p;
    projector_.at_fixed_x(p.data(), 1e-8);
    projector_.at_fixed_x(q.data(), 1e-8);
    EXPECT_EQ(p, q);
}

INSTANTIATE_TEST_SUITE_P(OfModels, Projections,
                         ::testing::Values("pendulum", "pendulum_energy", "andrews", "car_axis",
                                           "chain", "discharge_pressure", "four_bar",
                                           "kepler_invariants", "six_point_chain",
                                           "six_point_chain_energy", "sphere"));

// ---- one sweep

TEST(Sweep, OfThePendulumIsTheClosedForm)
{
    // Stage -2: J δ = (0, 0, -g) gives δ = -(x, y) g / (2 r^2) for the position; stage -1 the same
    // for the velocity with g' at the new position and J at the old one.
    Geometry<double> geometry = geometry_of(pendulum);
    const Vector p{0, 0.63, 0.79, -0.82, 0.58};
    ASSERT_TRUE(geometry.choose_order(p.data()));
    Vector q = p;
    EXPECT_EQ(geometry.sweep(q.data()).health, Health::good);
    const double r2 = p[1] * p[1] + p[3] * p[3], g = r2 - 1;
    const double x = p[1] * (1 - g / (2 * r2)), y = p[3] * (1 - g / (2 * r2));
    const double rate = 2 * (x * p[2] + y * p[4]);
    EXPECT_NEAR(q[1], x, 10 * eps);
    EXPECT_NEAR(q[3], y, 10 * eps);
    EXPECT_NEAR(q[2], p[2] - p[1] * rate / (2 * r2), 10 * eps);
    EXPECT_NEAR(q[4], p[4] - p[3] * rate / (2 * r2), 10 * eps);
}

class Sweeps : public ::testing::TestWithParam<std::string> {};

TEST_P(Sweeps, ReduceTheResidualQuadratically)
{
    // In extended precision, where round-off does not hide it: ten times closer, a hundred times
    // smaller a residual (within a factor 2 for the higher terms).
    Geometry<Quad> geometry = geometry_of<Quad>(model_text(GetParam()));
    const Start<Quad> start = consistent_start(geometry, scale);
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    const auto after = [&](double spread) {
        std::vector<Quad> p = perturbed(start.p, spread, 5, scale);
        EXPECT_EQ(geometry.sweep(p.data()).health, Health::good);
        return defect(geometry, p);
    };
    const double far = after(1e-6), middle = after(1e-7), close = after(1e-8);
    EXPECT_GT(far, 0);
    EXPECT_NEAR(std::log10(far / middle), 2, 0.3);
    EXPECT_NEAR(std::log10(middle / close), 2, 0.3);
}

INSTANTIATE_TEST_SUITE_P(OfModels, Sweeps,
                         ::testing::Values("pendulum", "andrews", "car_axis", "chain",
                                           "discharge_pressure", "six_point_chain", "sphere"));

TEST(Sweep, DoesNothingWhereThereAreNoConstraints)
{
    Geometry<double> geometry = geometry_of(model_text("henon_heiles"));
    Vector p{0, 1, 2, 3, 4};
    const Vector before = p;
    EXPECT_EQ(geometry.sweep(p.data()).health, Health::good);
    EXPECT_EQ(p, before);
    Projector<double> projector(geometry, scale);
    EXPECT_TRUE(projector.at_fixed_x(p.data(), 1e-8).converged);
    EXPECT_TRUE(projector.with_x_free(p.data(), 1e-8).converged);
    EXPECT_EQ(p, before);
}

// ---- which point of M

class ShortestWay : public ::testing::TestWithParam<std::pair<const char*, std::vector<double>>> {};

TEST_P(ShortestWay, WithXFreeIsOrthogonalInTheScaledMetric)
{
    // The correction is W Aᵗ μ with A on the way; tangents τ at the end have A τ = 0, so the angle
    // between them in the metric W⁻¹ vanishes with the distance.
    const auto& [name, point] = GetParam();
    Geometry<Quad> geometry = geometry_of<Quad>(model_text(name));
    const CompletedSystem& c = geometry.completed();
    const std::vector<Quad> p = widen(point);
    Projector<Quad> projector(geometry, scale);
    Vector worst;
    for (const double spread : {1e-4, 1e-5}) {
        std::vector<Quad> q = perturbed(p, spread, 3, scale);
        q[0] += Quad(spread);
        std::vector<Quad> r = q;
        ASSERT_TRUE(projector.with_x_free(r.data(), 1e-8).converged);
        const int size = c.layout.size;
        std::vector<Quad> entries(c.constraint_jacobian.entries.size());
        geometry.constraint_jacobian(r.data(), entries.data());
        // A and the step in coordinates in which the metric is the plain one.
        Eigen::MatrixXd a = Eigen::MatrixXd::Zero(c.constraint_jacobian.rows, size);
        Eigen::VectorXd step(size), s(size);
        for (int i = 0; i < size; ++i) {
            s[i] = std::hypot(to_double(q[i]), scale.floor);
            step[i] = to_double(Quad(r[i] - q[i])) / s[i];
        }
        for (std::size_t e = 0; e < entries.size(); ++e) {
            const auto [row, column] = c.constraint_jacobian.entries[e];
            a(row, column) = to_double(entries[e]) * s[column];
        }
        const Eigen::MatrixXd tangents = FullLu<double>(a).kernel();
        ASSERT_EQ(tangents.cols(), size - a.rows());
        double cosine = 0;
        for (int k = 0; k < tangents.cols(); ++k)
            cosine = std::max(cosine, std::abs(tangents.col(k).dot(step)) /
                                          (tangents.col(k).norm() * step.norm()));
        worst.push_back(cosine);
    }
    EXPECT_LE(worst[0], 1e-2);
    EXPECT_NEAR(std::log10(worst[0] / worst[1]), 1, 0.3);
}

INSTANTIATE_TEST_SUITE_P(
    OfModels, ShortestWay,
    ::testing::Values(std::pair{"sphere", std::vector<double>{0.48, 0.6, 0.64}},
                      std::pair{"pendulum", std::vector<double>{1, 0.6, 0.8, -0.8, 0.6}}));

TEST(Projection, OfTheTimeDependentConstraintIsAtTheGivenTime)
{
    // x = sin t, and x' = cos t hidden: only one point at each t.
    Geometry<double> geometry = geometry_of("var x, l\nx'' = l\nx = sin(t)");
    const Vector p0{0.5, 0.4, 0.9};
    ASSERT_TRUE(geometry.choose_order(p0.data()));
    Projector<double> projector(geometry, scale);
    Vector p = p0;
    ASSERT_TRUE(projector.at_fixed_x(p.data(), 1e-8).converged);
    EXPECT_EQ(p[0], 0.5);
    EXPECT_NEAR(p[1], std::sin(0.5), 4 * eps);
    EXPECT_NEAR(p[2], std::cos(0.5), 4 * eps);
}

TEST(Projection, ReportsHowFarItMoved)
{
    // From (1 + δ) times the circle's radius back: δ / (1 + floor) of the scale, up to δ².
    Geometry<double> geometry = geometry_of(pendulum);
    const double delta = 1e-6;
    Vector p{0, 0, 0.5, -(1 + delta), 0};
    ASSERT_TRUE(geometry.choose_order(p.data()));
    Projector<double> projector(geometry, scale);
    const Projection found = projector.at_fixed_x(p.data(), 1e-8);
    ASSERT_TRUE(found.converged);
    EXPECT_NEAR(found.moved, delta / (1 + scale.floor), 10 * delta * delta);
}

TEST(Projection, ReportsFailure)
{
    Geometry<double> geometry = geometry_of(pendulum);
    Vector p{0, 0.6, 0.8, -0.8, 0.6};
    ASSERT_TRUE(geometry.choose_order(p.data()));
    Projector<double> projector(geometry, scale);
    p[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(projector.at_fixed_x(p.data(), 1e-8).converged);
    Vector centre{0, 0, 0, 0, 0};  // where every direction is as good as any
    EXPECT_FALSE(projector.at_fixed_x(centre.data(), 1e-8).converged);
}

TEST(Projection, WithAnInvariantKeepsItsValue)
{
    Geometry<double> geometry = geometry_of(model_text("pendulum_energy"));
    const Start<double> start = consistent_start(geometry, scale);
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    Projector<double> projector(geometry, scale);
    Vector p = perturbed(start.p, 1e-4, 9, scale);
    ASSERT_TRUE(projector.at_fixed_x(p.data(), 1e-8).converged);
    // Released from rest at height 0: E = 0, here of terms of size 1e-4 and less.
    EXPECT_NEAR((p[2] * p[2] + p[4] * p[4]) / 2 + p[3], 0, 1000 * eps * scale.floor);
}

}  // namespace
}  // namespace involute::test
