// SPDX-License-Identifier: Apache-2.0
// Heat maps: every cell where its values say, in a colour that its value says.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/plot/plot.hpp"
#include "tests/plot/svg_reader.hpp"

namespace involute::plot {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Filled paths that are no scale: how many rectangles of each colour.
std::map<std::string, long> rectangles(const std::string& svg)
{
    std::map<std::string, long> found;
    for (const Element& element : XmlReader::read(svg)) {
        const auto fill = element.attributes.find("fill");
        if (element.name != "path" || fill == element.attributes.end() || fill->second == "none")
            continue;
        found[fill->second] += std::ranges::count(element.attributes.at("d"), 'M');
    }
    return found;
}

Axes map_of(std::vector<double> values, std::vector<std::string> names = {})
{
    return {.x = {.label = "g"},
            .y = {.label = "v"},
            .map = HeatMap{.x = {1, 2, 3},
                           .y = {10, 20},
                           .values = std::move(values),
                           .label = "x(end)",
                           .names = std::move(names)}};
}

TEST(HeatMaps, HaveAColourForEveryValueAndNoneForNoValue)
{
    const auto one = rectangles(to_svg(figure(map_of({0, 1, nan, nan, 0, 0}, {"left", "right"}))));
    // Two colours with a field of the scale each; cells of one colour above each other are one.
    ASSERT_EQ(one.size(), 2u);
    EXPECT_EQ(one.at("#0072b2"), 1 + 2);  // of x = 1 the lower, of x = 3 both as one
    EXPECT_EQ(one.at("#d55e00"), 1 + 1);
    const std::string svg = to_svg(figure(map_of({0, 1, 2, 3, 4, 5})));
    for (const char* text : {"g", "v", "x(end)", "left"})
        EXPECT_EQ(svg.find(std::string(">") + text + "<") != svg.npos, text != std::string("left"));
    const auto all = rectangles(svg);
    EXPECT_EQ(all.size(), 64u);  // the scale has every colour
    long cells = 0;
    for (const auto& [colour, count] : all) cells += count - 1;
    EXPECT_EQ(cells, 6);
    EXPECT_TRUE(faults(picture_of(svg)).empty());
}

TEST(HeatMaps, EndWhereTheirCellsDo)
{
    // Cells are as wide as the distances of the values: from 0.5 to 3.5, and 5 to 25.
    const Picture picture = picture_of(to_svg(figure(map_of({0, 1, 2, 3, 4, 5}))));
    for (const char* text : {"1.0", "3.5"}) EXPECT_TRUE(picture.says(text)) << text;
    EXPECT_TRUE(picture.says("25"));
    EXPECT_FALSE(picture.says("30"));
}

TEST(HeatMaps, ThatAreNoGridAreRefused)
{
    const auto error_of = [](Axes axes) -> std::string {
        try {
            to_svg(figure(std::move(axes)));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(error_of(map_of({1, 2, 3})).find("3 by 2 cells cannot have 3 values"),
              std::string::npos);
    Axes mixed = map_of({0, 1, 2, 3, 4, 5});
    mixed.map->x = {1, 3, 2};
    EXPECT_NE(error_of(mixed).find("go both ways"), std::string::npos);
    Axes falling = map_of({0, 1, 2, 3, 4, 5});
    falling.map->x = {3, 2, 1};
    EXPECT_EQ(error_of(falling), "");
    Axes lone = map_of({nan});
    lone.map->x = {0};
    lone.map->y = {5};
    EXPECT_EQ(error_of(lone), "");
    Axes log = map_of({0, 1, 2, 3, 4, 5});
    log.map->x = {1, 10, 100};
    log.x.scale = Scale::log;
    EXPECT_EQ(error_of(log), "");
    log.map->x = {0, 10, 100};
    EXPECT_NE(error_of(log), "");
}

}  // namespace
}  // namespace involute::plot
