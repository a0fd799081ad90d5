// SPDX-License-Identifier: Apache-2.0
#include "involute/report/points.hpp"

#include <algorithm>

#include "involute/report/values.hpp"

namespace involute::report {
namespace {

std::vector<double> with_parameter(double parameter, std::vector<double> row)
{
    row.insert(row.begin(), parameter);
    return row;
}

}  // namespace

Rows between_rows(const Solution& solution, std::size_t most)
{
    const SolutionFunction& f = solution.function;
    Rows result;
    const std::size_t rows = solution.rows.size();
    if (f.empty() || rows < 2) return result;
    const auto add = [&](double s) {
        std::optional<std::vector<double>> row = row_at(f, s);
        if (row) result.push_back(with_parameter(s, std::move(*row)));
    };
    if (f.along_curve()) {
        const std::size_t count = std::max<std::size_t>(most, 2);
        for (std::size_t k = 0; k < count; ++k)
            add(k + 1 == count ? f.to()
                               : f.from() + (f.to() - f.from()) * double(k) / double(count - 1));
        return result;
    }
    const std::size_t each = std::min<std::size_t>(most / rows, 40);
    const double low = std::min(f.from(), f.to()), high = std::max(f.from(), f.to());
    for (std::size_t k = 0; k + 1 < rows; ++k)
        for (std::size_t i = 1; i <= each; ++i) {
            const double from = solution.rows[k][0], to = solution.rows[k + 1][0];
            const double t = from + (to - from) * double(i) / double(each + 1);
            if (t != from && t != to && t >= low && t <= high) add(t);
        }
    return result;
}

Rows points_in_order(const Solution& solution, std::size_t most)
{
    if (!solution.function.empty() && solution.function.along_curve())
        return between_rows(solution, most);
    Rows points;
    if (solution.rows.empty()) return points;
    for (const std::size_t k : thinned(solution.rows, most))
        points.push_back(with_parameter(solution.rows[k][0], solution.rows[k]));
    const Rows between = between_rows(solution, most - std::min(most, points.size()));
    const auto rows = points.insert(points.end(), between.begin(), between.end());
    const bool backwards = solution.rows.back()[0] < solution.rows.front()[0];
    std::inplace_merge(points.begin(), rows, points.end(), [&](const auto& a, const auto& b) {
        return backwards ? a[0] > b[0] : a[0] < b[0];
    });
    return points;
}

}  // namespace involute::report
