// SPDX-License-Identifier: Apache-2.0
// Figures 6.6 to 6.10 of TA2: the four bar linkage.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/figures.hpp"

namespace involute::papers {
namespace {

// y^1 .. y^4 from two methods with 33 digits.
struct Position {
    double x = 0;
    double y[4]{};
};

constexpr Position regular_reference[] = {
    {0.5, {0.68089442552255, 0.732381581753881, 2.57065626708858, 1.38720994259432}},
    {1, {0.992503815010088, -0.122213653862495, 2.17663854124351, 1.48956330034926}},
    {2, {-0.914748494478968, -0.40402375158951, 0.708963552260142, 0.763691620097568}},
    {5, {0.889023185962519, -0.457862178849763, 1.54826883484986, 1.43036322465033}},
};
constexpr Position parallelogram_reference[] = {
    {0.5, {0.754156034596446, 0.656695268356461, 2.75415603459645, 0.656695268356461}},
    {1, {0.689732161520242, -0.724064600270317, 2.68973216152024, -0.724064600270317}},
    {2, {-0.596626099235832, -0.802519344134853, 1.40337390076417, -0.802519344134853}},
    {5, {-0.974273729686563, -0.225367920615675, 1.02572627031344, -0.225367920615675}},
};
constexpr Position antiparallelogram_reference[] = {
    {0.5, {0.718052768703659, 0.69598866467566, 1.80743571336804, -0.981284360169836}},
    {1, {0.975340509502727, 0.220705438362903, 2.79799040070157, -0.602670158866477}},
    {2, {0.985492138209357, 0.169721081564871, 2.87659085515279, -0.481236399976662}},
    {5, {0.992178515765922, 0.124827051765765, 2.93174215260238, -0.363120587496599}},
};

constexpr double tolerance = 1e-7;

Solution linkage(const System& system, double to, double max_step = 0)
{
    SolveOptions options = as_in_papers("dopri54", tolerance);
    options.max_step = max_step;
    for (int i = 0; i <= 100 * to; ++i) options.sampling.at.push_back(i / 100.0);
    return run_to(system, to, options);
}

Position position(const Solution& solution, double x)
{
    Position p{.x = x};
    for (int i = 0; i < 4; ++i) p.y[i] = value_at(solution, x, fmt::format("y{}", i + 1));
    return p;
}

double error(const Solution& solution, const Position& reference)
{
    const Position p = position(solution, reference.x);
    double largest = 0;
    for (int i = 0; i < 4; ++i) largest = std::max(largest, std::abs(p.y[i] - reference.y[i]));
    return largest;
}

/// The angle of the crank without jumps, from π/3 on.
std::vector<double> crank_angle(const Solution& solution)
{
    const std::vector<double> y1 = values(solution, "y1"), y2 = values(solution, "y2");
    std::vector<double> angle;
    double last = std::numbers::pi / 3;
    for (std::size_t i = 0; i < y1.size(); ++i) {
        const double wrapped = std::atan2(y2[i], y1[i]);
        last =
            wrapped + 2 * std::numbers::pi * std::round((last - wrapped) / (2 * std::numbers::pi));
        angle.push_back(last);
    }
    return angle;
}

/// The bars from the pivot (0, 0) to the pivot (2, 0).
plot::Series bars(const Position& p, plot::Style style)
{
    return {.x = {0, p.y[0], p.y[2], 2}, .y = {0, p.y[1], p.y[3], 0}, .style = style};
}

constexpr plot::Style bar_style{
    .line = plot::Line::solid, .marker = plot::Marker::disc, .color = 0, .width = 2.4};
constexpr plot::Style ground_style{
    .line = plot::Line::dotted, .marker = plot::Marker::square, .color = 4, .width = 1};

}  // namespace

void ta2_figure_6_6(Page& page)
{
    const Position start = position(linkage(four_bar(FourBarRow::none), 0.1), 0);
    plot::Axes axes{
        .x = {.label = "horizontal"},
        .y = {.label = "vertical", .low = -0.35, .high = 1.75},
        .series = {bars(start, bar_style), {.x = {0, 2}, .y = {0, 0}, .style = ground_style}},
        .notes = {{0.02, -0.12, "joint 0"},
                  {0.5, 0.99, "joint 1, m_{1}"},
                  {1.88, 1.5, "joint 2, m_{2}"},
                  {2.05, -0.12, "joint 3"},
                  {0.1, 0.5, "a"},
                  {1.4, 1.25, "b"},
                  {2.28, 0.7, "c"},
                  {1, 0.08, "d"}},
        .equal = true};
    page.summary = "The four bar linkage in the position where the next figures start.";
    page.paragraph(
        "Three rigid bars of lengths a, b, c without mass between joints without friction; joints "
        "0 and 3 are fixed at the distance d. Point masses m_1 and m_2 at joints 1 and 2, gravity, "
        "and a constant torque T on the crank a. (y^1, y^2) and (y^3, y^4) are the places of "
        "joints 1 and 2. Here (a, b, c, d) = (1, 2, 1.5, 2).");
    plot::Figure figure = plot::figure(std::move(axes));
    figure.description = "The four bar linkage: three bars between four joints";
    page.figure("", std::move(figure), "The linkage at the start of Figure 6.7.");
    page.paragraph(fmt::format(
        "From y^1 = 1/2 the constraints give y^2 = {:.6f}, y^3 = {:.6f}, y^4 = {:.6f}; the paper "
        "prints 0.866, 2.4155, 1.4413.",
        start.y[1], start.y[2], start.y[3]));
}

void ta2_figure_6_7(Page& page)
{
    constexpr double to = 8;
    const Solution without = linkage(four_bar(FourBarRow::none), to);
    // A false row makes every method one of first order: small steps, to show the limit.
    const Solution with_false = linkage(four_bar(FourBarRow::energy), to, 0.05);
    const Solution with_true = linkage(four_bar(FourBarRow::true_energy), to);
    plot::Axes axes{.x = {.label = "x"}, .y = {.label = "y^{4}", .low = 0.6, .high = 1.9}};
    axes.series = {series(with_false, "x", "y4", "with (6.7) imposed: wrong",
                          {.line = plot::Line::solid, .color = 1}),
                   series(without, "x", "y4", "without: right",
                          {.line = plot::Line::dashed, .color = 0, .width = 2}),
                   series(with_true, "x", "y4", "with E - Tθ kept: right",
                          {.line = plot::Line::dotted, .color = 4, .width = 2})};
    Table table{.head = {"x", "error without a row", "error with E - Tθ", "error with (6.7)"}};
    for (const Position& reference : regular_reference)
        table.rows.push_back({fmt::format("{}", reference.x), number(error(without, reference)),
                              number(error(with_true, reference)),
                              number(error(with_false, reference))});
    page.summary = fmt::format(
        "The paper's \"correct\" curve is the wrong one: with (6.7) imposed the error is {} at "
        "x = 1, without it {}.",
        number(error(with_false, regular_reference[1])),
        number(error(without, regular_reference[1])));
    page.paragraph(
        "The height y^4 of joint 2 with T = 0.8, m_1 = 0.2, m_2 = 0.1, (a, b, c, d) = (1, 2, 1.5, "
        "2), from rest. The paper does not say how strong gravity is; 9.81 fits all it says. Three "
        "runs of projected dopri54: the equations (6.8) alone; with the energy (6.7) held "
        "constant as one more equation; and with E - Tθ, θ the angle of the crank, held constant.");
    plot::Figure figure = plot::figure(std::move(axes));
    figure.width = 760;
    figure.description = "The height of joint 2 against x in three runs, two of them the same";
    page.figure("", std::move(figure),
                "Solid: what the paper calls correct. Dashed: without an energy row. Dotted, on "
                "top of it: with the invariant that is one.");
    page.paragraph("The largest error of (y^1, .., y^4) against 25 digits:");
    page.table(table);
    page.paragraph(
        "Erratum: the paper writes that \"the energy of the system is constant\", (6.7). The "
        "torque works: dE/dx = Tθ'. So E is no invariant, E - Tθ is. Keeping a function constant "
        "that is not makes a method converge to a solution of other equations, and no step "
        "control notices. `involute` refuses such a row as an `invariant`; here it was forced with "
        "`impose`, and the run says how fast the row changes. What the paper reports of the run "
        "without the row (a shorter period, a small 'cup' in the low position) is the true "
        "motion.");
}

void ta2_figure_6_8(Page& page)
{
    const Solution solution = linkage(four_bar(FourBarRow::none), 8);
    const std::vector<double> energy = four_bar_energy(solution), angle = crank_angle(solution);
    std::vector<double> difference;
    for (std::size_t i = 0; i < energy.size(); ++i)
        difference.push_back(energy[i] - 0.8 * angle[i]);
    const auto [low, high] = std::ranges::minmax(energy);
    page.summary = fmt::format(
        "The energy swings between {:.3f} and {:.3f}, as it must with a torque; E - Tθ is "
        "constant to {}.",
        low, high, number(largest_change(difference)));
    page.paragraph(
        "The energy (6.7) of the run without an energy row. The paper shows its \"quite big\" "
        "variations as a sign that the run is wrong. They are the work of the torque: E - Tθ does "
        "not move.");
    plot::Axes axes{.x = {.label = "x"},
                    .y = {.label = "energy", .low = -0.2, .high = 4.6},
                    .series = {{"E", values(solution, "x"), energy, {}},
                               {"E - Tθ", values(solution, "x"), difference, {}}}};
    plot::Figure figure = plot::figure(std::move(axes));
    figure.description = "The energy of the linkage against x, and E - Tθ, which is constant";
    page.figure("", std::move(figure), "E oscillates with the crank; E - Tθ is constant.");
    const auto [least, most] = std::ranges::minmax(angle);
    page.table({.head = {"quantity", "smallest", "largest"},
                .rows = {{"E", fmt::format("{:.3f}", low), fmt::format("{:.3f}", high)},
                         {"θ", fmt::format("{:.3f}", least), fmt::format("{:.3f}", most)},
                         {"E - Tθ", fmt::format("{:.9f}", std::ranges::min(difference)),
                          fmt::format("{:.9f}", std::ranges::max(difference))}}});
}

// ---- the linkage (1, 2, 1, 2)

void ta2_figure_6_9(Page& page)
{
    constexpr double to = 8;
    const Solution solution = linkage(four_bar_component(2), to);
    std::string crossings;
    int listed = 0;
    for (const auto& row : solution.crossings.front().rows)
        if (++listed <= 4)
            crossings += fmt::format("{}{:.3f}", crossings.empty() ? "" : ", ", row[0]);
    page.summary =
        "With the component g₂ the linkage passes the collinear position y^4 = 0 at x = " +
        crossings + ", ..: no singularity is left.";
    page.paragraph(
        "With (a, b, c, d) = (1, 2, 1, 2) all bars can lie on one line, where the constraints lose "
        "rank and the linkage may go on as a parallelogram or as an antiparallelogram. Their ideal "
        "is the intersection of two prime ideals, g₁ and g₂; with the equations of one in "
        "place of g the rank is full everywhere. The figure shows y^4 for g₂, the "
        "antiparallelogram, from (y^1, y^2, y^3, y^4) = (1/2, √3/2, 3/2, -√3/2) at rest, γ = "
        "9.81.");
    plot::Axes axes{.x = {.label = "x"},
                    .y = {.label = "y^{4}"},
                    .series = {series(solution, "x", "y4")},
                    .guides = {plot::horizontal(0)}};
    plot::Figure figure = plot::figure(std::move(axes));
    figure.description =
        "The height of joint 2 of the singular linkage against x, slightly "
        "crossing 0";
    page.figure("", std::move(figure), "The component y^4; the dashed line is y^4 = 0.");
    Table table{.head = {"x", "error, g₂", "error, g₁"}};
    const Solution other = linkage(four_bar_component(1), 5);
    for (std::size_t i = 0; i < std::size(antiparallelogram_reference); ++i)
        table.rows.push_back({fmt::format("{}", antiparallelogram_reference[i].x),
                              number(error(solution, antiparallelogram_reference[i])),
                              number(error(other, parallelogram_reference[i]))});
    page.paragraph(fmt::format(
        "The paper uses \"short stepsize in computation to assure that we get close to points "
        "where y^4 = 0\". Here the run passes it with its usual steps, {} in all, at x = {}, ..; "
        "the largest y^4 is {:.4f}. That y^4 = 0 is only just passed is one reason to believe "
        "that γ = 9.81 was used. The largest error of (y^1, .., y^4) against 25 digits, and the "
        "same for the parallelogram g₁ from (1/2, √3/2, 5/2, √3/2):",
        solution.statistics.steps, crossings, std::ranges::max(values(solution, "y4"))));
    page.table(table);
}

void ta2_figure_6_10(Page& page)
{
    const double places[] = {0, 0.5, 0.8, 1, 1.2, 1.44, 1.53, 1.9};
    const Solution solution = linkage(four_bar_component(2), 2);
    plot::Figure figure{.description = "Eight configurations of the antiparallelogram",
                        .columns = 4,
                        .width = 1080,
                        .height = 460};
    for (const double x : places)
        figure.panels.push_back(
            plot::Axes{.title = fmt::format("x = {}", x),
                       .x = {.label = "horizontal", .low = -0.2, .high = 3.2},
                       .y = {.label = "vertical", .low = -1.2, .high = 1.2},
                       .series = {{.x = {0, 2}, .y = {0, 0}, .style = ground_style},
                                  bars(position(solution, x), bar_style)},
                       .equal = true});
    page.summary =
        "The antiparallelogram swings down, through the collinear position at x = 1.44, "
        "and back through it at x = 1.62.";
    page.paragraph(
        "Configurations of the linkage of Figure 6.9, from rest until it has passed the collinear "
        "position y^2 = y^4 = 0 twice, at x = 1.442 and x = 1.623. Joints 1 and 2 are on different "
        "sides of the line through "
        "the pivots (dotted), as the middle equation of g₂ says: y^4 = y^2 (1 - 4y^3/3) with "
        "1 ≤ y^3 ≤ 3. The text of the paper does not say at which x it shows the linkage.");
    page.figure("", std::move(figure),
                "Bars and joints; squares are the pivots. At x = 1.53 joint 2 is above the line.");
}

}  // namespace involute::papers
