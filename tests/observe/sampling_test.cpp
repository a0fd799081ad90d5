// SPDX-License-Identifier: Apache-2.0
// Which rows a run returns, and that each of them satisfies all equations.
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::Swing;

Solution pendulum_to(double end, Sampling sampling)
{
    return solve(read_system(testing::pendulum),
                 {.to = end, .rtol = 1e-10, .atol = 1e-12, .sampling = std::move(sampling)});
}

void expect_swing(const Solution& run)
{
    for (const std::vector<double>& row : run.rows) {
        const Swing<Quad> exact{Quad(row[0])};
        EXPECT_NEAR(row[column(run, "x")], to_double(exact.x), 1e-9);
        EXPECT_NEAR(row[column(run, "y")], to_double(exact.y), 1e-9);
        EXPECT_NEAR(row[column(run, "x'")], to_double(exact.dx), 1e-9);
        EXPECT_NEAR(row[column(run, "y'")], to_double(exact.dy), 1e-9);
        EXPECT_NEAR(row[column(run, "lambda")], to_double(exact.lambda), 1e-8);
    }
}

TEST(Rows, AreTheAcceptedStepsByDefault)
{
    const Solution run = pendulum_to(3.3, {});
    EXPECT_EQ(run.rows.size(), std::size_t(run.statistics.steps) + 1);
    EXPECT_EQ(run.rows.front()[0], 0.0);
    EXPECT_EQ(run.rows.back()[0], 3.3);
    for (std::size_t k = 1; k < run.rows.size(); ++k) EXPECT_GT(run.rows[k][0], run.rows[k - 1][0]);
    expect_swing(run);
}

TEST(Rows, HaveEveryUnknownUpToItsHighestDerivative)
{
    const Solution run = pendulum_to(0.1, {});
    EXPECT_EQ(run.names, (std::vector<std::string>{"x", "x'", "x''", "y", "y'", "y''", "lambda"}));
    for (const std::vector<double>& row : run.rows) EXPECT_EQ(row.size(), 8u);
}

TEST(Rows, AreAsManyAsRequested)
{
    for (const long points : {2L, 3L, 101L, 1000L}) {
        const Solution run = pendulum_to(2.5, {.points = points});
        ASSERT_EQ(run.rows.size(), std::size_t(points));
        for (long k = 0; k < points; ++k)
            EXPECT_NEAR(run.rows[k][0], 2.5 * double(k) / double(points - 1), 4e-16 * 2.5);
        EXPECT_EQ(run.rows.back()[0], 2.5);
    }
    expect_swing(pendulum_to(2.5, {.points = 50}));
}

TEST(Rows, AreAtEveryMultipleAndAtTheEnd)
{
    const Solution run = pendulum_to(1, {.every = 0.3});
    ASSERT_EQ(run.rows.size(), 5u);
    const double x[] = {0, 0.3, 2 * 0.3, 3 * 0.3, 1};
    for (int k = 0; k < 5; ++k) EXPECT_EQ(run.rows[k][0], x[k]);
    expect_swing(run);
}

TEST(Rows, AreNotRepeatedAtTheEnd)
{
    const Solution run = pendulum_to(1, {.every = 0.25});
    ASSERT_EQ(run.rows.size(), 5u);
    EXPECT_EQ(run.rows.back()[0], 1.0);
}

TEST(Rows, AreAtTheRequestedAbscissasOnly)
{
    const Solution run = pendulum_to(2, {.at = {1.5, 0.1, 0.7, 2, 0}});
    ASSERT_EQ(run.rows.size(), 5u);
    const double x[] = {0, 0.1, 0.7, 1.5, 2};
    for (int k = 0; k < 5; ++k) EXPECT_EQ(run.rows[k][0], x[k]);
    expect_swing(run);
}

TEST(Rows, AreNotMadeForAbscissasBeyondTheEnd)
{
    const Solution run = pendulum_to(1, {.at = {0.5, 1.5, -0.5}});
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_EQ(run.rows[0][0], 0.5);
}

TEST(Rows, AreOnlyStartAndEndIfRequested)
{
    const Solution run = pendulum_to(2, {.only_end = true});
    ASSERT_EQ(run.rows.size(), 2u);
    EXPECT_EQ(run.rows[0][0], 0.0);
    EXPECT_EQ(run.rows[1][0], 2.0);
    expect_swing(run);
}

TEST(Rows, ComeInOrderOfTravelBackwards)
{
    const Solution at = pendulum_to(-2, {.at = {-1.5, -0.5, 1}});
    ASSERT_EQ(at.rows.size(), 2u);
    EXPECT_EQ(at.rows[0][0], -0.5);
    EXPECT_EQ(at.rows[1][0], -1.5);
    const Solution points = pendulum_to(-2, {.points = 5});
    ASSERT_EQ(points.rows.size(), 5u);
    for (int k = 0; k < 5; ++k) EXPECT_EQ(points.rows[k][0], -0.5 * k);
    expect_swing(at);
    expect_swing(points);
}

TEST(Rows, AtSamplePointsDoNotChangeTheSteps)
{
    const Solution steps = pendulum_to(3, {});
    const Solution points = pendulum_to(3, {.points = 333});
    EXPECT_EQ(steps.rows.back(), points.rows.back());
    EXPECT_EQ(steps.statistics.steps, points.statistics.steps);
}

TEST(End, IsHitExactlyFromAnyStart)
{
    for (const double end : {0.1, 1.0 / 3, 7.77, -0.1, -3.3, 1e-9, -1e-9})
        EXPECT_EQ(pendulum_to(end, {.only_end = true}).rows.back()[0], end);
}

TEST(End, EqualToTheStartNeedsNoStep)
{
    const Solution run = pendulum_to(0, {});
    EXPECT_EQ(run.code, Outcome::finished);
    EXPECT_EQ(run.statistics.steps, 0);
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_EQ(run.rows[0][0], 0.0);
}

TEST(End, IsHitExactlyWithConstantSteps)
{
    for (const double step : {0.1, 0.07, 0.3}) {
        const Solution run = solve(read_system(testing::pendulum), {.to = 1.0, .step = step});
        EXPECT_EQ(run.rows.back()[0], 1.0);
        EXPECT_EQ(run.statistics.steps, long(std::ceil(1 / step - 1e-9)));
    }
}

TEST(MaximalStep, IsNotExceeded)
{
    const Solution run =
        solve(read_system(testing::pendulum), {.to = 2.0, .rtol = 1e-4, .max_step = 0.05});
    for (std::size_t k = 1; k < run.rows.size(); ++k)
        EXPECT_LE(run.rows[k][0] - run.rows[k - 1][0], 0.05 * 1.0101);
}

TEST(FirstStep, IsTheRequestedOne)
{
    const Solution run = solve(read_system(testing::pendulum), {.to = 2.0, .first_step = 1e-3});
    EXPECT_EQ(run.rows[1][0], 1e-3);
}

// 3 * 0.3 is 0.8999999999999999 in double precision: one row, not two.
TEST(Sampling, EveryMeetsTheEndOnce)
{
    for (const auto& [every, end, rows] :
         {std::tuple{0.3, 0.9, 4u}, {0.7, 2.1, 4u}, {0.7, 4.9, 8u}, {0.3, -0.9, 4u}}) {
        const Solution run = pendulum_to(end, {.every = every});
        ASSERT_EQ(run.rows.size(), rows) << every << " to " << end;
        EXPECT_EQ(run.rows.back()[0], end);
    }
}

// The certificate: every row of dense output satisfies every equation, derivatives included.
class EveryModel : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryModel, HasDenseRowsOnTheManifold)
{
    System system = model(GetParam());
    // A tenth of the way is enough for the dense output, and quick.
    SolveOptions options{.rtol = 1e-10, .atol = 1e-12, .sampling = {.points = 150}};
    if (system.solve.to) options.to = 0.1 * *system.solve.to;
    if (system.solve.length) options.length = std::min(6.0, *system.solve.length);
    if (system.solve.to && *system.solve.to < 1) options.to = 0.4 * *system.solve.to;
    const Solution run = solve(system, options);
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(run.rows.size(), 150u);
    EXPECT_LE(run.residual, 1e-11) << run.residual_equation;
    for (const std::vector<double>& row : run.rows)
        for (const double value : row) EXPECT_TRUE(std::isfinite(value));
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel,
                         ::testing::Values("andrews", "asymptotic_curves", "car_axis", "chain",
                                           "circle", "discharge_pressure", "four_bar", "helix",
                                           "henon_heiles", "henon_heiles_energy", "kepler",
                                           "kepler_invariants", "parabolas", "pendulum",
                                           "pendulum_energy", "six_point_chain",
                                           "six_point_chain_energy", "sphere", "stiff_pendulum_0.1",
                                           "stiff_pendulum_0.01"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

// y^2 = 1 - t: y' is infinite at t = 1, so that the impasse itself has no row.
const std::string falling = "var y\n2*y*y' = -1\nstart t = 0, y = 1\nsolve to 2\n";

TEST(Sampling, OfTheEndAloneKeepsWhereASolutionEnds)
{
    const Solution run = solve(read_system(falling), {.sampling = {.only_end = true}});
    EXPECT_EQ(run.code, Outcome::turned);
    ASSERT_EQ(run.rows.size(), 2u);
    EXPECT_GT(run.rows[1][0], 0.9);
    EXPECT_NEAR(run.rows[1][1] * run.rows[1][1], 1 - run.rows[1][0], 1e-7);
}

// Points spread over a curve take a first walk to measure it, which is nobody's business.
TEST(Sampling, OfACurveIsObservedOnce)
{
    SolveOptions options{.to = 0.5, .curve = true, .sampling = {.points = 6}};
    std::size_t seen = 0;
    options.observe = [&](std::span<const double>) { return ++seen > 0; };
    const Solution run = solve(read_system(falling), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(run.rows.size(), 6u);
    EXPECT_EQ(seen, 6u);
}

}  // namespace
}  // namespace involute
