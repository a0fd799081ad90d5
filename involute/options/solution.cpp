// SPDX-License-Identifier: Apache-2.0
#include "involute/options/solution.hpp"

#include <fmt/format.h>

#include "involute/base/error.hpp"
#include "involute/base/suggest.hpp"

namespace involute {
namespace {

void require_row(const Solution& solution, std::ptrdiff_t row)
{
    const auto count = std::ptrdiff_t(solution.rows.size());
    if (row >= 0 && row < count) return;
    const std::string message = fmt::format("the solution has no row {}", row);
    if (count == 0)
        throw Error(Diagnostic{.message = message,
                               .hint = solution.reason.empty()
                                           ? "nothing was computed"
                                           : "nothing was computed: " + solution.reason});
    throw Error(Diagnostic{.message = message, .hint = fmt::format("give 0 to {}", count - 1)});
}

/// What the solution can be asked with, or why it cannot be asked.
const SolutionFunction& function_of(const Solution& solution)
{
    if (!solution.function.empty()) return solution.function;
    if (solution.status == RunStatus::failed)
        throw Error(Diagnostic{.message = "there is no solution to ask: the run could not begin",
                               .hint = solution.reason});
    throw Error(Diagnostic{.message = "the solution was not kept as a function",
                           .hint = "solve with option `keep_function`, or take its rows"});
}

void require_order(int order)
{
    if (order < 0)
        throw Error(Diagnostic{.message = fmt::format("there is no derivative of order {}", order),
                               .hint = "give 1 for the first"});
}

}  // namespace

Statistics& operator+=(Statistics& total, const Statistics& more)
{
    total.steps += more.steps;
    total.rejected += more.rejected;
    total.evaluations += more.evaluations;
    total.jacobians += more.jacobians;
    total.factorizations += more.factorizations;
    total.projections += more.projections;
    total.iterations += more.iterations;
    total.seconds += more.seconds;
    total.rows += more.rows;
    return total;
}

bool succeeded(const Solution& solution)
{
    return solution.status == RunStatus::finished;
}

int column(const Solution& solution, std::string_view name)
{
    std::vector<std::string_view> known{solution.independent};
    known.insert(known.end(), solution.names.begin(), solution.names.end());
    return int(place_of_name("column", name, known));
}

double value(const Solution& solution, std::string_view name, std::ptrdiff_t row)
{
    const int place = column(solution, name);
    require_row(solution, row);
    return solution.rows[row][place];
}

Quad quad_value(const Solution& solution, std::string_view name, std::ptrdiff_t row)
{
    if (solution.quad_rows.empty()) return value(solution, name, row);
    const int place = column(solution, name);
    require_row(solution, row);
    return solution.quad_rows[row][place];
}

double end_value(const Solution& solution, std::string_view name)
{
    return value(solution, name, std::ptrdiff_t(solution.rows.size()) - 1);
}

std::vector<double> values(const Solution& solution, std::string_view name)
{
    const int place = column(solution, name);
    std::vector<double> result;
    result.reserve(solution.rows.size());
    for (const std::vector<double>& row : solution.rows) result.push_back(row[place]);
    return result;
}

std::vector<double> Solution::operator()(double parameter) const
{
    return function_of(*this).row(parameter);
}

double Solution::operator()(std::string_view name, double parameter) const
{
    return function_of(*this).value(name, parameter);
}

double Solution::derivative(std::string_view name, double parameter, int order) const
{
    require_order(order);
    return function_of(*this).value(name, parameter, order);
}

std::vector<double> Solution::all(std::string_view name, double x) const
{
    return function_of(*this).all(name, x);
}

std::vector<Quad> Solution::quad(const Quad& parameter) const
{
    return function_of(*this).row(parameter);
}

Quad Solution::quad(std::string_view name, const Quad& parameter) const
{
    return function_of(*this).value(name, parameter);
}

Quad Solution::quad_derivative(std::string_view name, const Quad& parameter, int order) const
{
    require_order(order);
    return function_of(*this).value(name, parameter, order);
}

}  // namespace involute
