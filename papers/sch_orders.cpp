// SPDX-License-Identifier: Apache-2.0
#include "papers/sch_orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/error.hpp"
#include "papers/problems.hpp"
#include "papers/sch_pages.hpp"

namespace involute::papers {
namespace {

using Rows = std::vector<std::vector<Quad>>;

constexpr double between = 0.125;  // errors are looked at this often

struct Measured {
    System system{};
    std::vector<std::string> columns{};  // positions, velocities, multipliers
    std::size_t positions = 0;           // as many velocities; the rest is multipliers
    double end = 0;
    double largest_step = 0;
};

Measured measured(SchSystem which)
{
    if (which == SchSystem::pendulum)
        return {shipped_model("pendulum"), {"x", "y", "x'", "y'", "lambda"}, 2, 1, 1.0 / 16};
    return {
        shipped_model("four_bar"),
        {"y1", "y2", "y3", "y4", "y1'", "y2'", "y3'", "y4'", "lambda[1]", "lambda[2]", "lambda[3]"},
        4,
        0.5,
        1.0 / 32};
}

/// By Taylor series, with tolerances near round-off.
Rows exact(const Measured& problem)
{
    SolveOptions options{.to = problem.end,
                         .method = "taylor",
                         .precision = Precision::quad,
                         .rtol = 1e-27,
                         .atol = 1e-29,
                         .columns = problem.columns};
    options.sampling.every = between;
    return solve(problem.system, options).quad_rows;
}

Rows constant_steps(const Measured& problem, int stages, double h, const Technique& technique)
{
    const Solution solution =
        solve(problem.system, {.to = problem.end,
                               .method = fmt::format("radau{}", 2 * stages - 1),
                               .precision = Precision::quad,
                               .technique = technique,
                               .rtol = 1e-22,
                               .atol = 1e-24,
                               .step = h,
                               .columns = problem.columns});
    if (solution.end != problem.end) throw Error(Diagnostic{.message = solution.reason});
    Rows rows;
    for (std::size_t i = 0; i < solution.quad_rows.size(); i += std::size_t(between / h))
        rows.push_back(solution.quad_rows[i]);
    return rows;
}

/// The slope between the steps h and h/4 of the largest error of some columns.
double slope(const Rows& coarse, const Rows& fine, const Rows& exact, std::size_t from,
             std::size_t to)
{
    const auto worst = [&](const Rows& rows) {
        double result = 0;
        for (std::size_t i = 0; i < exact.size(); ++i)
            for (std::size_t k = from; k < to; ++k)
                result = std::max(result, std::abs(to_double(Quad(rows.at(i)[k] - exact[i][k]))));
        return result;
    };
    return std::log2(worst(coarse) / worst(fine)) / 2;
}

}  // namespace

SchOrders measure_sch_orders(SchSystem which, int stages, ProjectionWay projection,
                             Collocation collocation)
{
    const Measured problem = measured(which);
    const Rows reference = exact(problem);
    const std::size_t n = problem.positions, last = problem.columns.size() + 1;
    SchOrders orders;
    for (const TopValues tops : {TopValues::carried, TopValues::recomputed}) {
        const Technique technique{
            .projection = projection, .collocation = collocation, .tops = tops};
        const Rows coarse = constant_steps(problem, stages, problem.largest_step, technique);
        const Rows fine = constant_steps(problem, stages, problem.largest_step / 4, technique);
        orders.positions = slope(coarse, fine, reference, 1, n + 1);
        orders.velocities = slope(coarse, fine, reference, n + 1, 2 * n + 1);
        (tops == TopValues::carried ? orders.multipliers : orders.solved_multipliers) =
            slope(coarse, fine, reference, 2 * n + 1, last);
    }
    return orders;
}

void sch_theorem_2_1(Page& page)
{
    page.summary =
        "Observed orders are higher than proved: with projection velocities have order 2s - 1, not "
        "s; multipliers have s - 1, and 2s - 1 where they are recomputed.";
    page.paragraph(
        "Theorem 2.1 promises order q for positions (q + 1 where the method has order q + 2 or "
        "more) and velocities and q - 1 for multipliers, q = s being the stage order of Radau IIA, "
        "and says that projection changes no order. Measured here with constant steps and 33 "
        "digits, the largest error over [0, 1] for the pendulum and [0, 0.5] for the regular four "
        "bar linkage, slopes between h and h/4, h = 1/16 and 1/32. Stages satisfy the constraint "
        "itself (SCH), or the equations as completed, which is what happens unless the other is "
        "asked for.");
    Table table{.head = {"system", "stages", "at the stages", "projection", "positions",
                         "velocities", "multipliers", "multipliers, recomputed"}};
    struct Row {
        const char* constraint;
        const char* projection;
        Collocation collocation;
        ProjectionWay way;
    };
    const Row rows[] = {{"constraint", "no", Collocation::written, ProjectionWay::none},
                        {"constraint", "yes", Collocation::written, ProjectionWay::sweep},
                        {"completed", "yes", Collocation::completed, ProjectionWay::sweep}};
    for (const auto& [which, name] :
         {std::pair(SchSystem::pendulum, "pendulum"), std::pair(SchSystem::four_bar, "four bar")})
        for (const int stages : {2, 3}) {
            const int s = stages;
            table.rows.push_back({name, fmt::format("{}", s), "Theorem 2.1", "either",
                                  fmt::format("{}", s == 2 ? s : s + 1), fmt::format("{}", s),
                                  fmt::format("{}", s - 1), ""});
            for (const Row& row : rows) {
                const SchOrders found = measure_sch_orders(which, stages, row.way, row.collocation);
                table.rows.push_back({name, fmt::format("{}", s), row.constraint, row.projection,
                                      fmt::format("{:.2f}", found.positions),
                                      fmt::format("{:.2f}", found.velocities),
                                      fmt::format("{:.2f}", found.multipliers),
                                      fmt::format("{:.2f}", found.solved_multipliers)});
            }
        }
    page.table(table);
    page.list(
        {"Projection does more than the theorem says: without it velocities have order s, "
         "with it 2s - 1, the order of the positions.",
         "The multiplier of the last stage is of order s - 1, projected or not. Recomputed "
         "from projected positions and velocities it has their order.",
         "Without projection recomputed multipliers are as good as velocities, of which "
         "they are a function. On the pendulum they are better: it depends on |v|² only, "
         "and the error of v is along the rod, orthogonal to v.",
         "With the completed equations at the stages everything has order 2s - 1, the raw "
         "multiplier included, and that holds for any index."});
}

}  // namespace involute::papers
