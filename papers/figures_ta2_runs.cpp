// SPDX-License-Identifier: Apache-2.0
// Figures 6.2 to 6.5 of TA2: Hénon and Heiles' problem and the stiff pendulum by methods of order
// four and five.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/figures.hpp"
#include "papers/rkf45.hpp"
#include "papers/section_panel.hpp"

namespace involute::papers {
namespace {

constexpr Reference henon_heiles_end[] = {{"y1", -0.175544936922857315},
                                          {"y2", -0.189150640383865320},
                                          {"y1'", 0.0115229839153936741},
                                          {"y2'", -0.0179821092879061514}};

Solution henon_heiles(const std::string& method, double tolerance)
{
    SolveOptions options = as_in_papers(method, tolerance);
    options.technique.interpolation = Interpolation::hermite;
    return run_to(shipped_model("henon_heiles_energy"), 1100, options);
}

}  // namespace

void ta2_figure_6_2(Page& page)
{
    const Solution dopri = henon_heiles("dopri54-lower", 5e-5);
    const Solution rk4 = henon_heiles("rk4", 5e-4);
    const Solution accurate = henon_heiles("dopri54", 1e-9);
    const auto points = [](const Solution& s) {
        return fmt::format("{}", s.crossings.front().rows.size());
    };
    page.summary = fmt::format(
        "{} and {} points in the section for x ≤ 1100 (paper: about 340; exactly 343), on the "
        "same closed curves.",
        points(dopri), points(rk4));
    page.paragraph(
        "The problem of Hénon and Heiles with its energy kept, (6.2), from y = y_1 = (0.12, 0.12), "
        "0 ≤ x ≤ 1100: the points (y^2, y_1^2) where y^1 changes its sign, by cubic Hermite "
        "interpolation between the two steps around it. dopri54 continues with its fourth-order "
        "point, as in the paper.");
    page.figure("",
                {.description = "Sections of the Hénon-Heiles problem by three methods",
                 .panels = {section_panel("dopri54, 5e-5", dopri), section_panel("RK4, 5e-4", rk4),
                            section_panel("accurate (dopri54, 1e-9)", accurate)},
                 .columns = 3,
                 .width = 1080,
                 .height = 400},
                "Left: dopri54. Middle: RK4. Right: an accurate solution.");
    Table table{.head = {"method", "tolerance", "steps, paper", "steps, ours", "section, paper",
                         "section, ours", "error at x = 1100"}};
    const auto add = [&](std::string name, std::string tolerance, std::string steps,
                         std::string crossed, const Solution& s) {
        table.rows.push_back({std::move(name), std::move(tolerance), std::move(steps),
                              fmt::format("{}", s.statistics.steps), std::move(crossed), points(s),
                              number(end_error(s, henon_heiles_end))});
    };
    add("dopri54, fourth order", "5e-5", "1837", "about 340", dopri);
    add("RK4", "5e-4", "5801", "about 340", rk4);
    add("dopri54, for comparison", "1e-9", "", "", accurate);
    page.table(table);
    page.paragraph(
        "As the paper observes, the points of the two runs \"are clearly not at same places, but "
        "the shapes of the sections are still the same\", and those of dopri54 are less evenly "
        "spread: the energy is kept, so most of the error runs along the curves. For the numbers "
        "of steps see Table 6.1.");
}

// ---- Figure 6.3

namespace {

/// A walk as a set of columns: x, the length of the spring, the energy.
struct SpringRun {
    std::vector<double> x{}, length{}, energy{};
    long steps = 0;
    double change() const { return energy.back() / energy.front() - 1; }

    /// p: x, y1, y1', y2, y2', y3.
    void add(const std::vector<double>& p, double eps)
    {
        const double r = std::hypot(p[1], p[3]);
        x.push_back(p[0]);
        length.push_back(r);
        energy.push_back((p[2] * p[2] + p[4] * p[4]) / 2 + p[3] +
                         (r - 1) * (r - 1) / (2 * eps * eps));
    }
};

SpringRun spring_run(double eps, const Way& way, double to)
{
    PaperWalk<double> walk(reduced_stiff_pendulum(eps), way);
    SpringRun run;
    run.add(walk.point(), eps);
    while (walk.point()[0] < to) {
        walk.step();
        run.add(walk.point(), eps);
    }
    run.steps = walk.steps();
    return run;
}

/// Around the sharp turns of y^3 only the direction of growing x is a safe orientation.
Way published(const char* method, double tolerance)
{
    return {.method = method_named(method),
            .tolerance = tolerance,
            .distribution = Distribution::linear_solve};
}

Way with_wrong_sign(double tolerance)
{
    return {.own = rkf45_with_wrong_sign(5, 1),
            .tolerance = tolerance,
            .distribution = Distribution::linear_solve};
}

plot::Axes spring_panel(std::string title, const SpringRun& run)
{
    return {.title = std::move(title),
            .x = {.label = "x"},
            .y = {.label = "length of the spring", .low = 0.8, .high = 1.2},
            .series = {{.x = run.x, .y = run.length, .style = {.width = 1}}}};
}

}  // namespace

void ta2_figure_6_3(Page& page)
{
    const SpringRun right_run = spring_run(0.01, published("rkf45", 1e-4), 1.5);
    const SpringRun dopri_run = spring_run(0.01, published("dopri54", 1e-4), 1.5);
    const SpringRun wrong_run = spring_run(0.01, with_wrong_sign(1e-2), 1.5);
    plot::Axes energies{.title = "energy",
                        .x = {.label = "x"},
                        .y = {.label = "energy", .low = -5, .high = 180},
                        .series = {{"RKF45", right_run.x, right_run.energy, {}},
                                   {"dopri54", dopri_run.x, dopri_run.energy, {}},
                                   {"with -a_{51}", wrong_run.x, wrong_run.energy, {}}}};
    page.summary = fmt::format(
        "RKF45 keeps the energy to {:.2f} %, dopri54 to {:.2f} %. With the sign of one coefficient "
        "changed RKF45 loses {:.0f} % of it.",
        100 * std::abs(right_run.change()), 100 * std::abs(dopri_run.change()),
        -100 * wrong_run.change());
    page.paragraph(
        "The paper finds that RKF45 \"suffers from dissipation (..) for all reasonable "
        "stepsizes\" on the stiff pendulum, ε = 0.01, whichever of its two orders goes on, and "
        "calls it "
        "\"somewhat mysterious\". It is not a property of RKF45. A projected Runge-Kutta method "
        "is the classical one for the field V∘π, so it has no damping that the classical one "
        "lacks. With x as the parameter that one even amplifies slightly; in arclength both pairs "
        "lose a little.");
    page.figure("",
                {.description = "The length of the spring by RKF45 as published and with one "
                                "wrong sign, and the energies",
                 .panels = {spring_panel("RKF45, tolerance 1e-4", right_run),
                            spring_panel("RKF45 with -a_{51}, tolerance 1e-2", wrong_run),
                            std::move(energies)},
                 .columns = 3,
                 .width = 1080,
                 .height = 360},
                "Left: RKF45. Middle: with one wrong sign; it dissipates as the paper reports. "
                "Right: the energies.");
    Table table{.head = {"method", "tolerance", "steps to x = 1.5", "relative change of energy"}};
    const auto add = [&](std::string name, std::string tolerance, const SpringRun& run) {
        table.rows.push_back({std::move(name), std::move(tolerance), fmt::format("{}", run.steps),
                              fmt::format("{:+.1e}", run.change())});
    };
    add("dopri54", "1e-4", dopri_run);
    add("RKF45", "1e-4", right_run);
    add("RKF45, fourth order goes on", "1e-4",
        spring_run(0.01, published("rkf45-lower", 1e-4), 1.5));
    add("RKF45 with -a_51", "1e-2", wrong_run);
    add("RKF45 with -a_51", "1e-3", spring_run(0.01, with_wrong_sign(1e-3), 1.5));
    page.table(table);
    page.paragraph(
        "With the sign of a_51 = 439/216 changed, the order conditions fail, steps become small, "
        "and energy is lost at every tolerance, whichever order goes on, because the error is in "
        "the stages. Other single slips in the table do the same. Which one the authors made, if "
        "any, cannot be known: their program is not published. More of this: "
        "[Remark 6.2](ta2-remark-6.2.md).");
}

// ---- Figures 6.4 and 6.5

namespace {

constexpr Reference stiff_end[] = {{"y1", 0.396309774441538272},
                                   {"y2", -0.801024298413028062},
                                   {"y1'", -6.00297819534214316},
                                   {"y2'", 8.80746231616274133}};
constexpr Reference swing_end[] = {{"y1", -0.852804048896012583},
                                   {"y2", -0.000117175640974678221},
                                   {"y1'", 0.288668824131258785},
                                   {"y2'", 0.0154950347242690671}};
constexpr Reference long_end[] = {{"y1", -0.542245310639257473},
                                  {"y2", -0.875249016725455243},
                                  {"y1'", 0.254359345061839778},
                                  {"y2'", -1.96166796661389197}};

plot::Axes path(std::string title, const Solution& solution, plot::Style style)
{
    return {.title = std::move(title),
            .x = {.label = "y^{1}"},
            .y = {.label = "y^{2}"},
            .series = {series(solution, "y1", "y2", "", style)},
            .equal = true};
}

std::vector<std::string> stiff_row(std::string method, std::string tolerance, std::string to,
                                   std::string paper, const Solution& s,
                                   std::span<const Reference> end)
{
    return {std::move(method),
            std::move(tolerance),
            std::move(to),
            std::move(paper),
            fmt::format("{}", s.statistics.steps),
            number(end_error(s, end.subspan(0, 2))),
            number(end_error(s, end.subspan(2)))};
}

const std::vector<std::string> stiff_head = {
    "method", "tolerance", "to x", "steps, paper", "steps, ours", "error of y", "error of y_1"};

}  // namespace

void ta2_figure_6_4(Page& page)
{
    const System system = reduced_stiff_pendulum(0.01);
    const Solution dopri = run_to(system, 1.5, as_in_papers("dopri54", 1e-4));
    const Solution rk4 = run_to(system, 1.5, as_in_papers("rk4", 1e-2));
    page.summary =
        fmt::format("dopri54 with 1e-4 takes {} steps, RK4 with 1e-2 {} (paper: 1141 and 1931).",
                    dopri.statistics.steps, rk4.statistics.steps);
    page.paragraph(
        "The stiff pendulum (6.4) with ε = 0.01, from rest with the spring compressed to 0.85, "
        "0 ≤ x ≤ 1.5. The force y^3 of the spring, up to 1765 in size, is a coordinate like the "
        "others, in plain arclength, as in the paper.");
    page.figure("",
                {.description = "The path of the stiff pendulum by dopri54 and by RK4",
                 .panels = {path("dopri54, 1e-4", dopri, {.width = 1}),
                            path("RK4, 1e-2", rk4, {.width = 1})},
                 .columns = 2,
                 .height = 520},
                "Left: dopri54. Right: RK4. Accepted points joined by straight lines.");
    page.table({.head = stiff_head,
                .rows = {stiff_row("dopri54", "1e-4", "1.5", "1141", dopri, stiff_end),
                         stiff_row("RK4", "1e-2", "1.5", "1931", rk4, stiff_end)}});
    const Solution fine = run_to(system, 1.5, as_in_papers("dopri54", 1e-6));
    SolveOptions in_x = as_in_papers("dopri54", 1e-4);
    in_x.curve = false;
    in_x.scale.reset();
    const Solution by_x = run_to(system, 1.5, in_x);
    page.paragraph(fmt::format(
        "The paper says that with tolerances of 1e-6 or smaller the propagation was \"painfully "
        "slow\". Here 1e-6 takes {} steps, {:.1f} times as many as 1e-4, and leaves an error of {} "
        "in y. What costs steps is the arclength, which y^3, unscaled, dominates: with x as the "
        "parameter 1e-4 takes {} steps, with an error of {}.",
        fine.statistics.steps, double(fine.statistics.steps) / double(dopri.statistics.steps),
        number(end_error(fine, std::span(stiff_end).subspan(0, 2))), by_x.statistics.steps,
        number(end_error(by_x, std::span(stiff_end).subspan(0, 2)))));
}

void ta2_figure_6_5(Page& page)
{
    const System system = reduced_stiff_pendulum(0.1);
    const Solution swing = run_to(system, 3.7, as_in_papers("dopri54", 1e-4));
    const Solution far = run_to(system, 20, as_in_papers("dopri54", 1e-4));
    SolveOptions smooth = as_in_papers("dopri54", 1e-4);
    smooth.sampling.points = 3000;
    const Solution drawn = run_to(system, 20, smooth);
    page.summary = fmt::format(
        "One swing of the stiff pendulum in {} steps, x = 20 in {} (paper: 136 and 751).",
        swing.statistics.steps, far.statistics.steps);
    page.paragraph(
        "The stiff pendulum with ε = 0.1 by dopri54, tolerance 1e-4. On the left one swing with "
        "every accepted point, \"to show the 'speed' of numerical solution\", on the right "
        "0 ≤ x ≤ 20.");
    page.figure("",
                {.description = "One swing of the stiff pendulum with its steps, and a long run",
                 .panels = {path("0 ≤ x ≤ 3.7", swing,
                                 {.line = plot::Line::dotted,
                                  .marker = plot::Marker::circle,
                                  .color = 0,
                                  .width = 1}),
                            path("0 ≤ x ≤ 20", drawn, {.width = 1})},
                 .columns = 2,
                 .height = 300},
                "Left: accepted points. Right: the same for longer.");
    page.table({.head = stiff_head,
                .rows = {stiff_row("dopri54", "1e-4", "3.7", "136", swing, swing_end),
                         stiff_row("dopri54", "1e-4", "20", "751", far, long_end)}});
}

}  // namespace involute::papers
