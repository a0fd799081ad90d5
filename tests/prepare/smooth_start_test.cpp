// SPDX-License-Identifier: Apache-2.0
// The start on the smooth motion, against the slow manifold of the spring pendulum in closed form.
#include "involute/prepare/smooth_start.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "involute/step/tops_given_forces.hpp"
#include "involute/text/number.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

std::string spring_pendulum(const std::string& start)
{
    return "param eps = 1e-3\nsmall eps\nvar x, y\nlet r = sqrt(x^2 + y^2)\n"
           "x'' = -(1 - 1/r)/eps^2*x\ny'' = -(1 - 1/r)/eps^2*y - 1\n" +
           start;
}

Quad value(const std::vector<Given>& list, int unknown, int order)
{
    for (const Given& g : list)
        if (g.unknown == unknown && g.order == order) return g.value;
    ADD_FAILURE() << "no value of unknown " << unknown << ", order " << order;
    return 0;
}

SmoothStart start_of(const std::string& text, double eps, Precision precision)
{
    SolveOptions options;
    options.precision = precision;
    return smooth_start(read_system(text, "", {{"eps", eps}}), options);
}

/// r and r' of the smooth motion for the angle from the x axis and its derivative, to eps^6: the
/// expansion r = 1 + eps^2 r1 + eps^4 r2 + eps^6 r3 with theta'' = -cos theta + O(eps^2) inserted
/// order by order.
struct Radial {
    Quad r = 0, error = 0;
};
Radial slow_manifold(Quad theta, Quad omega, Quad eps)
{
    const Quad s = sin(theta), w = omega * omega, e = eps * eps;
    const Quad r1 = w - s, r2 = 3 * s * s - 4 * s * w + w * w - 3,
               r3 = -9 * s * s * s - 12 * s * s * w + 2 * s * w * w + 9 * s + w * w * w + 24 * w;
    return {1 + e * (r1 + e * (r2 + e * r3)), 1000 * e * e * e * e};
}

TEST(SmoothStart, LiesOnTheSlowManifoldOfTheSpringPendulum)
{
    for (const double eps : {1e-2, 1e-3, 1e-4})
        for (const char* start :
             {"start x = 1, y = 0, x' = 0, y' = 0.5", "start x = 0.8, y = -0.6, x' = 0.6, y' = 0.8",
              "start x = 0.9, y = 0.1, x' = 0.3, y' = -1"}) {
            const SmoothStart found = start_of(spring_pendulum(start), eps, Precision::quad);
            ASSERT_TRUE(found.found) << eps << " " << start;
            const std::vector<Given>& at = found.system.starts;
            const Quad x = value(at, 0, 0), y = value(at, 1, 0), vx = value(at, 0, 1),
                       vy = value(at, 1, 1), r = sqrt(x * x + y * y);
            const Quad omega = (x * vy - y * vx) / (r * r);
            // Exactly the decimal that was written.
            const Quad e = read_decimal(fmt::format("{:g}", eps));
            const Radial expected = slow_manifold(atan2(y, x), omega, e);
            EXPECT_LT(abs(r - expected.r), expected.error) << eps << " " << start;
            // The force is that of the spring, though not computed from its length.
            EXPECT_LT(abs(value(found.tops, 2, 0)) - abs((1 - 1 / r) / (e * e)), 1e-12);
            EXPECT_GT(abs(value(found.tops, 2, 0)), 0.1);
        }
}

// Reference: the smooth motion through theta = 0 with tangential speed 0.5; expansion to eps^12.
TEST(SmoothStart, AgreesWithTheReferenceInBothPrecisions)
{
    struct Row {
        double eps;
        const char *x, *dx;
        double error;  // eps^14 times a few
    };
    const Row rows[] = {
        {1e-2, "1.0000249693825246127075675831246", "-0.00014998877811779619905103565434085",
         1e-21},
        {1e-3, "1.0000002499969375075311836056849", "-0.0000014999988750281249279300111074462",
         1e-31},
        {1e-4, "1.0000000024999996937500075312493", "-0.000000014999999887500028124999279296907",
         1e-31},
        {1e-5, "1.0000000000249999999693750000075", "-1.4999999998875000002812499999279e-10",
         1e-30},
        {1e-6, "1.0000000000002499999999969375", "-1.499999999998875000000028125e-12", 1e-28}};
    const std::string text = spring_pendulum("start x = 1, y = 0, x' = 0, y' = 0.5");
    for (const Row& row : rows) {
        const SmoothStart in_quad = start_of(text, row.eps, Precision::quad);
        const SmoothStart in_double = start_of(text, row.eps, Precision::double_);
        const Quad x(row.x), dx(row.dx);
        EXPECT_LT(abs(value(in_quad.system.starts, 0, 0) - x), row.error) << row.eps;
        EXPECT_LT(abs(value(in_quad.system.starts, 0, 1) - dx), row.error) << row.eps;
        EXPECT_LT(abs(value(in_double.system.starts, 0, 0) - x), 4e-16) << row.eps;
        EXPECT_LT(abs(value(in_double.system.starts, 0, 1) - dx), 4e-16) << row.eps;
        EXPECT_EQ(value(in_quad.system.starts, 1, 0), 0);
        EXPECT_EQ(value(in_quad.system.starts, 1, 1), Quad(0.5));
    }
}

TEST(SmoothStart, KeepsGivenValuesThatTheSmoothMotionLeavesFree)
{
    const SmoothStart found = start_of(spring_pendulum("start y = -0.6, y' = 0.25\nguess x = 0.8"),
                                       1e-3, Precision::quad);
    ASSERT_TRUE(found.found);
    EXPECT_EQ(value(found.system.starts, 1, 0), Quad("-0.6"));
    EXPECT_EQ(value(found.system.starts, 1, 1), Quad("0.25"));
    EXPECT_LT(abs(value(found.system.starts, 0, 0) - Quad("0.8")), 1e-5);
    // The tangent of the circle: x x' + y y' = r r' = O(eps^2).
    EXPECT_LT(abs(value(found.system.starts, 0, 1) - Quad("0.1875")), 1e-5);
}

TEST(SmoothStart, TheStiffEquationsStartedThereDoNotOscillate)
{
    // The spring's force along the motion, sampled every tenth of the fast period. Its second
    // derivative is near 3 (force = omega^2 - sin theta, theta'' = -cos theta); an oscillation of
    // amplitude a would add 0.38 a to second differences, and a = 1/4 without the move.
    const double eps = 1e-2, dt = 2 * M_PI * eps / 10;
    const SmoothStart found =
        start_of(spring_pendulum("start x = 1, y = 0, x' = 0, y' = 0.5"), eps, Precision::quad);
    System stiff = read_system(
        "param eps = 1e-2\nvar x, y\nlet r = sqrt(x^2 + y^2)\n"
        "x'' = -(1 - 1/r)/eps^2*x\ny'' = -(1 - 1/r)/eps^2*y - 1\n");
    stiff.starts = found.system.starts;
    SolveOptions options;
    options.to = 40 * dt;
    options.sampling.every = dt;
    options.rtol = 1e-13;
    options.atol = 1e-15;
    options.columns = {"(1 - 1/sqrt(x^2 + y^2))/0.0001"};
    const Solution run = solve(stiff, options);
    ASSERT_EQ(run.status, RunStatus::finished);
    double roughest = 0;
    for (std::size_t i = 2; i < run.rows.size(); ++i)
        roughest = std::max(roughest,
                            std::abs(run.rows[i][1] - 2 * run.rows[i - 1][1] + run.rows[i - 2][1]));
    EXPECT_LT(roughest, 4 * dt * dt);
}

TEST(SmoothStart, AChainAtRestStretchesEverySpringByItsLoad)
{
    // A hanging chain at rest: every spring carries the weight below it, F_i = N + 1 - i, and is
    // longer by about eps^2 F_i; nothing moves.
    const std::string text = "param N = 20, eps = 1e-3\nsmall eps\n" + testing::spring_chain +
                             R"(for i in 1..N { start x[i] = 0, y[i] = -i, x[i]' = 0, y[i]' = 0 }
)";
    const SmoothStart found = start_of(text, 1e-3, Precision::double_);
    ASSERT_TRUE(found.found);
    const int n = 20;
    Quad y = 0;
    for (int i = 1; i <= n; ++i) {
        // (1 - 1/r) r = eps^2 (n + 1 - i), so r = 1 + eps^2 (n + 1 - i).
        y -= 1 + Quad(1e-6) * (n + 1 - i);
        EXPECT_NEAR(to_double(value(found.system.starts, n + 1 + i, 0)), to_double(y), 1e-13);
        EXPECT_NEAR(to_double(value(found.system.starts, n + 1 + i, 1)), 0, 1e-13);
    }
}

TEST(SmoothStart, SaysHowFarTheStartWasMovedAndWhereTheExpansionEnds)
{
    const std::string text = spring_pendulum("start x = 1, y = 0, x' = 0, y' = 0.5");
    const SmoothStart small = start_of(text, 1e-3, Precision::double_);
    ASSERT_EQ(small.notices.size(), 1u);
    EXPECT_NE(small.notices[0].find("x' by -1.5e-06, x by 2.5e-07"), std::string::npos)
        << small.notices[0];
    const SmoothStart large = start_of(text, 0.3, Precision::double_);
    ASSERT_EQ(large.notices.size(), 2u);
    EXPECT_NE(large.notices[1].find("not strong enough"), std::string::npos);
}

TEST(SmoothStart, HighestDerivativesAreSetForTheRun)
{
    const SmoothStart found =
        start_of(spring_pendulum("start x = 1, y = 0, x' = 0, y' = 0.5"), 1e-8, Precision::double_);
    Prepared prepared = prepare(found.system, {}, false);
    ASSERT_EQ(prepared.outcome, Outcome::complete);
    place_on_smooth_motion(found, prepared);
    // From the rounded position the force would be a multiple of 1.
    EXPECT_NEAR(std::abs(prepared.start.z[2]), 0.25, 1e-14);
    EXPECT_NEAR(prepared.start.z[0], -0.25, 1e-14);
}

TEST(SmoothStart, AccelerationsFollowFromTheForces)
{
    const SmoothStart found = start_of(
        spring_pendulum("start x = 0.8, y = -0.6, x' = 0.6, y' = 0.8"), 1e-8, Precision::double_);
    Prepared prepared = prepare(found.system, {}, false);
    TopsGivenForces<double> tops(*prepared.geometry);
    ASSERT_TRUE(tops.applies());
    const double* p = prepared.start.p.data();
    std::vector<double> z{7, 7, 1.6};
    ASSERT_TRUE(tops.settle(p, z.data()));
    // x'' = -F x, y'' = -F y - 1 up to the sign of F, whatever the length of the spring says.
    const double sign = z[0] < 0 ? 1 : -1;
    EXPECT_EQ(z[2], 1.6);
    EXPECT_NEAR(z[0], -sign * 1.6 * 0.8, 1e-14);
    EXPECT_NEAR(z[1], sign * 1.6 * 0.6 - 1, 1e-14);
}

}  // namespace
}  // namespace involute
