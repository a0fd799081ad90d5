// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/runaway.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace involute::plot {
namespace {

constexpr double last_part = 0.05, outgrown = 1e4;
constexpr std::size_t fewest = 3;  // rows that tell how large values are

double largest(const std::vector<double>& values, std::size_t from, std::size_t to)
{
    double found = 0;
    for (std::size_t k = from; k < to; ++k)
        if (!std::isnan(values[k])) found = std::max(found, std::abs(values[k]));
    return found;
}

}  // namespace

std::size_t calm_rows(const std::vector<double>& x, const std::vector<double>& values)
{
    const std::size_t count = x.size();
    if (count <= fewest) return count;
    if (!std::ranges::is_sorted(x) && !std::ranges::is_sorted(x, std::greater<>{})) return count;
    const double way = std::abs(x.back() - x.front());
    const auto end = std::ranges::find_if(
        x, [&](double at) { return std::abs(x.back() - at) < last_part * way; });
    const auto calm = std::size_t(end - x.begin());
    if (calm < fewest) return count;
    const double before = largest(values, 0, calm);
    return before > 0 && largest(values, calm, count) > outgrown * before ? calm : count;
}

}  // namespace involute::plot
