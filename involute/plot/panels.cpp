// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/panels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/plot/runaway.hpp"

namespace involute::plot {
namespace {

// On a panel of 300 pixels, what is 20 times smaller than the largest still moves by 15.
constexpr double most_apart = 20;
// So much smaller than the largest is what rounding leaves of zero.
constexpr double rounding = 1e-15;

double size_of(const std::vector<double>& x, const std::vector<double>& column)
{
    const std::size_t calm = calm_rows(x, column);
    double size = 0;
    for (std::size_t k = 0; k < calm; ++k)
        if (std::isfinite(column[k])) size = std::max(size, std::abs(column[k]));
    return size;
}

/// Where a curve runs away the axis ends a little beyond what it was before, and says so.
void end_axis(Axes& axes, const Table& table, const std::string& x,
              const std::vector<std::string>& names)
{
    constexpr double more = 0.25;
    double low = 0, high = 0;
    bool cut = false;
    for (const std::string& name : names) {
        const std::vector<double>& values = column(table, name);
        const std::size_t calm = calm_rows(column(table, x), values);
        cut = cut || calm < values.size();
        for (std::size_t k = 0; k < calm; ++k) {
            if (!std::isfinite(values[k])) continue;
            low = std::min(low, values[k]);
            high = std::max(high, values[k]);
        }
    }
    if (!cut || !(low < high)) return;
    axes.y.low = low - more * (high - low);
    axes.y.high = high + more * (high - low);
    axes.y.label += axes.y.label.empty() ? "cut: a curve runs away" : " (cut: it runs away)";
}

struct Sizes {
    double least = std::numeric_limits<double>::infinity(), most = 0;

    bool takes(double size) const
    {
        return size == 0 || std::max(most, size) <= most_apart * std::min(least, size);
    }
    void take(double size)
    {
        if (size == 0) return;
        least = std::min(least, size);
        most = std::max(most, size);
    }
};

}  // namespace

std::vector<int> panel_numbers(const Table& table, const std::vector<std::string>& names)
{
    std::vector<double> sizes;
    for (const std::string& name : names)
        sizes.push_back(size_of(table.columns.front(), column(table, name)));
    const double largest = sizes.empty() ? 0 : *std::ranges::max_element(sizes);
    std::vector<Sizes> panels;
    std::vector<int> numbers;
    for (double size : sizes) {
        if (size < rounding * largest) size = 0;
        const auto found =
            std::ranges::find_if(panels, [&](const Sizes& s) { return s.takes(size); });
        numbers.push_back(int(found - panels.begin()));
        if (found == panels.end()) panels.emplace_back();
        panels[std::size_t(numbers.back())].take(size);
    }
    return numbers;
}

Figure panels_of(const Table& table, const std::string& x, const std::vector<std::string>& y,
                 const std::string& title)
{
    const std::vector<int> numbers = panel_numbers(table, y);
    const int count = numbers.empty() ? 1 : *std::ranges::max_element(numbers) + 1;
    Figure result;
    result.columns = 1;
    for (int panel = 0; panel < count; ++panel) {
        std::vector<std::string> names;
        for (std::size_t k = 0; k < y.size(); ++k)
            if (numbers[k] == panel) names.push_back(y[k]);
        Axes axes = plane_of(table, x, names);
        end_axis(axes, table, x, names);
        if (count == 1) axes.title = title;
        if (panel + 1 < count) axes.x.label.clear();
        result.panels.push_back(std::move(axes));
    }
    if (count == 1) return figure(std::move(result.panels.front()));
    result.title = title;
    result.width = 640;
    result.height = 60 + 240.0 * count;
    return result;
}

}  // namespace involute::plot
