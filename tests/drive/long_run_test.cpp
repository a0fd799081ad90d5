// SPDX-License-Identifier: Apache-2.0
// The pendulum over more than a thousand periods: the constraints stay, the energy drifts as the
// tolerance lets it, or not at all where it is declared.
#include "support.hpp"

namespace involute {
namespace {

using testing::column;

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

}  // namespace
}  // namespace involute
