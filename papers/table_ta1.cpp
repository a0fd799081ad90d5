// SPDX-License-Identifier: Apache-2.0
#include "papers/table_ta1.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/drive/solve.hpp"
#include "papers/figure_problems.hpp"
#include "papers/paper_walk.hpp"
#include "papers/tables.hpp"

namespace involute::papers {
namespace {

/// A count of TA1's text, with the tolerance at which a prototype came near it.
struct TextCount {
    const char* problem = "";
    System (*system)() = nullptr;
    double x = 0;
    const char* method = "";
    const char* paper = "";
    double tolerance = 0;
    long prototype = 0;
};

System stiff()
{
    return reduced_stiff_pendulum(0.1);
}
System kepler()
{
    return shipped_model("kepler_invariants");
}
System henon_heiles()
{
    return shipped_model("henon_heiles_energy");
}

const TextCount text_counts[] = {
    {"stiff pendulum, ε = 0.1", stiff, 1.7, "euler", "about 4700", 1e-4, 4504},
    {"stiff pendulum, ε = 0.1", stiff, 1.7, "midpoint", "about 500", 2e-3, 502},
    {"Kepler", kepler, 100, "euler", "about 8000", 5e-4, 6688},
    {"Kepler", kepler, 100, "euler", "about 8000", 1e-4, 14808},
    {"Kepler", kepler, 100, "midpoint", "about 900", 5e-3, 1036},
    {"Kepler", kepler, 100, "midpoint", "about 900", 1e-2, 715},
    {"Hénon-Heiles", henon_heiles, 303, "euler", "5000", 5e-4, 4784},
    {"Hénon-Heiles", henon_heiles, 303, "midpoint", "2500", 5e-4, 2067},
    {"Hénon-Heiles", henon_heiles, 303, "midpoint", "2500", 1e-4, 4239},
};

long count(const TextCount& row)
{
    const bool euler = std::string_view(row.method) == "euler";
    const Way way{.method = method_named(row.method),
                  .tolerance = row.tolerance,
                  .step = 0.01,
                  .rule = StepRule::halving,
                  .estimate = euler ? Estimate::doubling : Estimate::implicit_euler};
    const double past[] = {row.x};
    return count_steps(row.system(), way, past).front();
}

void counts(Page& page)
{
    page.heading("How many steps");
    page.paragraph(
        "TA1 gives counts of points, but neither tolerances nor when it doubles a step. Here every "
        "accepted step is followed by one of twice the size, and every rejected one by one of half "
        "the size; Euler steps are compared with a double step, midpoint steps with an implicit "
        "Euler step over their second half. *prototype* is a separate program, whose doubling rule "
        "for these runs is not known exactly either, so that these counts say only which "
        "tolerances the paper must have used: between 1e-4 and 1e-2.");
    Table table{.head = {"problem", "x", "method", "paper", "tolerance", "prototype", "ours"}};
    for (const TextCount& row : text_counts)
        table.rows.push_back({row.problem, fmt::format("{}", row.x), row.method, row.paper,
                              fmt::format("{:.0e}", row.tolerance),
                              fmt::format("{}", row.prototype), fmt::format("{}", count(row))});
    page.table(table);
}

void crossings(Page& page)
{
    const std::vector<long> found = henon_heiles_crossings({303, 550, 1100});
    page.summary = fmt::format(
        "Counts of steps are plausible; the section y^1 = 0 of Hénon-Heiles is crossed {} times "
        "until x = 303, not 101 or 141 times.",
        found[0]);
    page.heading("Points in the Hénon-Heiles section");
    page.table(
        {.head = {"until x", "paper", "ours, DOP853 at 1e-12"},
         .rows = {{"303", "101 (TA1, Euler), 141 (TA1, midpoint)", fmt::format("{}", found[0])},
                  {"550", "", fmt::format("{}", found[1])},
                  {"1100", "about 340 (TA2)", fmt::format("{}", found[2])}}});
    page.paragraph(
        "Both directions are counted. 141 points would need x = 450; our own Euler and midpoint "
        "runs are in [Figure 7.8](ta1-figure-7.8.md).");
}

void drifts(Page& page)
{
    page.heading("Energy of the pendulum (Figures 7.1 and 7.2)");
    page.paragraph(
        "Constant steps in arclength, without the energy equation. The energy of the solution is "
        "0 and the bob never rises above the axis.");
    Table euler{.head = {"projected Euler, h", "energy at x = 5.1: prototype", "ours",
                         "highest point: prototype", "ours"}};
    const double steps[] = {0.1, 0.05, 0.01}, energies[] = {0.37, 0.18, 0.036},
                 heights[] = {0.30, 0.14, 0.027};
    for (int i = 0; i < 3; ++i) {
        const EnergyDrift drift = pendulum_drift("euler", steps[i], 5.1);
        euler.rows.push_back({fmt::format("{}", steps[i]), fmt::format("{}", energies[i]),
                              fmt::format("{:.3f}", drift.at_end), fmt::format("{}", heights[i]),
                              fmt::format("{:.3f}", drift.highest)});
    }
    page.table(euler);
    Table midpoint{
        .head = {"projected midpoint, h", "largest energy for x <= 50: prototype", "ours"}};
    const double wide[] = {0.5, 0.1, 0.05}, largest[] = {2.8e-2, 2.3e-4, 4.2e-5};
    for (int i = 0; i < 3; ++i)
        midpoint.rows.push_back(
            {fmt::format("{}", wide[i]), fmt::format("{:.1e}", largest[i]),
             fmt::format("{:.1e}", pendulum_drift("midpoint", wide[i], 50).largest)});
    page.table(midpoint);
    page.paragraph(
        "First and second order, as it should be. With the energy among the equations both are 0 "
        "to round-off.");
}

}  // namespace

std::vector<long> henon_heiles_crossings(const std::vector<double>& until)
{
    SolveOptions options{.to = until.back(), .method = "dop853", .rtol = 1e-12, .atol = 1e-14};
    options.sampling.only_end = true;
    const Solution solution = solve(henon_heiles(), options);
    std::vector<long> result;
    for (const double x : until)
        result.push_back(std::ranges::count_if(solution.crossings.front().rows,
                                               [x](const auto& row) { return row[0] <= x; }));
    return result;
}

EnergyDrift pendulum_drift(const char* method, double step, double until)
{
    PaperWalk<double> walk(shipped_model("pendulum"),
                           {.method = method_named(method), .step = step});
    const int y = walk.place_of("y"), vx = walk.place_of("x'"), vy = walk.place_of("y'");
    EnergyDrift drift;
    while (walk.point()[0] < until) {
        walk.step();
        const std::vector<double>& p = walk.point();
        drift.at_end = (p[vx] * p[vx] + p[vy] * p[vy]) / 2 + p[y];
        drift.largest = std::max(drift.largest, std::abs(drift.at_end));
        drift.highest = std::max(drift.highest, p[y]);
    }
    return drift;
}

void ta1_numbers(Page& page)
{
    crossings(page);
    counts(page);
    drifts(page);
}

}  // namespace involute::papers
