// SPDX-License-Identifier: Apache-2.0
// Figures 2.1 to 2.4 of TA1: one equation f(x, y, y') = 0 is a surface, its solutions are curves on
// it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/figures.hpp"

namespace involute::papers {
namespace {

constexpr double accurate = 1e-9;
constexpr int ink = 4;  // of the palette: for what is not a solution

/// Along the curve in the direction of growing or falling x.
Solution walk(const System& system, double length, bool forwards = true)
{
    SolveOptions options = as_in_papers("dopri54", accurate);
    options.length = length;
    options.to = forwards ? 1e3 : -1e3;  // the direction; the length ends the run
    options.max_step = 0.03;             // for the picture
    return solve(system, options);
}

std::vector<plot::Point3> points(const Solution& solution)
{
    std::vector<plot::Point3> result;
    for (const auto& row : solution.rows) result.push_back({row[0], row[1], row[2]});
    return result;
}

/// The curve through the start in both directions, from one end to the other.
std::vector<plot::Point3> both_ways(const System& system, double length_back, double length)
{
    std::vector<plot::Point3> curve = points(walk(system, length_back, false));
    std::ranges::reverse(curve);
    const std::vector<plot::Point3> forwards = points(walk(system, length));
    curve.insert(curve.end(), forwards.begin() + 1, forwards.end());
    return curve;
}

plot::Curve in_space(std::vector<plot::Point3> points, int color, std::string label = "")
{
    return {.label = std::move(label),
            .points = std::move(points),
            .style = {.line = plot::Line::solid, .color = color, .width = 2}};
}

plot::Series in_plane(const std::vector<plot::Point3>& points, int color, std::string label = "")
{
    plot::Series series{.label = std::move(label),
                        .style = {.line = plot::Line::solid, .color = color}};
    for (const plot::Point3& p : points) {
        series.x.push_back(p.x);
        series.y.push_back(p.y);
    }
    return series;
}

/// A thin line of the plane without a name.
template <class Point>
plot::Series outline(double from, double to, Point&& point)
{
    plot::Series series{.style = {.line = plot::Line::dotted, .color = ink, .width = 1}};
    for (int i = 0; i <= 200; ++i) {
        const auto [x, y] = point(from + (to - from) * i / 200);
        series.x.push_back(x);
        series.y.push_back(y);
    }
    return series;
}

plot::Space jet_space(std::string title)
{
    return {.title = std::move(title),
            .x = {.label = "x"},
            .y = {.label = "y"},
            .z = {.label = "y'"},
            .legend = plot::Legend::none};
}

plot::Axes plane(std::string title)
{
    return {.title = std::move(title),
            .x = {.label = "x"},
            .y = {.label = "y"},
            .equal = true,
            .legend = plot::Legend::none};
}

plot::Figure side_by_side(plot::Panel left, plot::Panel right, std::string description)
{
    return {.description = std::move(description),
            .panels = {std::move(left), std::move(right)},
            .columns = 2,
            .height = 440};
}

// ---- Figure 2.1

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
                "Left: five solutions; what is behind the sphere is dashed. Right: the same "
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
             {"rejected direction changes on the way", "none",
              solution.status == RunStatus::finished ? "none" : solution.reason},
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

// ---- Figures 2.2 and 2.3

namespace {

/// The surface y²y'² - 2y' + x² = 0 as a tube: x = √(2p) cos φ, y = √(2/p) sin φ, y' = p.
plot::Point3 on_tube(double angle, double p)
{
    return {std::sqrt(2 * p) * std::cos(angle), std::sqrt(2 / p) * std::sin(angle), p};
}

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

/// Near (1, -1) all solutions have slopes near 1: subtracting that shows them apart.
double sheared(double x, double y)
{
    return y - x + 2;
}

double lower_slope(double x, double y)
{
    return (1 - std::sqrt(1 - x * x * y * y)) / (y * y);
}

constexpr double quarter = std::numbers::pi / 4;

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
    left.curves = {in_space(both_ways(curve_from(0.9 * quarter, 1), 1.6, 2.6), 0)};
    left.view = {.azimuth = 75, .elevation = 30};
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
                "Right: asymptotic curves on (2.3); thin grey lines: parabolic points.");
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
        -quarter - 0.5, -quarter + 0.5, -0.75, 0.75,
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

// ---- Figure 2.4

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
    left.surfaces = {plot::parametric(-1.3, 1.3, -1.08, 1.08, on_ruled)};
    left.view = {.azimuth = -62, .elevation = 30};
    left.equal = false;
    plot::Axes right = plane("their projections");
    Table table{.head = {"c", "largest error of y against x²/(2c) - c/2"}};
    int color = 0;
    for (const double c : {1.0, 0.5, 0.2, -0.3, -0.7}) {
        const double reach = std::min(1.2, 1.8 * std::abs(c));
        SolveOptions options = as_in_papers("dopri54", accurate);
        options.max_step = 0.03;
        const Solution solution = run_to(parabola(c, -reach), reach, options);
        left.curves.push_back(in_space(points(solution), color));
        right.series.push_back(in_plane(points(solution), color, fmt::format("c = {}", c)));
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
