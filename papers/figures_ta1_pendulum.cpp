// SPDX-License-Identifier: Apache-2.0
// Figures 7.1 and 7.2 of TA1: the pendulum.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/figures.hpp"

namespace involute::papers {
namespace {

/// |y_1|²/2 + y^2, row by row.
std::vector<double> pendulum_energy(const Solution& solution)
{
    const std::vector<double> vx = values(solution, "x'"), vy = values(solution, "y'");
    std::vector<double> energy = values(solution, "y");
    for (std::size_t i = 0; i < energy.size(); ++i)
        energy[i] += (vx[i] * vx[i] + vy[i] * vy[i]) / 2;
    return energy;
}

System pendulum(bool with_energy)
{
    return shipped_model(with_energy ? "pendulum_energy" : "pendulum");
}

// At x = 5.1, from the closed form with the elliptic function cd.
constexpr Reference pendulum_end[] = {{"x", -0.590049529999271729},
                                      {"y", -0.807367049208498805},
                                      {"x'", 1.02593897528939480},
                                      {"y'", -0.749788848542804199}};

constexpr plot::Style steps_only{
    .line = plot::Line::none, .marker = plot::Marker::disc, .color = 1};
constexpr plot::Style rings_only{
    .line = plot::Line::none, .marker = plot::Marker::circle, .color = 0};

plot::Figure pendulum_paths(const Solution& without, const Solution& with, const Solution& exact)
{
    plot::Axes path{.title = "the path, point by point",
                    .x = {.label = "y^{1}"},
                    .y = {.label = "y^{2}"},
                    .guides = {plot::horizontal(0)},
                    .equal = true};
    path.series = {series(without, "x", "y", "(4.6)", steps_only),
                   series(with, "x", "y", "(7.1), with energy", rings_only)};
    plot::Axes height{.title = "the height",
                      .x = {.label = "x"},
                      .y = {.label = "y^{2}"},
                      .guides = {plot::horizontal(0)}};
    height.series = {
        series(exact, "t", "y", "accurate", {.color = 4, .width = 1}),
        series(without, "t", "y", "(4.6)", {.line = plot::Line::dashed, .color = 1}),
        series(with, "t", "y", "(7.1), with energy", {.line = plot::Line::dash_dot, .color = 0})};
    return {.description =
                "The pendulum by Euler's method rises above its start without the "
                "energy equation and not with it",
            .panels = {std::move(path), std::move(height)},
            .columns = 2};
}

}  // namespace

void ta1_figure_7_1(Page& page)
{
    Table table{.head = {"step h", "energy at x = 5.1", "highest point", "error at x = 5.1",
                         "energy with (7.1)", "highest with (7.1)", "error with (7.1)"}};
    for (const double h : {0.1, 0.05, 0.01}) {
        std::vector<std::string> row{fmt::format("{}", h)};
        for (const bool with_energy : {false, true}) {
            const Solution s = run_to(pendulum(with_energy), 5.1, constant_steps("euler", h));
            row.push_back(number(pendulum_energy(s).back()));
            row.push_back(number(std::ranges::max(values(s, "y"))));
            row.push_back(number(end_error(s, pendulum_end)));
        }
        table.rows.push_back(std::move(row));
    }
    page.summary =
        "Projected Euler lifts the pendulum above its start, to first order in the "
        "step; the energy equation (7.1) prevents it, as in the paper.";
    page.paragraph(
        "The pendulum, released at rest from (1, 0), by the projected Euler method in plain "
        "arclength with h = 0.1. The true motion never rises above the axis y^2 = 0. Without an "
        "equation for the energy, (4.6), the computed one does; with it, (7.1), it does not.");
    page.figure("",
                pendulum_paths(run_to(pendulum(false), 5.1, constant_steps("euler", 0.1)),
                               run_to(pendulum(true), 5.1, constant_steps("euler", 0.1)),
                               run_to(pendulum(false), 5.1, as_in_papers("dopri54", 1e-10))),
                "Left: both paths lie on the circle; the one without energy goes above the axis. "
                "Right: the height against x.");
    page.paragraph(
        "The paper gives no step (\"quite a large tolerance\") and no numbers. Ours: the energy, "
        "which should stay 0, the highest point, which should too, and the largest deviation of "
        "(y, y_1) at x = 5.1 from the closed "
        "form. All three shrink in proportion to h, as they must for a method of first order.");
    page.table(table);
}

namespace {

struct EnergyRun {
    std::string title{};
    SolveOptions options{};
};

/// The smallest and largest step between accepted points, in the arclength of (x, y, y_1).
std::pair<double, double> step_range(const Solution& solution)
{
    std::pair<double, double> range{1e300, 0};
    for (std::size_t i = 1; i + 1 < solution.rows.size(); ++i) {
        double square = 0;
        for (const std::string_view name : {"t", "x", "y", "x'", "y'"}) {
            const std::vector<double> column = values(solution, name);
            square += (column[i] - column[i - 1]) * (column[i] - column[i - 1]);
        }
        range.first = std::min(range.first, std::sqrt(square));
        range.second = std::max(range.second, std::sqrt(square));
    }
    return range;
}

SolveOptions bounded_midpoint()
{
    SolveOptions options = as_in_papers("midpoint", 0.15);
    options.first_step = 0.05;
    options.max_step = 1;
    return options;
}

}  // namespace

void ta1_figure_7_2(Page& page)
{
    constexpr double to = 50;
    const EnergyRun runs[] = {{"Euler, h = 0.05", constant_steps("euler", 0.05)},
                              {"midpoint, variable steps", bounded_midpoint()},
                              {"midpoint, h = 0.5", constant_steps("midpoint", 0.5)},
                              {"midpoint, h = 0.1", constant_steps("midpoint", 0.1)}};
    plot::Figure figure{.description = "The energy of the pendulum against x for four runs",
                        .columns = 2};
    Table table{.head = {"run", "steps", "step sizes", "energy at x = 50", "largest |energy|"}};
    for (const EnergyRun& run : runs) {
        const Solution s = run_to(pendulum(false), to, run.options);
        const std::vector<double> energy = pendulum_energy(s);
        figure.panels.push_back(
            plot::Axes{.title = run.title,
                       .x = {.label = "x"},
                       .y = {.label = "energy"},
                       .series = {{.x = values(s, "t"), .y = energy, .style = {.width = 1.2}}}});
        const auto [least, most] = step_range(s);
        table.rows.push_back({run.title, fmt::format("{}", s.statistics.steps),
                              fmt::format("{:.2f} to {:.2f}", least, most), number(energy.back()),
                              number(largest_change(energy))});
    }
    const Solution kept = run_to(pendulum(true), to, constant_steps("midpoint", 0.5));
    table.rows.push_back({"midpoint, h = 0.5, with (7.1)", fmt::format("{}", kept.statistics.steps),
                          "0.50", number(pendulum_energy(kept).back()),
                          number(largest_change(pendulum_energy(kept)))});
    page.summary = "Euler's energy runs away; the midpoint rule's stays near 0 with a slow drift.";
    page.paragraph(
        "The energy of the pendulum without an equation for it. The paper shows Euler's method "
        "(step not given; 0.05 here) and the midpoint rule (5.4) with variable steps between "
        "0.05 and 1, with h = 0.5 and with h = 0.1, and says that with the midpoint rule \"the "
        "energy deviates quite slowly from the correct value\", 0. So it does here.");
    page.figure("", std::move(figure), "The energy against x; note the different scales.");
    page.table(table);
    page.paragraph(
        "The paper's remark that this is not surprising because the classical midpoint rule is "
        "symplectic explains it in part: (5.4) uses the normal space at one end of a "
        "step, is therefore not symmetric, and drifts. Keeping the energy as an equation costs "
        "nothing and ends the matter (last row).");
}

}  // namespace involute::papers
