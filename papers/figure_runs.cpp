// SPDX-License-Identifier: Apache-2.0
#include "papers/figure_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/error.hpp"
#include "papers/paper_walk.hpp"

namespace involute::papers {
namespace {

[[noreturn]] void refuse(std::string message)
{
    throw Error(Diagnostic{.message = std::move(message)});
}

/// In plain arclength, every point projected orthogonally, also the stages where there are some.
SolveOptions on_the_curve(std::string method, double tolerance)
{
    SolveOptions options{.curve = true, .scale = 1, .rtol = tolerance, .atol = tolerance};
    options.technique.project_stages = method_named(method).family == Family::explicit_rk;
    options.technique.projection = ProjectionWay::newton;
    options.method = std::move(method);
    return options;
}

}  // namespace

SolveOptions as_in_papers(std::string method, double tolerance)
{
    SolveOptions options = on_the_curve(std::move(method), tolerance);
    if (options.method == "midpoint") options.technique.estimate = Estimate::implicit_euler;
    options.technique.rule = StepRule::halving;
    options.technique.norm = Norm::euclidean;
    return options;
}

SolveOptions constant_steps(std::string method, double step)
{
    SolveOptions options = on_the_curve(std::move(method), 1e-8);
    options.step = step;
    return options;
}

Solution run_to(const System& system, double to, SolveOptions options)
{
    options.to = to;
    Solution solution = solve(system, options);
    if (!succeeded(solution)) refuse(solution.reason);
    return solution;
}

plot::Series series(const Solution& solution, std::string_view across, std::string_view upwards,
                    std::string label, plot::Style style)
{
    return {.label = std::move(label),
            .x = values(solution, across),
            .y = values(solution, upwards),
            .style = style};
}

double value_at(const Solution& solution, double x, std::string_view name)
{
    const auto distance = [x](const auto& row) { return std::abs(row[0] - x); };
    return (*std::ranges::min_element(solution.rows, {}, distance))[column(solution, name)];
}

double end_error(const Solution& solution, std::span<const Reference> references)
{
    double error = 0;
    for (const Reference& r : references)
        error = std::max(error, std::abs(values(solution, r.name).back() - r.value));
    return error;
}

double largest_change(std::span<const double> values)
{
    double change = 0;
    for (const double v : values) change = std::max(change, std::abs(v - values.front()));
    return change;
}

std::string number(double value)
{
    const double size = std::abs(value);
    if (size < 1e-12) return "< 1e-12";
    if (size < 1e-3 || size >= 1e5) return fmt::format("{:.1e}", value);
    return fmt::format("{:.3g}", value);
}

}  // namespace involute::papers
