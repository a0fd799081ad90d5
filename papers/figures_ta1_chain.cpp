// SPDX-License-Identifier: Apache-2.0
// Figures 7.9 to 7.11 of TA1: six points in the plane, joined by rods and springs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "papers/figure_problems.hpp"
#include "papers/figure_runs.hpp"
#include "papers/figures.hpp"

namespace involute::papers {
namespace {

constexpr int count = 6;

/// Where the points are: x_1, y_1, x_2, ..
struct Configuration {
    double x = 0;
    std::array<double, 2 * count> at{};
};

// From two methods with 33 digits, for the exact start.
constexpr Configuration reference[] = {
    {0.1,
     {0.130561710353867, -0.563604635159536, 0.419595862865057, 0.393714151181847, 1.10521936695787,
      -0.334242173493948, 1.39478063304213, 0.622917308088761, 2.08040413713494, -0.105039016587034,
      2.36943828964613, 0.852279769754349}},
    {0.25,
     {0.428519335039893, -1.33759644427443, 0.37924569948909, -0.338811127582393, 1.27259999304059,
      -0.788164113767092, 1.22740000695941, 0.210813844577466, 2.12075430051091, -0.238539141607232,
      2.07148066496011, 0.760246175084802}},
    {0.5,
     {1.10715717039373, -2.35516901645884, 0.535403919574396, -1.53474338291396, 1.52936783329324,
      -1.42503587075222, 0.970632166706759, -0.595690071411467, 1.9645960804256, -0.485982559249733,
      1.39284282960627, 0.334443074295148}},
    {1,
     {2.38653233867041, -3.21396888639791, 1.39380296149539, -3.33433658843503, 1.7469699584709,
      -2.39877628987202, 0.753030041529103, -2.5087009982398, 1.10619703850461, -1.57314069967679,
      0.113467661329593, -1.69350840171391}},
    {2,
     {1.11224413356355, -4.01034268407995, 1.84119853419022, -4.6949049396908, 0.88760575315803,
      -4.9960042720768, 1.61239424684197, -5.68497570793127, 0.658801465809781, -5.98607504031728,
      1.38775586643645, -6.67063729592812}},
    {3,
     {0.247901621002213, -9.14082133451666, 0.383959942257402, -8.15012050519571, 1.20223023721403,
      -8.72495415451662, 1.29776976278597, -7.72952851738771, 2.1160400577426, -8.30436216670863,
      2.25209837899779, -7.31366133738768}},
    {5,
     {0.592949224686737, -12.8030244800095, 1.51924245391728, -13.1798279479894, 0.774254469772631,
      -13.846905832108, 1.72574553022737, -14.1545822235889, 0.980757546082723, -14.8216601077074,
      1.90705077531326, -15.1984635756873}},
};

System chain(bool with_energy)
{
    return shipped_model(with_energy ? "six_point_chain_energy" : "six_point_chain");
}

std::vector<double> coordinate(const Solution& solution, char axis, int point, bool rate = false)
{
    return values(solution, fmt::format("{}[{}]{}", axis, point, rate ? "'" : ""));
}

/// |y_1|²/2 + 5/2 Σ |P_i - P_{i+2}|², row by row.
std::vector<double> chain_energy(const Solution& solution)
{
    std::vector<double> energy(solution.rows.size(), 0.0);
    for (const char axis : {'x', 'y'})
        for (int i = 1; i <= count; ++i) {
            const std::vector<double> v = coordinate(solution, axis, i, true);
            for (std::size_t k = 0; k < v.size(); ++k) energy[k] += v[k] * v[k] / 2;
            if (i + 2 > count) continue;
            const std::vector<double> a = coordinate(solution, axis, i);
            const std::vector<double> b = coordinate(solution, axis, i + 2);
            for (std::size_t k = 0; k < a.size(); ++k)
                energy[k] += 2.5 * (b[k] - a[k]) * (b[k] - a[k]);
        }
    return energy;
}

/// The configurations at the x of the reference values, the start first.
std::vector<Configuration> configurations(const Solution& solution)
{
    std::vector<Configuration> result;
    std::vector<double> places{0};
    for (const Configuration& c : reference) places.push_back(c.x);
    for (const double place : places) {
        Configuration c{.x = place};
        for (int i = 0; i < 2 * count; ++i)
            c.at[std::size_t(i)] =
                value_at(solution, place, fmt::format("{}[{}]", i % 2 ? 'y' : 'x', i / 2 + 1));
        result.push_back(c);
    }
    return result;
}

constexpr double tolerance = 1e-3;

Solution sampled(const std::string& method, bool with_energy, double tol = tolerance)
{
    SolveOptions options = as_in_papers(method, tol);
    options.sampling.at = {0};
    for (const Configuration& c : reference) options.sampling.at.push_back(c.x);
    return run_to(chain(with_energy), reference[std::size(reference) - 1].x, options);
}

double farthest(const Configuration& a, const Configuration& b)
{
    double distance = 0;
    for (std::size_t i = 0; i < a.at.size(); ++i)
        distance = std::max(distance, std::abs(a.at[i] - b.at[i]));
    return distance;
}

plot::Series polyline(const Configuration& c, std::initializer_list<int> joined, plot::Style style)
{
    plot::Series series{.style = style};
    for (const int i : joined) {
        series.x.push_back(c.at[std::size_t(2 * i - 2)]);
        series.y.push_back(c.at[std::size_t(2 * i - 1)]);
    }
    return series;
}

/// A panel of one size around the middle of the chain.
plot::Axes portrait(const Configuration& c)
{
    double middle[2] = {};
    for (std::size_t i = 0; i < c.at.size(); ++i) middle[i % 2] += c.at[i] / count;
    constexpr double half = 2.6;
    plot::Axes axes{.title = fmt::format("x = {}", c.x),
                    .x = {.label = "horizontal", .low = middle[0] - half, .high = middle[0] + half},
                    .y = {.label = "vertical", .low = middle[1] - half, .high = middle[1] + half},
                    .equal = true};
    const plot::Style spring{.line = plot::Line::dotted, .color = 4, .width = 1};
    axes.series = {
        polyline(c, {1, 3, 5}, spring), polyline(c, {2, 4, 6}, spring),
        polyline(c, {1, 2, 3, 4, 5, 6},
                 {.line = plot::Line::solid, .marker = plot::Marker::disc, .color = 0, .width = 2}),
        polyline(c, {1}, {.line = plot::Line::none, .marker = plot::Marker::square, .color = 1})};
    return axes;
}

plot::Figure portraits(const std::vector<Configuration>& all, std::string description)
{
    plot::Figure figure{
        .description = std::move(description), .columns = 4, .width = 1080, .height = 620};
    for (const Configuration& c : all) figure.panels.emplace_back(portrait(c));
    return figure;
}

plot::Axes energy_panel(std::string title, const Solution& solution)
{
    std::vector<double> change = chain_energy(solution);
    const double start = change.front();
    for (double& e : change) e -= start;
    return {.title = std::move(title),
            .x = {.label = "x"},
            .y = {.label = "change of the energy"},
            .series = {{.x = values(solution, "t"), .y = change, .style = {.width = 1.2}}}};
}

}  // namespace

void ta1_figure_7_9(Page& page)
{
    const Solution euler = run_to(chain(false), 5, as_in_papers("euler", tolerance));
    const Solution midpoint = run_to(chain(false), 5, as_in_papers("midpoint", tolerance));
    const std::vector<double> e = chain_energy(euler), m = chain_energy(midpoint);
    page.summary = fmt::format(
        "Of an energy of {:.4f} Euler's gains {:.3f} and the midpoint rule's changes by at most {} "
        "in "
        "0 ≤ x ≤ 5.",
        m.front(), e.back() - e.front(), number(largest_change(m)));
    page.paragraph(
        "Six unit masses in the plane, neighbours joined by rods of length 1, next neighbours by "
        "springs, (7.7), without an equation for the energy. \"The midpoint method remains quite "
        "close to the correct manifold\", says the paper, and Euler's energy \"starts to grow "
        "quite fast\": both true.");
    page.figure("",
                {.description = "The change of the energy of the chain for two methods",
                 .panels = {energy_panel("Euler", euler), energy_panel("midpoint", midpoint)},
                 .columns = 2},
                "The change of the energy against x, tolerance 1e-3 for both; note the scales.");
    page.table(
        {.head = {"method", "steps", "energy at the start", "energy at x = 5", "largest change"},
         .rows = {
             {"Euler", fmt::format("{}", euler.statistics.steps), fmt::format("{:.5f}", e.front()),
              fmt::format("{:.5f}", e.back()), number(largest_change(e))},
             {"midpoint", fmt::format("{}", midpoint.statistics.steps),
              fmt::format("{:.5f}", m.front()), fmt::format("{:.5f}", m.back()),
              number(largest_change(m))}}});
    page.paragraph(
        "Erratum: the start is printed with two to four digits, which leaves 4e-3 in the "
        "velocity constraints and makes the energy 49.65336. Here it is exact: heights √3/2, "
        "vertical velocities -(10, 8, 6, 4, 2, 0)/√3, energy 149/3 = 49.66667.");
}

void ta1_figure_7_10(Page& page)
{
    const Solution solution = sampled("midpoint", false);
    const std::vector<Configuration> all = configurations(solution);
    Table table{.head = {"x", "largest error, midpoint", "largest error, Euler"}};
    const std::vector<Configuration> euler = configurations(sampled("euler", false));
    for (std::size_t i = 0; i < std::size(reference); ++i)
        table.rows.push_back({fmt::format("{}", reference[i].x),
                              number(farthest(all[i + 1], reference[i])),
                              number(farthest(euler[i + 1], reference[i]))});
    page.summary = "The chain without an energy equation: right to " +
                   number(farthest(all.back(), reference[std::size(reference) - 1])) +
                   " at x = 5 with the midpoint rule.";
    page.paragraph(
        "Configurations of the chain (7.7), without an equation for the energy, by the midpoint "
        "rule with tolerance 1e-3. The text of the paper does not say at which x it shows the "
        "chain.");
    page.figure("", portraits(all, "Eight configurations of the chain of six points"),
                "Rods solid, springs dotted, the first point a square. The frame follows the "
                "chain, which falls because it was thrown downwards: there is no gravity.");
    page.paragraph("The positions against 22 digits:");
    page.table(table);
}

void ta1_figure_7_11(Page& page)
{
    const std::vector<Configuration> without = configurations(sampled("midpoint", false));
    const std::vector<Configuration> with = configurations(sampled("midpoint", true));
    const std::vector<Configuration> fine_without =
        configurations(sampled("midpoint", false, tolerance / 10));
    const std::vector<Configuration> fine_with =
        configurations(sampled("midpoint", true, tolerance / 10));
    Table table{.head = {"x", "(7.7) to (7.8), tolerance 1e-3", "error of (7.7)", "error of (7.8)",
                         "(7.7) to (7.8), 1e-4"}};
    for (std::size_t i = 0; i < std::size(reference); ++i)
        table.rows.push_back({fmt::format("{}", reference[i].x),
                              number(farthest(without[i + 1], with[i + 1])),
                              number(farthest(without[i + 1], reference[i])),
                              number(farthest(with[i + 1], reference[i])),
                              number(farthest(fine_without[i + 1], fine_with[i + 1]))});
    page.summary = "With its energy kept the chain moves as without: they differ by " +
                   number(farthest(without.back(), with.back())) +
                   " at x = 5. The paper found them \"quite different very rapidly\".";
    page.paragraph(
        "The same configurations with the energy kept, (7.8). The paper calls it surprising that "
        "they soon differ from those without, although the midpoint rule stays close to the "
        "energy surface anyway. It would be: the energy is an invariant of (7.7), so both systems "
        "have the same solutions. And they do not differ:");
    page.figure("", portraits(with, "Eight configurations of the chain with its energy kept"),
                "Rods solid, springs dotted, the first point a square.");
    page.table(table);
    page.paragraph(
        "The largest distance between corresponding coordinates, and their errors against 22 "
        "digits: both converge to the same motion. We cannot reproduce the paper's observation "
        "from its equations.");
}

}  // namespace involute::papers
