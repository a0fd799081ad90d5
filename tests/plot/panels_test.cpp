// SPDX-License-Identifier: Apache-2.0
// Columns of different size have panels of their own, in files and in terminals.
#include "involute/plot/panels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "involute/plot/braille.hpp"

namespace involute::plot {
namespace {

Table table_of(std::vector<std::pair<std::string, std::vector<double>>> columns)
{
    Table table;
    for (auto& [name, values] : columns) {
        table.names.push_back(name);
        table.columns.push_back(std::move(values));
    }
    return table;
}

TEST(Panels, LikeSizesShareOne)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Table t = table_of({{"t", {0, 1}},
                              {"angle", {0.5, -1}},
                              {"force", {900, nan}},
                              {"other", {0.06, 0.01}},
                              {"zero", {0, 1e-27}},
                              {"torque", {-100, 50}}});
    const std::vector<std::string> names{"angle", "force", "other", "zero", "torque"};
    // 1 and 0.06 are within a factor of 20, 900 and 100 too, 1 and 100 are not.
    EXPECT_EQ(panel_numbers(t, names), (std::vector<int>{0, 1, 0, 0, 1}));
    const Figure figure = panels_of(t, "t", names, "title");
    ASSERT_EQ(figure.panels.size(), 2u);
    EXPECT_EQ(figure.columns, 1);
    EXPECT_EQ(std::get<Axes>(figure.panels[0]).series.size(), 3u);
    EXPECT_EQ(std::get<Axes>(figure.panels[1]).series.size(), 2u);
}

TEST(Panels, OneSizeIsThePictureItAlwaysWas)
{
    const Table t = table_of({{"t", {0, 1, 2}}, {"x", {1, 2, 3}}, {"y", {2, 2, 1}}});
    Axes axes = plane_of(t, "t", {"x", "y"});
    axes.title = "title";
    EXPECT_EQ(to_svg(panels_of(t, "t", {"x", "y"}, "title")), to_svg(figure(axes)));
}

// tan(t) up to 1.57079632: drawn to 1.5e8 it would be a corner, and cos(t) beside it nothing at
// all.
TEST(Panels, EndWhereACurveRunsAway)
{
    std::vector<double> t, x, y;
    for (double rest = 1.5707; rest > 1e-8; rest *= 0.98) {
        t.push_back(1.57079632679 - rest);
        x.push_back(std::tan(t.back()));
        y.push_back(std::cos(t.back()));
    }
    const Table table = table_of({{"t", t}, {"x", x}, {"y", y}});
    EXPECT_EQ(panel_numbers(table, {"x", "y"}), (std::vector<int>{0, 0}));
    const Figure figure = panels_of(table, "t", {"x", "y"}, "title");
    const Axes& axes = std::get<Axes>(figure.panels.at(0));
    ASSERT_TRUE(axes.y.high.has_value());
    EXPECT_GT(*axes.y.high, std::tan(0.95 * 1.5707));  // a twentieth before the end: 12.7
    EXPECT_LT(*axes.y.high, 2 * std::tan(0.95 * 1.5707));
    EXPECT_NE(to_svg(figure).find("runs away"), std::string::npos);
    const std::string text = to_braille(table, "t", {"x", "y"}, {.columns = 60, .rows = 20});
    EXPECT_NE(text.find("(cut: a curve runs away)"), std::string::npos);
    EXPECT_EQ(text.find("e+"), std::string::npos) << text;
}

/// The numbers of lines, and the longest in characters.
std::pair<int, int> size_of(const std::string& text)
{
    int lines = 0, longest = 0, now = 0;
    for (const char c : text) {
        if (c == '\n') {
            ++lines;
            longest = std::max(longest, now);
            now = 0;
        } else if ((c & 0xC0) != 0x80) {
            ++now;
        }
    }
    return {lines, longest};
}

TEST(Braille, DrawsALineFromCornerToCorner)
{
    const Table t = table_of({{"t", {0, 1}}, {"x", {0, 1}}});
    const std::string text = to_braille(t, "t", {"x"}, {.columns = 22, .rows = 9});
    // Ten characters across, five upwards: from the lowest left dot (7: U+2840) to the upper right
    // one (4: U+2808), and none in the other corners.
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        lines.push_back(text.substr(at, text.find('\n', at) - at));
        at += lines.back().size() + 1;
    }
    ASSERT_EQ(lines.size(), 7u);
    EXPECT_EQ(lines[1].find("\xE2\xA0\x80"), 12u) << "the upper left is empty";
    EXPECT_TRUE(lines[1].starts_with("          1 "));
    EXPECT_TRUE(lines[5].starts_with("          0 "));
    EXPECT_EQ(lines[5].substr(12, 1), "\xE2");
    EXPECT_NE(lines[5].substr(12, 3), "\xE2\xA0\x80") << "the lower left is not";
    EXPECT_TRUE(lines[5].ends_with("\xE2\xA0\x80"));
    EXPECT_FALSE(lines[1].ends_with("\xE2\xA0\x80"));
}

TEST(Braille, FitsTheTerminalWhateverIsDrawn)
{
    const double inf = std::numeric_limits<double>::infinity();
    const Table t = table_of({{"t", {0, 1, 2, 3}},
                              {"x", {1e308, -1e308, inf, 0}},
                              {"y", {1e-300, 0, -1e-300, 0}},
                              {"z", {inf, inf, inf, inf}}});
    for (const int columns : {20, 80, 200})
        for (const int rows : {1, 24, 60}) {
            const auto [lines, longest] =
                size_of(to_braille(t, "t", {"x", "y", "z"}, {.columns = columns, .rows = rows}));
            EXPECT_LE(longest, std::max(columns, 22));
            EXPECT_LE(lines, std::max(rows, 24));
        }
}

}  // namespace
}  // namespace involute::plot
