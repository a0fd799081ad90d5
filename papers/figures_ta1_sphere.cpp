// SPDX-License-Identifier: Apache-2.0
// Figures 2.1 and 2.4 of TA1: curves on a sphere, and parabolas on a ruled surface.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/figures.hpp"
#include "papers/jet_curves.hpp"

namespace involute::papers {
namespace {

const std::vector<std::vector<double>>& equator(const Solution& solution)
{
    return solution.crossings.front().rows;
}

/// d log|u - u_0| / d log|y'| just below the first crossing of the equator; u is x (column 0) or y
/// (column 1).
double cusp_exponent(const Solution& solution, std::size_t column)
{
    const std::vector<double>& crossing = equator(solution).front();
    const auto below = [&](double slope) {
        return *std::ranges::find_if(solution.rows,
                                     [&](const auto& row) { return row[2] < slope; });
    };
    const std::vector<double> near = below(-0.03), far = below(-0.1);
    return std::log((far[column] - crossing[column]) / (near[column] - crossing[column])) /
           std::log(far[2] / near[2]);
}

plot::Figure sphere_picture()
{
    plot::Space space = jet_space("solutions on the sphere");
    space.surfaces = {plot::sphere()};
    space.view = {.azimuth = 62, .elevation = 24};
    plot::Axes axes = plane("their projections");
    axes.series.push_back(outline(0, 2 * std::numbers::pi, [](double angle) {
        return std::pair(std::cos(angle), std::sin(angle));
    }));
    int color = 0;
    for (const double x : {-0.75, -0.4, 0.0, 0.4, 0.75}) {
        const auto curve = both_ways(sphere_curve(x, 0), 3, 3);
        space.curves.push_back(in_space(curve, color));
        axes.series.push_back(in_plane(curve, color));
        if (++color == ink) ++color;
    }
    axes.series.push_back(
        {.x = {0, 0},
         .y = {1, -1},
         .style = {.line = plot::Line::none, .marker = plot::Marker::disc, .color = ink}});
    return side_by_side(std::move(space), std::move(axes),
                        "Five solution curves on the unit sphere, smooth across the equator, and "
                        "their projections to the plane, with cusps on the unit circle");
}

/// x of successive crossings of the equator on the way into the focus (0, 1, 0).
std::vector<double> spiral()
{
    const Solution solution = walk(sphere_curve(-0.6, 0.1), 6);
    std::vector<double> x;
    for (const auto& row : equator(solution)) x.push_back(row[0]);
    return x;
}

}  // namespace

void ta1_figure_2_1(Page& page)
{
    const Solution solution = walk(sphere_curve(0.3, -0.2), 3);
    const std::vector<double> x = spiral();
    const double ratio = std::exp(std::numbers::pi / std::numbers::sqrt3);
    const Reference end[] = {
        {"x", -0.0260333365429345}, {"y", 0.8558879311637773}, {"y'", -0.5165056772937075}};
    page.summary =
        "Solutions cross the equator of the sphere without noticing it; their "
        "projections have cusps there, as the paper says.";
    page.paragraph(
        "The equation y'² + y² + x² = 1, (2.2) of the paper, is a sphere in the space of "
        "(x, y, y'), and its solutions are curves on it. Where y' = 0, on the equator, the "
        "equation cannot be solved for y', and a method for y' = f(x, y) ends; the curve does "
        "not. Its projection to the plane has a cusp there, in good coordinates u² = v³. Only at "
        "(0, 1, 0) and (0, -1, 0) is the direction of the curve lost: folded focuses.");
    page.figure("", sphere_picture(),
                "Left: five solutions; what is behind the sphere is dotted. Right: the same "
                "seen from above; the dotted circle is the equator, its two dots are the focuses.");
    page.table(
        {.head = {"quantity", "paper or closed form", "ours"},
         .rows = {
             {"crossing of the equator from (0.3, -0.2)", "regular",
              fmt::format("({:.6f}, {:.6f})", equator(solution)[0][0], equator(solution)[0][1])},
             {"exponent of x - x₀ in y' at the crossing", "2",
              fmt::format("{:.3f}", cusp_exponent(solution, 0))},
             {"exponent of y - y₀ in y' at the crossing", "3",
              fmt::format("{:.3f}", cusp_exponent(solution, 1))},
             {"error at arclength 3 against 30 digits", "", number(end_error(solution, end))},
             {"ratio of successive crossings before the focus", fmt::format("{:.4f}", -ratio),
              fmt::format("{:.4f}", x[x.size() - 4] / x[x.size() - 3])}}});
    page.paragraph(fmt::format(
        "Near (0, 1, 0) the direction field has the eigenvalues (-1 ± i√3)/2, so that a solution "
        "crosses the equator infinitely often in a finite length, each time -e^(-π/√3) as far "
        "from the focus. The paper does not say what its program does there. Ours counts {} "
        "crossings from (-0.6, 0.1) and then stops with the words that the direction of the "
        "solution is lost; stepping across would leave on an arbitrary other spiral.",
        x.size()));
}

namespace {

/// The surface x y'² - 2 y y' - x = 0 is ruled: (x, y) = r (sin 2ψ, -cos 2ψ), y' = tan ψ.
plot::Point3 on_ruled(double r, double psi)
{
    return {r * std::sin(2 * psi), -r * std::cos(2 * psi), std::tan(psi)};
}

double parabola_error(const Solution& solution, double c)
{
    double error = 0;
    for (const auto& row : solution.rows)
        error = std::max(error, std::abs(row[1] - (row[0] * row[0] / (2 * c) - c / 2)));
    return error;
}

}  // namespace

void ta1_figure_2_4(Page& page)
{
    plot::Space left = jet_space("parabolas on the surface (2.5)");
    left.surfaces = {plot::parametric(-1.45, 1.45, -1.08, 1.08, on_ruled)};
    left.view = {.azimuth = -62, .elevation = 30};
    left.equal = false;
    plot::Axes right = plane("their projections");
    Table table{.head = {"c", "largest error of y against x²/(2c) - c/2"}};
    int color = 0;
    for (const double c : {1.0, 0.5, 0.2, -0.3, -0.7}) {
        const double reach = std::min(1.2, 1.8 * std::abs(c));
        SolveOptions options = as_in_papers("dopri54", 1e-9);
        options.max_step = 0.03;
        const Solution solution = run_to(parabola(c, -reach), reach, options);
        left.curves.push_back(in_space(points(solution), color));
        right.series.push_back(in_plane(points(solution), color, fmt::format("c = {}", c)));
        right.series.back().style.line = plot::Line::automatic;
        if (++color == ink) ++color;
        table.rows.push_back({fmt::format("{}", c), number(parabola_error(solution, c))});
    }
    left.curves.push_back({.points = {{0, 0, -1.8}, {0, 0, 1.8}},
                           .style = {.line = plot::Line::solid, .color = ink, .width = 1}});
    right.legend = plot::Legend::automatic;
    right.y.low = -1;
    right.y.high = 1;
    page.summary =
        "The parabolas are followed through x = 0, where a square root would have to "
        "change its sign.";
    page.paragraph(
        "The solutions of x y'² - 2 y y' - x = 0, (2.5), are the parabolas y = x²/(2c) - c/2, "
        "c ≠ 0. Through each point of the plane but the origin go two, and no vector field around "
        "the origin has them as its integral curves: the index of the origin is 1/2. Solved for "
        "y' the equation has a square root that must change its branch at x = 0; on the surface "
        "nothing happens there.");
    page.figure("",
                side_by_side(std::move(left), std::move(right),
                             "Six parabolas on the surface of the equation and in the plane"),
                "Left: on the surface; the vertical line x = y = 0 is itself a solution curve. "
                "Right: in the plane.");
    page.table(table);
}

}  // namespace involute::papers
