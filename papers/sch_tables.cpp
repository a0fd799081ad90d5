// SPDX-License-Identifier: Apache-2.0
// Tables 1 and 2 of SCH: evaluations and Jacobians without and with projection.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "papers/figure_runs.hpp"
#include "papers/sch_pages.hpp"
#include "papers/sch_problems.hpp"

namespace involute::papers {
namespace {

/// A column of a table: without and with projection.
struct Pair {
    long without = 0;
    long with = 0;
};

struct PrintedRow {
    double tolerance = 0;
    Pair paper{};  // evaluations
    Pair stock{};  // the published code, run for comparison
    Pair paper_jacobians{};
    Pair stock_jacobians{};
};

const PrintedRow table_1[] = {{1e-6, {2966, 2580}, {2751, 2369}, {276, 238}, {258, 221}},
                              {1e-8, {6217, 4996}, {5385, 4642}, {570, 481}, {536, 443}},
                              {1e-10, {12979, 9963}, {10760, 9165}, {1124, 956}, {1096, 898}},
                              {1e-12, {24531, 20576}, {22612, 19094}, {2225, 1912}, {2216, 1809}}};
const PrintedRow table_2[] = {{1e-6, {2147, 2073}, {2185, 1987}, {138, 131}, {142, 125}},
                              {1e-8, {3429, 3251}, {3387, 3138}, {241, 227}, {239, 222}},
                              {1e-10, {6098, 5760}, {6095, 5815}, {472, 447}, {472, 448}},
                              {1e-12, {12078, 11190}, {12017, 11171}, {984, 926}, {981, 927}}};

constexpr double tolerances[] = {1e-2, 1e-3, 1e-4,  1e-5,  1e-6, 1e-7,
                                 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};

std::string text(const Pair& pair)
{
    return fmt::format("{} / {}", pair.without, pair.with);
}
std::string text(double without, double with)
{
    return fmt::format("{} / {}", number(without), number(with));
}
std::string saved(long without, long with)
{
    return fmt::format("{:+.1f} %", 100.0 * double(with - without) / double(without));
}

struct Runs {
    std::vector<SchCount> radau5[2]{};  // without, with; at the printed tolerances
    std::vector<SchCount> ours[3]{};    // by SchForm
};

Runs make_runs(const SchExample& example)
{
    Runs runs;
    for (const PrintedRow& row : table_1)
        for (const bool projected : {false, true})
            runs.radau5[projected].push_back(count_radau5(example, projected, row.tolerance));
    for (const SchForm form : {SchForm::raw, SchForm::projected, SchForm::completed})
        for (const double tolerance : tolerances)
            runs.ours[int(form)].push_back(count_run(example, form, tolerance));
    return runs;
}

const SchCount& at(const std::vector<SchCount>& runs, double tolerance)
{
    return *std::ranges::find(runs, tolerance, &SchCount::tolerance);
}

void printed(Page& page, std::span<const PrintedRow> rows, const Runs& runs)
{
    page.heading("RADAU5, without / with projection");
    Table table{.head = {"tolerance", "evaluations: paper", "stock code", "written again",
                         "Jacobians: paper", "stock code", "written again", "error", "|d1|", "|d2|",
                         "projection"}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SchCount& without = runs.radau5[0][i];
        const SchCount& with = runs.radau5[1][i];
        table.rows.push_back(
            {fmt::format("{:.0e}", rows[i].tolerance), text(rows[i].paper), text(rows[i].stock),
             text({without.evaluations, with.evaluations}), text(rows[i].paper_jacobians),
             text(rows[i].stock_jacobians), text({without.jacobians, with.jacobians}),
             text(without.error, with.error), text(without.deviations.d1, with.deviations.d1),
             text(without.deviations.d2, with.deviations.d2),
             saved(without.evaluations, with.evaluations)});
    }
    page.table(table);
}

std::string per_step(const SchCount& run)
{
    return fmt::format("{:.2f}", double(run.iterations) / double(run.steps));
}

void ours(Page& page, const Runs& runs)
{
    page.heading("Ours, from the equations as they are printed");
    Table table{.head = {"tolerance", "evaluations without / with", "projection", "Jacobians",
                         "steps", "iterations a step", "error", "|d1|", "|d2|",
                         "completed: evaluations", "Jacobians", "steps", "error", "|d2|"}};
    for (const PrintedRow& row : table_1) {
        const SchCount& raw = at(runs.ours[0], row.tolerance);
        const SchCount& projected = at(runs.ours[1], row.tolerance);
        const SchCount& completed = at(runs.ours[2], row.tolerance);
        table.rows.push_back(
            {fmt::format("{:.0e}", row.tolerance), text({raw.evaluations, projected.evaluations}),
             saved(raw.evaluations, projected.evaluations),
             text({raw.jacobians, projected.jacobians}), text({raw.steps, projected.steps}),
             fmt::format("{} / {}", per_step(raw), per_step(projected)),
             text(raw.error, projected.error), text(raw.deviations.d1, projected.deviations.d1),
             text(raw.deviations.d2, projected.deviations.d2),
             fmt::format("{}", completed.evaluations), fmt::format("{}", completed.jacobians),
             fmt::format("{}", completed.steps), number(completed.error),
             number(completed.deviations.d2)});
    }
    page.table(table);
}

/// Fills a table; returns the largest ratio for the completed form.
double equal_errors(Page& page, const Runs& runs)
{
    page.heading("For the error of RADAU5");
    page.paragraph(
        "Evaluations with which our runs reach the error that RADAU5 made, from runs with "
        "tolerances 1e-2, 1e-3, .., 1e-12, interpolated between logarithms. Luck does not count "
        "for us: a run that is as accurate as one with a smaller tolerance is left out. RADAU5's "
        "errors are taken as they came.");
    Table table{.head = {"RADAU5 at", "projection", "its error", "its evaluations",
                         "Schropp's method, ours", "ratio", "completed equations, ours", "ratio"}};
    double worst = 0, worst_raw = 0;
    for (std::size_t i = 0; i < std::size(table_1); ++i)
        for (const bool projected : {false, true}) {
            const SchCount& run = runs.radau5[projected][i];
            const double sch = evaluations_for(runs.ours[1], run.error),
                         completed = evaluations_for(runs.ours[2], run.error),
                         count = double(run.evaluations);
            worst = std::max(worst, completed / count);
            worst_raw = std::max(worst_raw, sch / count);
            table.rows.push_back({fmt::format("{:.0e}", run.tolerance), projected ? "yes" : "no",
                                  number(run.error), fmt::format("{}", run.evaluations),
                                  fmt::format("{:.0f}", sch), fmt::format("{:.2f}", sch / count),
                                  fmt::format("{:.0f}", completed),
                                  fmt::format("{:.2f}", completed / count)});
        }
    page.table(table);
    if (worst_raw > 1)
        page.paragraph(
            "Schropp's method, ours, is the one with projection. Where its ratio is above 1, what "
            "Newton's method leaves is the largest part of its error: raw constraints determine "
            "velocities as differences of positions divided by h, so that changes of velocities "
            "count times h, as they do in RADAU5, and what remains of them, round-off at last, is "
            "1/h times larger and adds up from step to step. Nothing is divided by h in the "
            "completed equations.");
    return worst;
}

plot::Series front(const std::vector<SchCount>& runs, std::string label)
{
    plot::Series series{.label = std::move(label), .style = {.marker = plot::Marker::automatic}};
    for (const SchCount& run : runs) {
        series.x.push_back(run.error);
        series.y.push_back(double(run.evaluations));
    }
    return series;
}

void work_precision(Page& page, const Runs& runs)
{
    plot::Axes axes{.x = {.label = "error", .scale = plot::Scale::log},
                    .y = {.label = "evaluations", .scale = plot::Scale::log}};
    axes.series = {front(runs.radau5[0], "RADAU5"), front(runs.radau5[1], "RADAU5, projected"),
                   front(runs.ours[0], "ours, raw"), front(runs.ours[1], "ours, projected"),
                   front(runs.ours[2], "ours, completed")};
    plot::Figure figure = plot::figure(std::move(axes));
    figure.description = "Evaluations against the error achieved, doubly logarithmic";
    page.figure("", std::move(figure), "Lower is better; every mark is a run with a tolerance.");
}

void explain_counts(Page& page)
{
    page.paragraph(
        "*Evaluations* are those of the right-hand side, three for an iteration of Newton's method "
        "and one for the end of a step. *stock code* is the published RADAU5 with the projection "
        "inserted after a step is accepted. *written again* is the same algorithm from its "
        "description, in this program, which tells errors as well: with differences for Jacobians, "
        "the variables sorted by index, rtol = atol and a first step of 1e-6. Errors are the "
        "largest |y - ref|/(1 + |ref|) of positions and velocities.");
}

void explain_tolerances(Page& page)
{
    page.paragraph(
        "*without / with* is Schropp's method, raw constraints at the stages; *completed* is what "
        "happens if nothing is asked for: the constraints differentiated at the stages and "
        "projection. Tolerances mean different things: RADAU5 holds an estimate of order 3 "
        "against 0.1 tol^(2/3) and makes errors of hundreds of tolerances and more; ours holds the "
        "error of the completed form proportional to the tolerance and of its size, which takes "
        "shorter steps. Rows are therefore to be compared within a table, not across tables. The "
        "last table compares at equal error.");
}

void explain_savings(Page& page)
{
    page.paragraph(
        "What projection saves is steps: the estimate of a step sees the error of v that the last "
        "one left, and projection removes it. What it can cost is iterations. The multipliers of "
        "the stages deviate from the solution by a pattern of second order in h, which is the same "
        "in every step that begins on the manifold; Newton's method starts from the polynomial "
        "through the stages of the last step, and continuing it magnifies the pattern. Where "
        "iterations a step grow by more than steps become fewer, the row shows a plus and "
        "projection saves no evaluations. What it buys there is in the columns beside: d2 at "
        "round-off, and velocities of order 5 instead of 3.");
}

void table_page(Page& page, const SchExample& example, std::span<const PrintedRow> rows)
{
    const Runs runs = make_runs(example);
    explain_counts(page);
    printed(page, rows, runs);
    explain_tolerances(page);
    ours(page, runs);
    explain_savings(page);
    const double worst = equal_errors(page, runs);
    work_precision(page, runs);
    double off = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        off = std::max(
            off, std::abs(double(runs.radau5[1][i].evaluations) / double(rows[i].paper.with) - 1));
    page.summary = fmt::format(
        "RADAU5's counts with projection come out {}; d1 and d2 are round-off with projection; for "
        "RADAU5's error the completed equations need at most {:.2f} times its evaluations.",
        off == 0 ? "as printed, to the last digit" : fmt::format("within {:.0f} %", 100 * off),
        worst);
}

}  // namespace

void sch_table_1(Page& page)
{
    page.paragraph(
        "The pendulum (4.1) until t = 20; errors are the largest at any step, from the closed "
        "form. The printed counts belong to v' = -uλ rather than to the printed v' = -2uλ: with "
        "the former all counts with projection are those of the paper to the last digit, which "
        "also says that nothing else in the paper's code was changed. The stock code was run with "
        "the latter. Ours do not depend on it.");
    table_page(page, sch_pendulum(), table_1);
}

void sch_table_2(Page& page)
{
    page.paragraph(
        "Andrews' mechanism (4.3) until t = 0.05; errors are those at the end. RADAU5 gets 27 "
        "variables (u, v, v', λ) with 0 = M v' - f + Gᵗλ, which reproduces the printed counts; in "
        "20 variables, with M inverted, its matrices become singular at small tolerances.");
    table_page(page, sch_andrews(), table_2);
}

}  // namespace involute::papers
