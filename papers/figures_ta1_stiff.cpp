// SPDX-License-Identifier: Apache-2.0
// Figures 7.3 and 7.4 of TA1: the pendulum on a stiff spring.
#include <fmt/format.h>

#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/figures.hpp"

namespace involute::papers {
namespace {

// At x = 1.7, from two methods with 33 digits.
constexpr Reference stiff_end[] = {{"y1", 0.264640188426341522},
                                   {"y2", -1.00636666932675471},
                                   {"y1'", -1.69408949176044218},
                                   {"y2'", 1.10820322380772812}};

plot::Axes spring_path(std::string title, const Solution& solution, plot::Style style)
{
    return {.title = std::move(title),
            .x = {.label = "y^{1}"},
            .y = {.label = "y^{2}"},
            .series = {series(solution, "y1", "y2", "", style)},
            .equal = true};
}

}  // namespace

void ta1_figure_7_3(Page& page)
{
    const System system = reduced_stiff_pendulum(0.1);
    const Solution euler = run_to(system, 1.7, as_in_papers("euler", 1e-4));
    const Solution midpoint = run_to(system, 1.7, as_in_papers("midpoint", 2e-3));
    page.summary = fmt::format(
        "Euler needs {} points where the midpoint rule needs {} (paper: about 4700 and 500).",
        euler.statistics.steps, midpoint.statistics.steps);
    page.paragraph(
        "A mass on a spring of stiffness 1/ε² = 100 and rest length 1, released at rest with the "
        "spring compressed to 0.85: the reduced system (7.2) in R⁶, with the force y^3 of the "
        "spring as a coordinate. The path for 0 ≤ x ≤ 1.7.");
    page.figure(
        "",
        {.description = "The path of the stiff pendulum by two methods",
         .panels = {spring_path("Euler", euler, {.width = 1.2}),
                    spring_path(
                        "midpoint", midpoint,
                        {.line = plot::Line::solid, .marker = plot::Marker::dot, .width = 1.2})},
         .columns = 2},
        "Left: Euler. Right: midpoint, every point marked.");
    page.table(
        {.head = {"method", "tolerance", "points, paper", "points, ours", "rejected",
                  "error at x = 1.7"},
         .rows = {
             {"Euler", "1e-4", "about 4700", fmt::format("{}", euler.statistics.steps),
              fmt::format("{}", euler.statistics.rejected), number(end_error(euler, stiff_end))},
             {"midpoint", "2e-3", "about 500", fmt::format("{}", midpoint.statistics.steps),
              fmt::format("{}", midpoint.statistics.rejected),
              number(end_error(midpoint, stiff_end))}}});
    page.paragraph(
        "The paper gives no tolerances; these two give its numbers of points with steps that are "
        "halved and doubled. The errors are the largest of (y^1, y^2, y_1^1, y_1^2) against 22 "
        "digits.");
}

namespace {

/// A reading of the start that the paper prints for ε = 0.01, (1, 0, -17.65, 0.016, 0), which is
/// not on the manifold.
struct Reading {
    std::string kept{};
    double r0 = 1;
    Reference end[4]{};  // at x = 1.5
};

const Reading readings[] = {
    {"y^3 = -17.65",
     1 / (1 + 17.65e-4),
     {{"y1", 0.470762554850193672},
      {"y2", -0.881014182549039005},
      {"y1'", -1.22596703633599403},
      {"y2'", -0.527499355745720867}}},
    {"y^1 = 1",
     1,
     {{"y1", 0.471326849357278237},
      {"y2", -0.882130888454417296},
      {"y1'", -1.16603696753706330},
      {"y2'", -0.636116899082919308}}},
};

Solution stiff_reading(const Reading& reading, double tolerance)
{
    System system = reduced_stiff_pendulum(0.01, reading.r0);
    add_starts(system, "y1' = 0.016");
    return run_to(system, 1.5, as_in_papers("midpoint", tolerance));
}

}  // namespace

void ta1_figure_7_4(Page& page)
{
    const Solution first = stiff_reading(readings[0], 1e-3);
    const Solution second = stiff_reading(readings[1], 1e-3);
    plot::Axes whole{.title = "the path",
                     .x = {.label = "y^{1}"},
                     .y = {.label = "y^{2}"},
                     .series = {series(first, "y1", "y2", "", {.width = 1.2})},
                     .equal = true};
    plot::Axes zoom{.title = "a part of it",
                    .x = {.label = "y^{1}", .low = 0.975, .high = 1.0},
                    .y = {.label = "y^{2}", .low = -0.2, .high = -0.04}};
    zoom.series = {series(first, "y1", "y2", "start with y^{3} = -17.65",
                          {.line = plot::Line::solid, .color = 0}),
                   series(second, "y1", "y2", "start with y^{1} = 1",
                          {.line = plot::Line::dashed, .color = 1})};
    page.summary =
        "The printed start is not on the manifold; both ways to repair it are shown, "
        "and they differ in the oscillation that the figure is about.";
    page.paragraph(
        "The same pendulum with ε = 0.01 by the midpoint rule, 0 ≤ x ≤ 1.5 (the text gives no "
        "range). The spring oscillates some 24 times on the way, which "
        "only the magnified part shows.");
    page.figure("",
                {.description = "The path of the stiff pendulum for a stiffer spring, with a "
                                "magnified part",
                 .panels = {std::move(whole), std::move(zoom)},
                 .columns = 2},
                "Left: the path. Right: a part of it, for both readings of the start.");
    Table table{.head = {"kept of the start", "y^1 at the start", "y^3 at the start", "steps",
                         "error at x = 1.5"}};
    for (const auto& [reading, solution] :
         {std::pair(&readings[0], &first), std::pair(&readings[1], &second)})
        table.rows.push_back({reading->kept, fmt::format("{:.6f}", values(*solution, "y1")[0]),
                              fmt::format("{:.2f}", values(*solution, "y3")[0]),
                              fmt::format("{}", solution->statistics.steps),
                              number(end_error(*solution, reading->end))});
    page.table(table);
    const double w = 1e-4 * -17.65 - 1;
    page.paragraph(fmt::format(
        "Erratum: the paper prints the start (x, y^1, y^2, y^3, y_1^1, y_1^2) = (0, 1, 0, -17.65, "
        "0.016, 0), where |y|²(ε²y^3 - 1)² - 1 = {}, not 0. Keeping y^3 one must take y^1 = "
        "1/(1 + 17.65ε²) = {:.6f}; the orthogonal projection of the paper does nearly this, "
        "because the equation depends on y^3 only through ε²y^3. Keeping y^1 instead gives y^3 = 0 "
        "and a spring that is hardly stretched.",
        number(w * w - 1), readings[0].r0));
}

}  // namespace involute::papers
