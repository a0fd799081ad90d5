// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/basins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "involute/base/error.hpp"

namespace involute {
namespace {

constexpr std::size_t most_basins = 1000;

bool is_end(const std::vector<double>& end)
{
    return std::ranges::all_of(end, [](double x) { return std::isfinite(x); });
}

/// How near two ends must be, number by number.
std::vector<double> nearness(const std::vector<std::vector<double>>& ends,
                             const std::vector<double>& least_ranges, double near)
{
    std::vector<double> low, high;
    for (const std::vector<double>& end : ends) {
        if (!is_end(end)) continue;
        if (low.empty()) low = high = end;
        for (std::size_t k = 0; k < end.size(); ++k) {
            low[k] = std::min(low[k], end[k]);
            high[k] = std::max(high[k], end[k]);
        }
    }
    for (std::size_t k = 0; k < low.size(); ++k) {
        // Where all are equal up to rounding, rounding is no difference.
        const double size = 1e-6 * std::max(std::abs(low[k]), std::abs(high[k]));
        const double least = k < least_ranges.size() ? least_ranges[k] : 0;
        low[k] = std::max(near * std::max(high[k] - low[k], least), size);
    }
    return low;
}

}  // namespace

Basins basins_of(const std::vector<std::vector<double>>& ends,
                 const std::vector<double>& least_ranges, double near)
{
    const std::vector<double> apart = nearness(ends, least_ranges, near);
    Basins found;
    const auto together = [&](const std::vector<double>& a, const std::vector<double>& b) {
        for (std::size_t k = 0; k < a.size(); ++k)
            if (std::abs(a[k] - b[k]) > apart[k]) return false;
        return true;
    };
    for (const std::vector<double>& end : ends) {
        int place = -1;
        if (is_end(end)) {
            const auto known = std::ranges::find_if(
                found.ends, [&](const auto& one) { return together(one, end); });
            place = int(known - found.ends.begin());
            if (known == found.ends.end()) {
                found.ends.push_back(end);
                found.sizes.push_back(0);
            }
            ++found.sizes[std::size_t(place)];
        }
        if (found.ends.size() > most_basins)
            throw Error(Diagnostic{
                .message = fmt::format("the ends of the runs do not gather: there are more than {}",
                                       most_basins),
                .hint = "a longer run, or keep numbers that tell where it ended up"});
        found.of.push_back(place);
    }
    std::vector<int> order(found.ends.size()), rank(found.ends.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{},
                             [&](int k) { return found.sizes[std::size_t(k)]; });
    Basins sorted{.of = std::move(found.of)};
    for (std::size_t k = 0; k < order.size(); ++k) {
        rank[std::size_t(order[k])] = int(k);
        sorted.ends.push_back(found.ends[std::size_t(order[k])]);
        sorted.sizes.push_back(found.sizes[std::size_t(order[k])]);
    }
    for (int& place : sorted.of)
        if (place >= 0) place = rank[std::size_t(place)];
    return sorted;
}

}  // namespace involute
