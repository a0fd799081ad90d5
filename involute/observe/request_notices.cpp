// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/request_notices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/scalar.hpp"

namespace involute {
namespace {

/// "1, 2.5": the places without a row.
std::string missed_places(const Solution& solution, const SolveOptions& options)
{
    if (options.sampling.at.empty()) return "";
    std::vector<double> met;
    for (const std::vector<double>& row : solution.rows) met.push_back(row[0]);
    std::sort(met.begin(), met.end());
    std::string missed;
    for (const double x : options.sampling.at) {
        const double near = 1e-9 * (std::abs(x) + options.atol / options.rtol);
        const auto at = std::lower_bound(met.begin(), met.end(), x - near);
        if (at != met.end() && *at <= x + near) continue;
        missed += (missed.empty() ? "" : ", ") + to_text(x);
    }
    return missed;
}

/// "x' = 0, y = 1": the free start values that were chosen for the user.
std::string assumed_values(const Solution& solution)
{
    std::string assumed;
    int count = 0;
    for (const StartEntry& entry : solution.start)
        if (entry.free && !entry.given && !entry.guessed && ++count <= 10)
            assumed += fmt::format("{}{} = {}", assumed.empty() ? "" : ", ", entry.name,
                                   to_text(entry.value, 6));
    if (count > 10) assumed += fmt::format(" and {} more", count - 10);
    return assumed;
}

}  // namespace

std::vector<std::string> request_notices(const Solution& solution, const SolveOptions& options)
{
    std::vector<std::string> notices;
    if (const std::string missed = missed_places(solution, options); !missed.empty())
        notices.push_back(fmt::format("not met: {} = {}", solution.independent, missed));
    if (const std::string assumed = assumed_values(solution); !assumed.empty())
        notices.push_back(fmt::format("not given at the start, so taken as: {}", assumed));
    return notices;
}

}  // namespace involute
