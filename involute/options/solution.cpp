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

}  // namespace involute
