// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/braille.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "involute/base/scalar.hpp"
#include "involute/plot/panels.hpp"
#include "involute/plot/runaway.hpp"

namespace involute::plot {
namespace {

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void take(const std::vector<double>& values) { take(values, values.size()); }
    void take(const std::vector<double>& values, std::size_t count)
    {
        for (std::size_t k = 0; k < count; ++k)
            if (std::isfinite(values[k])) {
                low = std::min(low, values[k]);
                high = std::max(high, values[k]);
            }
    }
    bool empty() const { return !(low <= high); }
    /// In [0, 1]; halves, so that the ends may be the largest numbers.
    double share(double value) const
    {
        const double width = high / 2 - low / 2;
        return width > 0 ? (value / 2 - low / 2) / width : 0.5;
    }
};

/// Dots, two by four a character, from the upper left.
class Dots {
public:
    Dots(int columns, int rows)
        : columns_(columns), rows_(rows), cells_(std::size_t(columns) * std::size_t(rows))
    {
    }
    int width() const { return 2 * columns_; }
    int height() const { return 4 * rows_; }

    void set(int x, int y)
    {
        // The numbers of the dots in a pattern: 1 2 3 7 on the left, 4 5 6 8 on the right.
        constexpr std::uint8_t bits[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
        if (x < 0 || y < 0 || x >= width() || y >= height()) return;
        cells_[std::size_t(y / 4 * columns_ + x / 2)] |= bits[x % 2][y % 4];
    }
    void line(int x0, int y0, int x1, int y1)
    {
        const int count = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
        for (int k = 0; k <= count; ++k)
            set(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count);
    }
    std::string text(int row) const
    {
        std::string result;
        for (int k = 0; k < columns_; ++k) {
            const std::uint8_t cell = cells_[std::size_t(row * columns_ + k)];
            result += '\xE2';
            result += char(0xA0 + (cell >> 6));
            result += char(0x80 + (cell & 63));
        }
        return result;
    }

private:
    int columns_, rows_;
    std::vector<std::uint8_t> cells_;
};

constexpr int margin = 11;  // for the numbers at the left

std::string panel(const Table& table, const std::string& x, const std::vector<std::string>& names,
                  int columns, int rows)
{
    Range across, upwards;
    across.take(column(table, x));
    bool cut = false;
    for (const std::string& name : names) {
        const std::size_t calm = calm_rows(column(table, x), column(table, name));
        cut = cut || calm < column(table, name).size();
        upwards.take(column(table, name), calm);
    }
    std::string result = fmt::format("{:>{}} {}{}\n", "", margin, fmt::join(names, ", "),
                                     cut ? " (cut: a curve runs away)" : "");
    if (across.empty() || upwards.empty()) return result + "  nothing finite to draw\n";
    Dots dots(columns, rows);
    const std::vector<double>& xs = column(table, x);
    for (const std::string& name : names) {
        const std::vector<double>& ys = column(table, name);
        int last_x = -1, last_y = -1;
        for (std::size_t k = 0; k < xs.size(); ++k) {
            if (!std::isfinite(xs[k]) || !std::isfinite(ys[k])) {
                last_x = -1;
                continue;
            }
            const int px = int(std::lround(across.share(xs[k]) * (dots.width() - 1)));
            // What leaves the picture goes on to just beyond it.
            const double up = std::clamp(upwards.share(ys[k]), -0.1, 1.1);
            const int py = int(std::lround((1 - up) * (dots.height() - 1)));
            if (last_x < 0)
                dots.set(px, py);
            else
                dots.line(last_x, last_y, px, py);
            last_x = px;
            last_y = py;
        }
    }
    for (int row = 0; row < rows; ++row) {
        const std::string end = row == 0          ? to_text(upwards.high, 4)
                                : row == rows - 1 ? to_text(upwards.low, 4)
                                                  : "";
        result += fmt::format("{:>{}} {}\n", end, margin, dots.text(row));
    }
    return result;
}

}  // namespace

std::string to_braille(const Table& table, const std::string& x, const std::vector<std::string>& y,
                       const TerminalSize& size)
{
    const std::vector<int> numbers = panel_numbers(table, y);
    const int panels = numbers.empty() ? 1 : *std::ranges::max_element(numbers) + 1;
    const int columns = std::clamp(size.columns - margin - 1, 10, 400);
    const int rows = std::clamp((size.rows - 2) / panels - 2, 5, 30);
    std::string result;
    for (int k = 0; k < panels; ++k) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < y.size(); ++i)
            if (numbers[i] == k) names.push_back(y[i]);
        result += panel(table, x, names, columns, rows);
    }
    Range across;
    across.take(column(table, x));
    if (across.empty()) return result;
    const std::string low = to_text(across.low, 6), high = to_text(across.high, 6);
    const int space = std::max(1, columns - int(low.size() + high.size() + x.size()));
    return result +
           fmt::format("{:>{}} {}{:^{}}{}\n", "", margin, low, x, space + int(x.size()), high);
}

}  // namespace involute::plot
