// SPDX-License-Identifier: Apache-2.0
// The pendulum over more than a thousand periods: the constraints stay, the energy drifts as the
// tolerance lets it, or not at all where it is declared.
#include "tests/drive/support.hpp"

namespace involute {
namespace {

constexpr double rtol = 1e-6;
const std::string energy = "invariant E = (x'^2 + y'^2)/2 + y\n";

Solution long_run(const std::string& text)
{
    return solve(
        read_system(text),
        {.to = 10'000.0, .rtol = rtol, .atol = rtol / 100, .sampling = {.at = {1000, 10'000}}});
}

/// The energy, which is 0 at the start.
double energy_at(const Solution& run, int k)
{
    const std::vector<double>& row = run.rows[k];
    const double dx = row[column(run, "x'")], dy = row[column(run, "y'")];
    return (dx * dx + dy * dy) / 2 + row[column(run, "y")];
}

double length_error(const Solution& run, int k)
{
    return std::abs(std::hypot(run.rows[k][column(run, "x")], run.rows[k][column(run, "y")]) - 1);
}

TEST(LongRun, KeepsTheConstraintsAndDriftsLinearlyInEnergy)
{
    const Solution run = long_run(testing::pendulum);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.rows.size(), 2u);
    // As at the start: a few roundings.
    EXPECT_LE(run.residual, 1e-14);
    EXPECT_LE(length_error(run, 0), 1e-15);
    EXPECT_LE(length_error(run, 1), 1e-15);
    const double early = std::abs(energy_at(run, 0)), late = std::abs(energy_at(run, 1));
    EXPECT_GT(late / early, 5);
    EXPECT_LT(late / early, 20);
    // At most one tolerance for each unit of time.
    EXPECT_LE(late, 10'000 * rtol);
    EXPECT_GE(late, 100 * rtol * rtol) << "the drift is that of the method, not of round-off";
}

TEST(LongRun, KeepsADeclaredEnergyToRoundOff)
{
    const Solution run = long_run(testing::pendulum + energy);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_EQ(run.rows.size(), 2u);
    EXPECT_LE(run.residual, 1e-14);
    // Its terms are of size 1; a hundred roundings allow for the last correction of the projection.
    EXPECT_LE(std::abs(energy_at(run, 0)), 2e-14);
    EXPECT_LE(std::abs(energy_at(run, 1)), 2e-14);
}

TEST(LongRun, KeepsEnergyAndMomentumOfKeplersProblem)
{
    SolveOptions options{.to = 1000.0, .rtol = 1e-8, .atol = 1e-10, .sampling = {.points = 20}};
    const Solution run = solve(testing::model("kepler_invariants"), options);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    const double e = 1.73 * 1.73 / 2 - 2, l = 0.5 * 1.73;
    for (const std::vector<double>& row : run.rows) {
        const double x = row[column(run, "x")], y = row[column(run, "y")];
        const double dx = row[column(run, "x'")], dy = row[column(run, "y'")];
        EXPECT_NEAR((dx * dx + dy * dy) / 2 - 1 / std::hypot(x, y), e, 1e-13);
        EXPECT_NEAR(x * dy - y * dx, l, 1e-13);
    }
}

/// The error of Kepler's ellipse (pericentre (1/2, 0), speed 1.73) at each row.
std::vector<double> kepler_errors(const Solution& run)
{
    const Quad q = Quad(1) / 2, v = Quad(173) / 100;
    const Quad a = 1 / (2 / q - v * v), e = 1 - q / a;
    std::vector<double> errors;
    for (const std::vector<double>& row : run.rows) {
        const Quad mean = Quad(row[0]) / (a * sqrt(a));
        Quad anomaly = mean;
        for (int k = 0; k < 200; ++k)
            anomaly -= (anomaly - e * sin(anomaly) - mean) / (1 - e * cos(anomaly));
        const Quad x = a * (cos(anomaly) - e), y = a * sqrt(1 - e * e) * sin(anomaly);
        errors.push_back(
            std::max(std::abs(row[1] - to_double(x)), std::abs(row[2] - to_double(y))));
    }
    return errors;
}

Solution kepler_run(const char* model)
{
    return solve(testing::model(model),
                 {.to = 10'000.0,
                  .method = "dop853",
                  .rtol = 1e-8,
                  .atol = 1e-10,
                  .sampling = {.at = {100, 1000, 10'000}},
                  .columns = {"x", "y", "(x'^2 + y'^2)/2 - 1/sqrt(x^2 + y^2)", "x*y' - y*x'"}});
}

// E and L fix the shape of the ellipse and its period: what is left is a phase that runs away
// linearly. Without them the period itself drifts.
TEST(LongRun, OfKeplerHasLinearErrorGrowthWithAllInvariantsAndQuadraticWithout)
{
    const Solution kept = kepler_run("kepler_invariants"), free = kepler_run("kepler");
    ASSERT_EQ(kept.code, Outcome::finished) << kept.reason;
    ASSERT_EQ(free.code, Outcome::finished) << free.reason;
    const std::vector<double> t{100, 1000, 10'000};
    EXPECT_NEAR(testing::slope(t, kepler_errors(kept)), 1, 0.2);
    EXPECT_NEAR(testing::slope(t, kepler_errors(free)), 2, 0.2);
    for (const std::vector<double>& row : kept.rows) {
        EXPECT_NEAR(row[3], -0.50355, 1e-15);
        EXPECT_NEAR(row[4], 0.865, 1e-15);
    }
    EXPECT_GT(std::abs(free.rows.back()[3] + 0.50355), 1e-9) << "the drift is seen";
}

}  // namespace
}  // namespace involute
