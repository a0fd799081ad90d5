// SPDX-License-Identifier: Apache-2.0
// Numbers behind the figures of the papers redone. Expected values: closed forms, integrations with
// 33 digits by two methods, and an independent program for the projected methods.
#include "papers/figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/chapters.hpp"
#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/jet_curves.hpp"

namespace involute::papers {
namespace {

double pendulum_energy_at_end(const Solution& s)
{
    const double vx = values(s, "x'").back(), vy = values(s, "y'").back();
    return (vx * vx + vy * vy) / 2 + values(s, "y").back();
}

TEST(ProjectedEuler, LiftsThePendulumInProportionToTheStep)
{
    const System pendulum = shipped_model("pendulum");
    const double expected[][3] = {{0.1, 0.37, 0.30}, {0.05, 0.18, 0.14}, {0.01, 0.036, 0.027}};
    for (const auto& [h, energy, height] : expected) {
        const Solution s = run_to(pendulum, 5.1, constant_steps("euler", h));
        EXPECT_NEAR(pendulum_energy_at_end(s), energy, 0.02 * energy);
        EXPECT_NEAR(std::ranges::max(values(s, "y")), height, 0.03 * height);
    }
}

TEST(ProjectedEuler, KeepsTheEnergyOfThePendulumWhenItIsAnEquation)
{
    const Solution s = run_to(shipped_model("pendulum_energy"), 5.1, constant_steps("euler", 0.1));
    EXPECT_NEAR(pendulum_energy_at_end(s), 0, 1e-12);
    EXPECT_LE(std::ranges::max(values(s, "y")), 1e-12);
}

TEST(CurvesOnTheSphere, CrossTheEquatorAndSpiralIntoTheFocusAtItsRate)
{
    const Solution crossing = walk(sphere_curve(0.3, -0.2), 3);
    ASSERT_FALSE(crossing.crossings.front().rows.empty());
    EXPECT_NEAR(crossing.crossings.front().rows[0][0], 0.964064, 2e-6);
    EXPECT_NEAR(crossing.crossings.front().rows[0][1], 0.265667, 2e-6);

    // Eigenvalues (-1 ± i√3)/2: half a turn shrinks by e^(π/√3).
    const Solution spiral = walk(sphere_curve(-0.6, 0.1), 6);
    EXPECT_EQ(spiral.status, RunStatus::stopped);
    const auto& x = spiral.crossings.front().rows;
    ASSERT_GE(x.size(), 5u);
    EXPECT_NEAR(x[3][0] / x[4][0], -std::exp(std::numbers::pi / std::numbers::sqrt3), 0.02);
}

TEST(StiffPendulum, NeedsAsManyPointsAsInThePaper)
{
    const System system = reduced_stiff_pendulum(0.1);
    const Solution euler = run_to(system, 1.7, as_in_papers("euler", 1e-4));
    const Solution midpoint = run_to(system, 1.7, as_in_papers("midpoint", 2e-3));
    EXPECT_NEAR(double(euler.statistics.steps), 4700, 0.1 * 4700);
    EXPECT_NEAR(double(midpoint.statistics.steps), 500, 0.1 * 500);
    const Reference end[] = {{"y1", 0.264640188426341522}, {"y2", -1.00636666932675471}};
    EXPECT_LT(end_error(midpoint, end), 1e-3);
}

TEST(HenonHeiles, CrossesItsSection95TimesUntilT303)
{
    const System system = shipped_model("henon_heiles_energy");
    for (const auto& [method, tolerance] : {std::pair("euler", 5e-4), std::pair("dopri54", 1e-8)}) {
        const Solution s = run_to(system, 303, as_in_papers(method, tolerance));
        EXPECT_EQ(s.crossings.front().rows.size(), 95u) << method;
    }
}

/// The largest error of the four coordinates of the linkage.
double linkage_error(const System& system, double to, const double (&expected)[4],
                     double max_step = 0)
{
    SolveOptions options = as_in_papers("dopri54", 1e-7);
    options.max_step = max_step;
    const Solution s = run_to(system, to, options);
    const Reference end[] = {
        {"y1", expected[0]}, {"y2", expected[1]}, {"y3", expected[2]}, {"y4", expected[3]}};
    return end_error(s, end);
}

TEST(FourBar, IsAccurateExceptWithAFalseInvariant)
{
    const double at_1[] = {0.992503815010087666, -0.122213653862494761, 2.17663854124350653,
                           1.48956330034925540};
    EXPECT_LT(linkage_error(four_bar(FourBarRow::none), 1, at_1), 1e-6);
    EXPECT_LT(linkage_error(four_bar(FourBarRow::true_energy), 1, at_1), 1e-6);
    EXPECT_NEAR(linkage_error(four_bar(FourBarRow::energy), 1, at_1, 0.05), 0.48, 0.02);
}

TEST(FourBar, EnergyMovesByTheWorkOfTheTorque)
{
    SolveOptions options = as_in_papers("dopri54", 1e-7);
    options.max_step = 0.1;
    const std::vector<double> energy =
        four_bar_energy(run_to(four_bar(FourBarRow::none), 4, options));
    EXPECT_NEAR(std::ranges::min(energy), 0.055, 0.002);
    EXPECT_NEAR(std::ranges::max(energy), 3.113, 0.001);
}

TEST(FourBar, PassesTheCollinearPositionOnOneComponentOfItsIdeal)
{
    const Solution s = run_to(four_bar_component(2), 5, as_in_papers("dopri54", 1e-7));
    const double expected[] = {1.44, 1.62, 4.505, 4.685};
    const auto& crossings = s.crossings.front().rows;
    ASSERT_EQ(crossings.size(), std::size(expected));
    for (std::size_t i = 0; i < std::size(expected); ++i)
        EXPECT_NEAR(crossings[i][0], expected[i], 0.005);

    const double at_5[] = {-0.974273729686563321, -0.225367920615675346, 1.02572627031343668,
                           -0.225367920615675346};
    EXPECT_LT(linkage_error(four_bar_component(1), 5, at_5), 1e-5);
}

TEST(FigurePages, HaveWordsAndPictures)
{
    for (const auto write : {ta1_figure_2_1, ta1_figure_7_1, ta2_figure_6_6}) {
        Page page{.name = "figure", .title = "Figure"};
        write(page);
        EXPECT_FALSE(page.summary.empty());
        ASSERT_EQ(page.pictures.size(), 1u);
        EXPECT_NE(page.body.find(page.pictures[0].first), std::string::npos);
        EXPECT_NE(page.pictures[0].second.find("<svg"), std::string::npos);
    }
}

}  // namespace
}  // namespace involute::papers
