// SPDX-License-Identifier: Apache-2.0
// Figures 1 to 5 of SCH.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/figure_runs.hpp"
#include "papers/sch_pages.hpp"
#include "papers/sch_problems.hpp"

namespace involute::papers {
namespace {

constexpr double tolerance = 1e-8;  // of Figures 2, 3 and 5
constexpr SchForm both[] = {SchForm::raw, SchForm::projected};

const char* name_of(SchForm form)
{
    return form == SchForm::raw ? "without projection" : "with projection";
}

double largest(const std::vector<double>& values)
{
    double result = 0;
    for (const double v : values) result = std::max(result, std::abs(v));
    return result;
}

Solution pendulum_run(SchForm form, TopValues multipliers, std::vector<std::string> columns)
{
    SolveOptions options = sch_options(form, tolerance);
    options.technique.tops = multipliers;
    options.columns = std::move(columns);
    return run_example(sch_pendulum(), options);
}

const std::string d1 = "u1^2 + u2^2 - 1", d2 = "2*(u1*v1 + u2*v2)",
                  d3 = "2*(v1^2 + v2^2) - 2*u2 - 4*lambda*(u1^2 + u2^2)";

plot::Series column(const Solution& solution, std::size_t place, std::string label)
{
    plot::Series result{.label = std::move(label), .style = {.width = 1.2}};
    for (const auto& row : solution.rows) {
        result.x.push_back(row[0]);
        result.y.push_back(row[place]);
    }
    return result;
}

}  // namespace

void sch_figure_1(Page& page)
{
    SolveOptions options = sch_options(SchForm::projected, tolerance);
    options.sampling.every = 0.02;
    const SchExample example = sch_pendulum();
    const Solution solution = run_example(example, options);
    plot::Axes path{.title = "the path", .x = {.label = "u_{1}"}, .y = {.label = "u_{2}"}};
    path.equal = true;
    path.series = {series(solution, "u1", "u2")};
    plot::Axes time{.title = "against t", .x = {.label = "t"}};
    time.series = {series(solution, "t", "u1", "u_{1}"), series(solution, "t", "u2", "u_{2}")};
    double error = 0;
    for (const auto& row : solution.rows) {
        const std::vector<double> exact = example.exact(row[0]);
        for (std::size_t i = 0; i < exact.size(); ++i)
            error = std::max(
                error, std::abs(row[involute::column(solution, example.state[i])] - exact[i]));
    }
    page.summary = fmt::format(
        "The pendulum until t = 20 by Schropp's method at rtol = atol = 1e-8; largest error {}.",
        number(error));
    page.paragraph(
        "Released at rest from (1, 0), solved from (4.1) as it is printed: first order, the length "
        "of the rod as the constraint, index 3. The path is half a circle, passed to and fro "
        "every 7.416.");
    page.figure("",
                {.description = "The path of the pendulum, half a circle, and u1, u2 against t",
                 .panels = {std::move(path), std::move(time)},
                 .columns = 2},
                "The solution as a path and against time.");
    page.paragraph(fmt::format(
        "The largest deviation of (u, v) from the closed form sin(θ/2) = cd(t | 1/2)/√2, "
        "u = (sin θ, -cos θ), anywhere in [0, 20] is {}.",
        number(error)));
}

namespace {

/// What RADAU5 leaves of both, and in one sentence what came out.
void add_radau5(Page& page, Table& table, const SchExample& example)
{
    for (const bool projected : {false, true}) {
        const SchCount run = count_radau5(example, projected, tolerance);
        table.rows.push_back({std::string("RADAU5 ") + (projected ? "with it" : "without it"),
                              number(run.deviations.d1), number(run.deviations.d2)});
    }
    page.summary = fmt::format("Without projection |d2| reaches {}; with it both are round-off.",
                               table.rows[0][2]);
}

}  // namespace

void sch_figure_2(Page& page)
{
    plot::Figure figure{.description = "d1 and d2 of the pendulum without and with projection",
                        .columns = 2};
    Table table{.head = {"", "largest |d1|", "largest |d2|"}};
    for (const SchForm form : both) {
        const Solution run = pendulum_run(form, TopValues::recomputed, {d1, d2});
        figure.panels.push_back(
            plot::Axes{.title = name_of(form),
                       .x = {.label = "t"},
                       .series = {column(run, 1, "d_{1}"), column(run, 2, "d_{2}")}});
        table.rows.push_back({name_of(form), number(largest(column(run, 1, "").y)),
                              number(largest(column(run, 2, "").y))});
    }
    add_radau5(page, table, sch_pendulum());
    page.paragraph(
        "d1 = |u|² - 1 is how far the constraint is violated, d2 = 2⟨u, v⟩ its derivative, at "
        "rtol = atol = 1e-8. The constraint is an equation of the stages, the last of which is the "
        "end of the step, so d1 is as small as Newton's method made it. Its derivative is nowhere "
        "asked for without projection: d2 is of order h³ and does not grow with time, because the "
        "constraint holds anew at every step. Projection (2.8) makes it 0 at every step.");
    page.figure("", std::move(figure),
                "d1 and d2 at every step; with projection the unit of the axis is round-off.");
    page.table(table);
    page.paragraph(
        "RADAU5 makes longer steps at the same tolerance and leaves larger d2: what a "
        "tolerance means differs, see [Table 1](sch-table-1.md).");
}

void sch_figure_3(Page& page)
{
    plot::Figure figure{.description = "d3 of the pendulum without and with projection",
                        .columns = 2};
    Table table{.head = {"", "largest |d3|, raw multiplier", "largest |d3|, recomputed"}};
    for (const SchForm form : both) {
        const Solution raw = pendulum_run(form, TopValues::carried, {d3});
        const Solution solved = pendulum_run(form, TopValues::recomputed, {d3});
        figure.panels.push_back(
            plot::Axes{.title = name_of(form),
                       .x = {.label = "t"},
                       .y = {.label = "d_{3}"},
                       .series = {column(raw, 1, "raw"), column(solved, 1, "recomputed")}});
        table.rows.push_back({name_of(form), number(largest(column(raw, 1, "").y)),
                              number(largest(column(solved, 1, "").y))});
    }
    page.summary = fmt::format(
        "d3 is {} without and {} with projection: projection alone does not improve the "
        "multiplier; recomputing it does.",
        table.rows[0][1], table.rows[1][1]);
    page.paragraph(
        "d3 is the second derivative of the constraint, 2|v|² - 2u_2 - 4λ|u|² for (4.1), with the "
        "multiplier that the last stage left, as in the paper, at rtol = atol = 1e-8. (The paper "
        "prints 2λ|u|² here and 2uλ in (4.1); only one of them can be right. Its counts in Table 1 "
        "belong to v' = -uλ, to which its d3 belongs too.)");
    page.figure("", std::move(figure),
                "d3 at every step, with the raw and the recomputed multiplier.");
    page.table(table);
    page.paragraph(
        "The multiplier is of order 2 with 3 stages, projected or not. The peak at the end of the "
        "run without projection is its last step, which is short to end at t = 20: an error δ of v "
        "at the start of a step makes one of δ/h in its multipliers. Solved for again from the "
        "end of the step it satisfies its equation, so that d3 is round-off; with projection it "
        "then has order 5 ([Theorem 2.1](sch-theorem-2.1.md)). This is what is returned unless the "
        "raw one is asked for.");
}

void sch_figure_4(Page& page)
{
    SolveOptions options = sch_options(SchForm::projected, tolerance);
    options.sampling.every = 5e-5;
    const Solution solution = run_example(sch_andrews(), options);
    plot::Axes fast{.title = "crank", .x = {.label = "t"}};
    fast.series = {series(solution, "t", "beta", "β"), series(solution, "t", "theta", "Θ")};
    plot::Axes slow{.title = "the others", .x = {.label = "t"}};
    const std::pair<const char*, const char*> others[] = {
        {"gamma", "γ"}, {"phi", "Φ"}, {"delta", "δ"}, {"omega", "Ω"}, {"epsilon", "ε"}};
    for (const auto& [name, label] : others)
        slow.series.push_back(series(solution, "t", name, label));
    const std::vector<double> exact = sch_andrews().exact(0.05);
    const double beta = values(solution, "beta").back();
    page.summary = fmt::format(
        "The seven angles of Andrews' mechanism until t = 0.05; β(0.05) = {:.6f}, right to {}.",
        beta, number(std::abs(beta - exact[0])));
    page.paragraph(
        "Seven bodies, six loop conditions, a constant torque on the crank: (4.3), from the "
        "equations as they stand, by Schropp's method at rtol = atol = 1e-8.");
    page.figure("",
                {.description = "The seven angles of Andrews' mechanism against time",
                 .panels = {std::move(fast), std::move(slow)},
                 .columns = 2},
                "The angles; the crank has turned more than five times at the end.");
}

void sch_figure_5(Page& page)
{
    plot::Figure figure{.description = "d1 and d2 of Andrews' mechanism", .columns = 2};
    const SchExample example = sch_andrews();
    DeviationMeter meter(example.system);
    Table table{.head = {"", "largest |d1|", "largest |d2|"}};
    for (const SchForm form : both) {
        SolveOptions options = sch_options(form, tolerance);
        options.columns = meter.columns();
        plot::Axes axes{.title = name_of(form),
                        .x = {.label = "t"},
                        .y = {.scale = plot::Scale::log, .low = 1e-19, .high = 1e-2},
                        .series = {{.label = "|d_{1}|"}, {.label = "|d_{2}|"}}};
        for (const auto& row : run_example(example, options).rows) {
            const Deviations found = meter.at(row);
            const double values[] = {found.d1, found.d2};
            for (std::size_t k = 0; k < 2; ++k) {
                axes.series[k].x.push_back(row[0]);
                axes.series[k].y.push_back(values[k]);
                axes.series[k].style.width = 1;
            }
        }
        table.rows.push_back(
            {name_of(form), number(largest(axes.series[0].y)), number(largest(axes.series[1].y))});
        figure.panels.push_back(std::move(axes));
    }
    add_radau5(page, table, example);
    page.paragraph(
        "The largest of the six loop conditions, d1 = g(u), and of their derivatives, "
        "d2 = Dg(u)v, at rtol = atol = 1e-8. Rates of the angles exceed 1000, so that d2 of "
        "1e-14 is round-off.");
    page.figure("", std::move(figure), "d1 and d2 at every step; exact zeros are gaps.");
    page.table(table);
}

}  // namespace involute::papers
