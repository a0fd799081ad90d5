// SPDX-License-Identifier: Apache-2.0
// Figures 2.2 and 2.3 of TA1: asymptotic curves of a surface.
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

/// The surface y²y'² - 2y' + x² = 0 as a tube: x = √(2p) cos φ, y = √(2/p) sin φ, y' = p.
plot::Point3 on_tube(double angle, double p)
{
    return {std::sqrt(2 * p) * std::cos(angle), std::sqrt(2 / p) * std::sin(angle), p};
}

constexpr double quarter = std::numbers::pi / 4;

/// (2.3) of the paper.
double height(double x, double y)
{
    return (x * x * x * x + y * y * y * y) / 4 - 3 * x * y;
}

std::vector<plot::Point3> lifted(std::vector<plot::Point3> curve)
{
    for (plot::Point3& p : curve) p.z = height(p.x, p.y);
    return curve;
}

constexpr double extent = 1.4;  // of the surface (2.3) in the picture

/// The parts of a curve inside the picture; gaps are points that are not finite.
std::vector<plot::Point3> inside(std::vector<plot::Point3> curve)
{
    for (plot::Point3& p : curve)
        if (std::abs(p.x) > extent || std::abs(p.y) > extent) p.x = std::nan("");
    return curve;
}

plot::Curve parabolic_points(double sign_x, double sign_y)
{
    plot::Curve curve{.style = {.line = plot::Line::solid, .color = ink, .width = 1}};
    for (int i = 0; i <= 100; ++i) {
        const double x = std::exp(std::log(extent) * (i / 50.0 - 1));
        curve.points.push_back({sign_x * x, sign_y / x, height(sign_x * x, sign_y / x)});
    }
    return curve;
}

System curve_from(double angle, double p)
{
    const plot::Point3 start = on_tube(angle, p);
    return asymptotic_curve(start.x, start.y, start.z);
}

/// Where the projection folds the surface: x²y² = 1, φ = π/4.
plot::Curve fold_line()
{
    plot::Curve curve{.style = {.line = plot::Line::solid, .color = ink, .width = 1}};
    for (int i = 0; i <= 100; ++i)
        curve.points.push_back(on_tube(quarter, std::exp(-1.3 + 2.6 * i / 100)));
    return curve;
}

/// Near (1, -1) all solutions have slopes near 1: subtracting that shows them apart.
double sheared(double x, double y)
{
    return y - x + 2;
}

double lower_slope(double x, double y)
{
    return (1 - std::sqrt(1 - x * x * y * y)) / (y * y);
}

}  // namespace

void ta1_figure_2_2(Page& page)
{
    const Solution solution = walk(asymptotic_curve(0.5, 0.5, lower_slope(0.5, 0.5)), 6);
    const Reference end[] = {
        {"x", 1.1231799255837222}, {"y", 0.5541326878535322}, {"y'", 5.805670198340192}};
    plot::Space left = jet_space("a solution of (2.4)");
    left.surfaces = {plot::parametric(0, 2 * quarter, -1.3, 1.3, [](double angle, double log_p) {
        return on_tube(angle, std::exp(log_p));
    })};
    left.curves = {in_space(both_ways(curve_from(0.9 * quarter, 1), 0.8, 2.4), 0), fold_line()};
    left.view = {.azimuth = 215, .elevation = 38};
    left.equal = false;
    plot::Space right{.title = "asymptotic curves on (2.3)",
                      .x = {.label = "x"},
                      .y = {.label = "y"},
                      .z = {.label = "z"},
                      .surfaces = {plot::graph(-extent, extent, -extent, extent, height)},
                      .view = {.azimuth = 65, .elevation = 38},
                      .equal = false,
                      .legend = plot::Legend::none};
    for (const double sign : {1.0, -1.0}) {
        right.curves.push_back(parabolic_points(sign, sign));
        right.curves.push_back(parabolic_points(sign, -sign));
    }
    int color = 0;
    for (const double y : {-1.1, -0.7, -0.3, 0.3, 0.7, 1.1}) {
        const auto curve = both_ways(asymptotic_curve(0, y, 0), 4, 4);
        right.curves.push_back(in_space(inside(lifted(curve)), color));
        if (++color == ink) color = 0;
    }
    double farthest = 0;
    for (const auto& row : solution.rows)
        farthest = std::max(farthest, row[0] * row[0] * row[1] * row[1]);
    page.summary =
        "Asymptotic curves run smoothly to the border x²y² = 1 of the region where they "
        "exist and back along the other direction.";
    page.paragraph(
        "Asymptotic curves of the surface z = (x⁴ + y⁴)/4 - 3xy, (2.3), have the directions in "
        "which its second fundamental form vanishes: y²y'² - 2y' + x² = 0, (2.4). Two of them "
        "exist where x²y² < 1, where the Gaussian curvature is negative, and none beyond. On "
        "the surface (2.4) of (x, y, y') the two are one smooth sheet; on (2.3) the curves have "
        "cusps at the parabolic points.");
    page.figure("",
                side_by_side(std::move(left), std::move(right),
                             "A solution on the surface of the equation, and asymptotic curves "
                             "with cusps on the surface (2.3)"),
                "Left: a solution in the space of (x, y, y') on the surface of the equation. "
                "Right: asymptotic curves on (2.3); thin lines: parabolic "
                "points, on the left where x²y² = 1.");
    page.table(
        {.head = {"quantity", "paper or closed form", "ours"},
         .rows = {
             {"largest x²y² on the way from (0.5, 0.5)", "1", fmt::format("{:.6f}", farthest)},
             {"error at arclength 6 against 30 digits", "", number(end_error(solution, end))}}});
}

void ta1_figure_2_3(Page& page)
{
    plot::Space left = jet_space("solutions near (1, -1, 1)");
    left.surfaces = {plot::parametric(
        -quarter - 0.6, -quarter + 0.6, -1, 0.9,
        [](double angle, double log_p) { return on_tube(angle, std::exp(log_p)); })};
    left.view = {.azimuth = -20, .elevation = 25};
    plot::Axes right = plane("their projections");
    right.y.label = "y - x + 2";
    right.equal = false;
    right.series.push_back(
        outline(0.8, 1.28, [](double x) { return std::pair(x, sheared(x, -1 / x)); }));
    const double radius = 0.2;
    for (int i = 0; i < 8; ++i) {
        const double direction = (2 * i + 1) * std::numbers::pi / 8;
        const System system = curve_from(-quarter + radius * std::cos(direction),
                                         std::exp(radius * std::sin(direction)));
        const auto curve = both_ways(system, 0.55, 0.55);
        left.curves.push_back(in_space(curve, i / 2));
        right.series.push_back(in_plane(curve, i / 2));
        for (std::size_t k = 0; k < curve.size(); ++k)
            right.series.back().y[k] = sheared(curve[k].x, curve[k].y);
    }
    const double root = std::sqrt(17.0);
    page.summary = "At (1, -1, 1) the direction field has a saddle, folded in the projection.";
    page.paragraph(fmt::format(
        "The solutions of (2.4) around one of its two singular points. Let f be the left side of "
        "the equation. The field (f_p, p f_p, -f_x - p f_y), p = y', spans the directions of the "
        "solutions and vanishes at (1, -1, 1); its eigenvalues there, on the surface, are the "
        "roots 1 ± √17 = {:.3f}, {:.3f} of λ² - 2λ - 16: of opposite signs, a saddle. The paper "
        "calls it a folded saddle, because the projection folds the surface along x²y² = 1 "
        "(dotted).",
        1 + root, 1 - root));
    page.figure(
        "",
        side_by_side(std::move(left), std::move(right),
                     "Eight solution curves around a saddle on a surface, and their "
                     "projections folded along a hyperbola"),
        "Left: solutions on the surface. Right: their projections, drawn as y - x + 2, since "
        "all slopes are near 1 here; the cusps lie on the dotted line x²y² = 1.");
}

}  // namespace involute::papers
