// SPDX-License-Identifier: Apache-2.0
// Conjecture 4.7 of TA2: the proof, and the orders of every method measured.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "papers/measure_orders.hpp"
#include "papers/tables.hpp"

namespace involute::papers {
namespace {

void theorem(Page& page)
{
    page.heading("The theorem");
    page.paragraph(
        "TA2 projects every stage of a Runge-Kutta method to the manifold M, q_i = π(p + h Σ a_ij "
        "V(q_j)) and q = π(p + h Σ b_j V(q_j)), shows by hand that the classical conditions for "
        "the orders 1 to 4 suffice, and conjectures (4.7) that they do for every order. They do:");
    page.paragraph(
        "**Theorem.** Let V be a smooth tangent field on M and π any smooth map of a neighbourhood "
        "of M onto M that leaves M fixed. The projected method, explicit or implicit, has the "
        "local error O(h^(p+1)) on every such M if and only if its tableau has the classical order "
        "p.");
    page.paragraph(
        "*Proof.* Put W = V∘π, a smooth field around M, and z_i = p + h Σ a_ij V(q_j). As q_j = "
        "π(z_j), V(q_j) = W(z_j): the z_i are the stages of the ordinary method for z' = W(z), and "
        "the result is the projection of its end point z⁺. The solution c of V through p lies in "
        "M, where W = V, so it solves z' = W(z) too, and z⁺ - c(h) = O(h^(p+1)); projecting both, "
        "q - c(h) = π(z⁺) - π(c(h)) = O(h^(p+1)). Conversely, M = "
        "R^m is one of the manifolds. ∎");
    page.paragraph(
        "π need not be orthogonal, stages need not be projected where V is defined around M, and "
        "nothing depends on the codimension. More in [the theory](../theory.md).");
}

/// The columns of the experiment: one way to project each.
using Columns = std::array<std::vector<MeasuredOrder>, 4>;

Columns measure()
{
    return {measure_orders(), measure_orders({.project_stages = false, .global = false}),
            measure_orders({.projection = {.way = ProjectionWay::frozen}, .global = false}),
            measure_orders({.project_stages = false,
                            .projection = {.way = ProjectionWay::frozen},
                            .global = false})};
}

bool is_corrected_for_curvature(const MeasuredOrder& found)
{
    const MethodEntry* entry = find_method_entry(found.method);
    return entry && entry->family == Family::tangent_taylor && entry->order > 1;
}

/// The largest deviations of local and global orders from what is claimed.
struct Deviation {
    double local = 0;
    double global = 0;
};

Deviation deviation(const Columns& columns)
{
    Deviation worst;
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (const MeasuredOrder& found : columns[c]) {
            // Corrections for the curvature of M are made for the orthogonal projection.
            if (c >= 2 && is_corrected_for_curvature(found)) continue;
            worst.local = std::max(worst.local, std::abs(found.local_order - found.order - 1));
            if (c == 0)
                worst.global = std::max(worst.global, std::abs(found.global_order - found.order));
        }
    return worst;
}

void table_of_orders(Page& page, const Columns& columns)
{
    Table table{.head = {"method", "order p", "error of one step, h = 1/32",
                         "local order: every stage projected", "end point alone",
                         "oblique, every stage", "oblique, end point alone",
                         "global order: every stage projected"}};
    for (std::size_t i = 0; i < columns[0].size(); ++i) {
        const MeasuredOrder& first = columns[0][i];
        std::vector<std::string> cells{first.method, fmt::format("{}", first.order),
                                       fmt::format("{:.2e}", first.local_errors.front())};
        for (const auto& column : columns)
            cells.push_back(fmt::format("{:.3f}", column[i].local_order));
        cells.push_back(fmt::format("{:.2f}", first.global_order));
        table.rows.push_back(std::move(cells));
    }
    page.table(table);
}

plot::Figure picture(const std::vector<MeasuredOrder>& all)
{
    plot::Axes axes{.x = {.label = "step h (arclength)", .scale = plot::Scale::log},
                    .y = {.label = "error of one step", .scale = plot::Scale::log}};
    for (const char* name :
         {"euler", "heun", "kutta3", "rk4", "dopri54", "dverk65", "rkf78-lower", "rkf78"}) {
        const auto found = std::ranges::find(all, name, &MeasuredOrder::method);
        if (found == all.end()) continue;
        axes.series.push_back({.label = fmt::format("{}: {:.2f}", name, found->local_order),
                               .x = found->h,
                               .y = found->local_errors,
                               .style = {.marker = plot::Marker::automatic}});
    }
    axes.legend = plot::Legend::right;
    plot::Figure figure = plot::figure(std::move(axes));
    figure.description = "Errors of one step of eight methods against the step, with their orders";
    return figure;
}

void counter_tests(Page& page)
{
    page.heading("What loses the order");
    page.paragraph(
        "The Taylor type methods of TA2 correct for the curvature of M, and their corrections are "
        "right as printed: without the term X in Proposition 3.5, or with S/2 instead of S/3 in "
        "Proposition 3.9, the order 3 becomes 2. They are made for the orthogonal projection; with "
        "the oblique one the columns above show 3 instead of 4.");
    Table table{.head = {"method", "order claimed", "local order", "global order"}};
    for (const MeasuredOrder& found : measure_wrong_corrections())
        table.rows.push_back({found.method, fmt::format("{}", found.order),
                              fmt::format("{:.3f}", found.local_order),
                              fmt::format("{:.2f}", found.global_order)});
    page.table(table);
}

}  // namespace

void conjecture_4_7(Page& page)
{
    const Columns columns = measure();
    const Deviation worst = deviation(columns);
    page.summary = fmt::format(
        "The conjecture is a theorem with a proof of two lines; {} methods up to order {} confirm "
        "it with local orders within {:.3f} of p + 1 and global ones within {:.2f} of p.",
        columns[0].size(), std::ranges::max(columns[0], {}, &MeasuredOrder::order).order,
        worst.local, worst.global);
    theorem(page);
    page.heading("The experiment");
    page.paragraph(
        "A surface of codimension 2 in R⁵ with nothing special about it, f1 = x0² + x1²/2 + 3/2 "
        "x2² + x3² + x4²/3 - 2 = 0 and f2 = x0 x1 + x2 x3 - x4²/2 + 3/10 x0³ + x1 x2 x4/5 - 1/10 = "
        "0, the normalised tangential part of W = (x1 + x2 x3, -x0 + x4/2 + sin x2, x4 cos x0 - "
        "x1, x0 x1 + 1/2, x2² - x0 + x3), and the start nearest to (1, 0.5, -0.4, 0.6, 0.7); all "
        "with 33 digits. A local order is taken between the two smallest steps that round-off "
        "allows, a global one from the largest error along the arclength 2. *Oblique* moves points "
        "along the normal space at the start of the step instead of orthogonally.");
    page.figure("", picture(columns[0]),
                "Errors of one step, every stage projected; the numbers are the orders measured.");
    table_of_orders(page, columns);
    counter_tests(page);
}

}  // namespace involute::papers
