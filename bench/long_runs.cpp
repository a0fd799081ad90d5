// SPDX-License-Identifier: Apache-2.0
// Runs over 10^5 units of time: what is conserved, how the error grows, and whether the points of a
// section stay on the curves they belong to. Takes a few minutes; the reference of Hénon-Heiles is
// a run in quadruple precision.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bench/model_file.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace {

using involute::Quad;
using involute::Solution;
using involute::SolveOptions;

const std::vector<double> decades{1e2, 1e3, 1e4, 1e5};

Solution run(const char* model, SolveOptions options)
{
    const involute::System system = involute::read_system(bench::model_text(model), model);
    options.to = decades.back();
    options.sampling.at = decades;
    Solution solution = involute::solve(system, options);
    if (solution.code != involute::Outcome::finished)
        throw std::runtime_error(std::string(model) + ": " + solution.reason);
    return solution;
}

/// Position on the ellipse from the pericentre (1/2, 0) with speed 1.73, by Kepler's equation.
std::pair<double, double> kepler(double t)
{
    const Quad q = Quad(1) / 2, v = Quad(173) / 100;
    const Quad a = 1 / (2 / q - v * v), e = 1 - q / a, mean = Quad(t) / (a * sqrt(a));
    Quad anomaly = mean;
    for (int k = 0; k < 200; ++k)
        anomaly -= (anomaly - e * sin(anomaly) - mean) / (1 - e * cos(anomaly));
    return {involute::to_double(Quad(a * (cos(anomaly) - e))),
            involute::to_double(Quad(a * sqrt(1 - e * e) * sin(anomaly)))};
}

void print_kepler()
{
    fmt::print(
        "### Kepler to 10^5\n\n"
        "| method, rtol | invariants | t | error | E - E0 | L - L0 |\n"
        "|:---|:---|---:|---:|---:|---:|\n");
    for (const bool kept : {true, false})
        for (const auto& [method, rtol] :
             {std::pair<const char*, double>{"dop853", 1e-8}, {"taylor", 1e-12}}) {
            SolveOptions options;
            options.method = method;
            options.rtol = rtol;
            options.atol = rtol / 100;
            options.columns = {"x", "y", "(x'^2 + y'^2)/2 - 1/sqrt(x^2 + y^2)", "x*y' - y*x'"};
            const Solution s = run(kept ? "kepler_invariants.ode" : "kepler.ode", options);
            for (const std::vector<double>& row : s.rows) {
                const auto [x, y] = kepler(row[0]);
                fmt::print("| {}, {:g} | {} | {:g} | {:.1e} | {:.0e} | {:.0e} |\n", method, rtol,
                           kept ? "E, L kept" : "none", row[0],
                           std::max(std::abs(row[1] - x), std::abs(row[2] - y)), row[3] + 0.50355,
                           row[4] - 0.865);
            }
        }
    fmt::print("\n");
}

/// The distance of a point from the line through the two nearest of the others: a curve that is
/// densely covered is nearly straight there.
double off_curve(const std::pair<double, double>& p,
                 const std::vector<std::pair<double, double>>& points)
{
    double first = 1e300, second = 1e300;
    std::size_t a = 0, b = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const double d = std::hypot(points[k].first - p.first, points[k].second - p.second);
        if (d < first) {
            second = first;
            b = a;
            first = d;
            a = k;
        } else if (d < second) {
            second = d;
            b = k;
        }
    }
    const double dx = points[b].first - points[a].first, dy = points[b].second - points[a].second;
    const double length = std::hypot(dx, dy);
    if (!(length > 0)) return first;
    return std::abs(dx * (p.second - points[a].second) - dy * (p.first - points[a].first)) / length;
}

/// (y2, y2') where y1 = 0, y1' > 0 or < 0 told apart: they lie on different curves.
std::vector<std::pair<double, double>> section_points(const Solution& s, bool rising)
{
    std::vector<std::pair<double, double>> points;
    for (const std::vector<double>& row : s.crossings.front().rows)
        if ((row[2] > 0) == rising) points.push_back({row[3], row[4]});
    return points;
}

void print_henon_heiles()
{
    SolveOptions options;
    options.columns = {"y1", "y1'", "y2", "y2'", "H"};
    options.method = "taylor";
    options.precision = involute::Precision::quad;
    options.rtol = 1e-24;
    options.atol = 1e-26;
    const Solution exact = run("henon_heiles_energy.ode", options);
    options.precision = involute::Precision::double_;
    fmt::print(
        "### Hénon-Heiles to 10^5, H kept; the reference is a run with 33 digits\n\n"
        "| method, rtol | t | error | H - H0 |\n|:---|---:|---:|---:|\n");
    std::string sections;
    for (const auto& [method, rtol] :
         {std::pair<const char*, double>{"dop853", 1e-10}, {"taylor", 1e-13}}) {
        options.method = method;
        options.rtol = rtol;
        options.atol = rtol / 100;
        const Solution s = run("henon_heiles_energy.ode", options);
        for (std::size_t k = 0; k < s.rows.size(); ++k) {
            double error = 0;
            for (int c = 1; c <= 4; ++c)
                error = std::max(error, std::abs(s.rows[k][c] - exact.rows[k][c]));
            fmt::print("| {}, {:g} | {:g} | {:.1e} | {:.0e} |\n", method, rtol, s.rows[k][0], error,
                       s.rows[k][5] - 0.029952);
        }
        double worst = 0;
        for (const bool rising : {true, false}) {
            const auto curve = section_points(exact, rising);
            const auto points = section_points(s, rising);
            for (std::size_t k = points.size() - std::min<std::size_t>(points.size(), 2000);
                 k < points.size(); ++k)
                worst = std::max(worst, off_curve(points[k], curve));
        }
        sections += fmt::format("{}: {} points, the last 4000 within {:.0e} of the curves; ",
                                method, s.crossings.front().rows.size(), worst);
    }
    fmt::print("\nSection y1 = 0 ({} points in the reference): {}\n",
               exact.crossings.front().rows.size(), sections);
}

}  // namespace

int main()
try {
    print_kepler();
    print_henon_heiles();
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
}
