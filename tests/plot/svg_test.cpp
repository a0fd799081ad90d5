// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "involute/base/error.hpp"
#include "involute/plot/limits.hpp"
#include "involute/plot/style.hpp"
#include "tests/plot/svg_reader.hpp"

namespace involute::plot {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Series sine(const std::string& label, double phase, int n = 200)
{
    Series series{.label = label};
    for (int i = 0; i <= n; ++i) {
        series.x.push_back(0.05 * i);
        series.y.push_back(std::sin(0.05 * i + phase));
    }
    return series;
}

Axes two_sines()
{
    return {.title = "Sines",
            .x = {.label = "t [s]"},
            .y = {.label = "value"},
            .series = {sine("x", 0), sine("x'", std::numbers::pi / 2)}};
}

Picture drawn(const Axes& axes)
{
    return picture_of(to_svg(figure(axes)));
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

TEST(Figure, IsWellFormedAndSaysWhatItShows)
{
    const Picture picture = drawn(two_sines());
    EXPECT_EQ(joined(faults(picture)), "");
    for (const char* text : {"Sines", "t [s]", "value", "x", "x'", "0.5", "\u22121.0"})
        EXPECT_TRUE(picture.says(text)) << text;
    EXPECT_EQ(picture.elements[1].name, "title");
    EXPECT_EQ(picture.elements[1].text, "Sines");
    EXPECT_EQ(picture.elements[2].name, "desc");
    EXPECT_EQ(picture.elements[2].text, "x, x' against t [s]");
    EXPECT_EQ(picture.elements[0].attributes.at("role"), "img");
}

TEST(Figure, GivesTheSameBytesTwice)
{
    EXPECT_EQ(to_svg(figure(two_sines())), to_svg(figure(two_sines())));
}

TEST(Figure, EscapesWhateverIsWritten)
{
    Axes axes = two_sines();
    axes.title = "<script>alert(\"&\")</script>";
    axes.x.label = "</text>";
    axes.series[0].label = "a < b";
    axes.guides = {horizontal(0.1, "&amp;")};
    axes.notes = {{1, 0, "<!--"}};
    const Picture picture = drawn(axes);
    EXPECT_TRUE(picture.says(axes.title));
    EXPECT_TRUE(picture.says("</text>"));
    EXPECT_TRUE(picture.says("a < b"));
    EXPECT_TRUE(picture.says("&amp;"));
    EXPECT_TRUE(picture.says("<!--"));
    EXPECT_EQ(picture.elements[1].text, axes.title);
}

TEST(Figure, FitsLightAndDarkPages)
{
    const std::string svg = to_svg(figure(two_sines()));
    EXPECT_NE(svg.find("@media (prefers-color-scheme:dark)"), std::string::npos);
    EXPECT_EQ(svg.find("iv-page\" fill"), std::string::npos) << "transparent";
    for (const Element& path : picture_of(svg).named("path"))
        EXPECT_TRUE(path.attributes.contains("stroke") || path.attributes.contains("fill"))
            << "readable where no style sheet is applied";
    Figure painted = figure(two_sines());
    painted.background = Background::page;
    EXPECT_NE(to_svg(painted).find("class=\"iv-page\" fill=\"#ffffff\""), std::string::npos);
}

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(std::string_view color)
{
    const auto channel = [&](std::size_t at) {
        const double c = std::stoi(std::string(color.substr(at, 2)), nullptr, 16) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(std::string_view a, std::string_view b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Palette, HasTheContrastThatPicturesNeedOnBothPages)
{
    // WCAG 2.1: 3 for graphical objects (1.4.11), 4.5 for text (1.4.3).
    for (const Color& color : palette) {
        EXPECT_GE(contrast(color.light, colors::page.light), 3) << color.light;
        EXPECT_GE(contrast(color.dark, colors::page.dark), 3) << color.dark;
    }
    for (const Color& color : {colors::axis}) {
        EXPECT_GE(contrast(color.light, colors::page.light), 3);
        EXPECT_GE(contrast(color.dark, colors::page.dark), 3);
    }
    EXPECT_GE(contrast(colors::ink.light, colors::page.light), 4.5);
    EXPECT_GE(contrast(colors::ink.dark, colors::page.dark), 4.5);
}

TEST(Series, CanBeToldApartWithoutColour)
{
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Style style{.line = Line::automatic, .marker = Marker::automatic};
            EXPECT_NE(resolved(style, i).line, resolved(style, j).line);
            EXPECT_NE(resolved(style, i).marker, resolved(style, j).marker);
        }
}

/// The path of the curve in the first colour.
std::vector<Pixel> curve_points(const Picture& picture)
{
    for (const Element& path : picture.named("path"))
        if (path.attributes.contains("class") && path.attributes.at("class") == "iv-s0")
            return path_points(path.attributes.at("d"));
    return {};
}

TEST(Curve, IsBrokenByValuesThatAreNotFinite)
{
    Axes axes{.series = {{.x = {0, 1, 2, 3, 4}, .y = {0, 1, nan, 1, 0}}}};
    const Picture picture = drawn(axes);
    EXPECT_EQ(joined(faults(picture)), "");
    const auto points = curve_points(picture);
    ASSERT_EQ(points.size(), 4u);
    EXPECT_EQ(points[1].y, points[2].y);
}

TEST(Curve, OfOnePointIsAMark)
{
    for (const double value : {0.0, 5.0, -1e-300, 1e300}) {
        Axes axes{.series = {{.label = "p", .x = {value}, .y = {value}}}};
        const Picture picture = drawn(axes);
        EXPECT_EQ(joined(faults(picture)), "");
        EXPECT_EQ(curve_points(picture).size(), 2u) << "M and h0";
    }
}

TEST(Curve, OfAPowerLawIsStraightBetweenLogarithmicAxes)
{
    Axes axes{.x = {.label = "h", .scale = Scale::log}, .y = {.label = "e", .scale = Scale::log}};
    Series series;
    for (int k = 0; k < 12; ++k) {
        series.x.push_back(std::pow(2.0, -k));
        series.y.push_back(3 * std::pow(series.x.back(), 5));
    }
    axes.series = {series};
    axes.guides = {slope(5, 1e-3, 1e-12, 1e-1, "slope 5")};
    const Picture picture = drawn(axes);
    EXPECT_EQ(joined(faults(picture)), "");
    EXPECT_EQ(curve_points(picture).size(), 2u) << "thinned to its ends";
    EXPECT_TRUE(picture.says("slope 5"));
    EXPECT_TRUE(picture.says("10^{\u22121}"));
}

TEST(Curve, LeavesOutValuesWithoutALogarithm)
{
    Axes axes{.y = {.scale = Scale::log}, .series = {{.x = {0, 1, 2, 3}, .y = {1, 0, -1, 10}}}};
    EXPECT_EQ(joined(faults(drawn(axes))), "");
}

TEST(EqualAxes, ShowACircleAsACircle)
{
    Series circle;
    for (int i = 0; i <= 100; ++i) {
        circle.x.push_back(3 + 2 * std::cos(0.0628318 * i));
        circle.y.push_back(-1 + 2 * std::sin(0.0628318 * i));
    }
    const auto points = curve_points(drawn({.series = {circle}, .equal = true}));
    const auto across = std::ranges::minmax(points, {}, &Pixel::x);
    const auto upwards = std::ranges::minmax(points, {}, &Pixel::y);
    // Rounded to hundredths of a pixel and sampled at the ends of both axes.
    EXPECT_NEAR(across.max.x - across.min.x, upwards.max.y - upwards.min.y, 0.5);
}

TEST(Axes, GoFromEndToEndWhereTheyAreGiven)
{
    const std::vector<double> none;
    const std::vector<double>* const lists[] = {&none};
    const Limits given = limits_of({.low = 2, .high = 5}, lists);
    EXPECT_EQ(given.low, 2);
    EXPECT_EQ(given.high, 5);
    const Limits decades = limits_of({.scale = Scale::log, .low = 1e-3, .high = 10}, lists);
    EXPECT_DOUBLE_EQ(decades.low, -3);
    EXPECT_DOUBLE_EQ(decades.high, 1);
}

TEST(Axes, RefuseEndsThatMakeNoInterval)
{
    Axes axes = two_sines();
    axes.x.low = 3;
    axes.x.high = 3;
    EXPECT_THROW(to_svg(figure(axes)), Error);
    axes.x = {.scale = Scale::log, .low = 0, .high = 3};
    EXPECT_THROW(to_svg(figure(axes)), Error);
    axes.x = {.low = nan};
    EXPECT_THROW(to_svg(figure(axes)), Error);
}

TEST(Series, MustHaveAsManyXAsY)
{
    EXPECT_THROW(to_svg(figure(Axes{.series = {{.x = {1, 2}, .y = {1}}}})), Error);
}

TEST(Legend, StandsInAFreeCorner)
{
    Axes axes{.series = {{.label = "rising", .x = {0, 1}, .y = {0, 1}}}};
    const Picture picture = drawn(axes);
    for (const Element& text : picture.named("text"))
        if (text.text == "rising") {
            const Box box = box_of(text);
            EXPECT_LT(box.right, picture.width / 2);
            EXPECT_LT(box.bottom, picture.height / 2);
        }
}

TEST(Legend, OfManyCurvesSaysHowManyItLeavesOut)
{
    Axes axes;
    for (int i = 0; i < 100; ++i)
        axes.series.push_back(sine("curve " + std::to_string(i), 0.1 * i));
    const Picture picture = drawn(axes);
    EXPECT_EQ(joined(faults(picture)), "");
    bool said = false;
    for (const Element& text : picture.named("text")) said |= text.text.ends_with(" more");
    EXPECT_TRUE(said);
}

TEST(Guides, HaveTheirNamesWhereNoCurveRuns)
{
    Axes axes{.series = {{.x = {0, 1}, .y = {0, 1}}, {.x = {0, 1}, .y = {-0.25, 0.75}}}};
    axes.guides = {
        {0, -0.15, 1, 0.85, "between"}, horizontal(0.5, "level"), vertical(0.2, "upright")};
    axes.notes = {{0.5, 0.5, "crossing"}};
    const Picture picture = drawn(axes);
    EXPECT_EQ(joined(faults(picture)), "");
    std::vector<Element> curves;
    for (const Element& path : picture.named("path"))
        if (path.attributes.at("class").starts_with("iv-s")) curves.push_back(path);
    ASSERT_EQ(curves.size(), 2u);
    for (const Element& text : picture.named("text")) {
        if (!std::isalpha(static_cast<unsigned char>(text.text[0]))) continue;
        for (const Element& curve : curves) {
            const auto points = path_points(curve.attributes.at("d"));
            ASSERT_EQ(points.size(), 2u);
            EXPECT_FALSE(meets(box_of(text), points[0], points[1])) << text.text;
        }
    }
}

TEST(Panels, StandInAGridWithTheirOwnTitles)
{
    Figure four{.title = "Four", .panels = {two_sines(), two_sines(), two_sines(), two_sines()}};
    const Picture picture = picture_of(to_svg(four));
    EXPECT_EQ(joined(faults(picture)), "");
    EXPECT_EQ(picture.width, 960);
    EXPECT_EQ(picture.height, 720);
    int titles = 0;
    for (const Element& text : picture.named("text")) titles += text.text == "Sines";
    EXPECT_EQ(titles, 4);
}

TEST(NastyInput, IsDrawnInsideThePage)
{
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    const std::vector<std::vector<double>> lists = {
        {},          {nan},         {inf, -inf},           {0},
        {smallest},  {0, smallest}, {-largest, largest},   {largest, largest},
        {1, 1, 1},   {nan, 1, nan}, {1, 1 + 2.3e-16},      {1e17, 1e17 + 16},
        {0, 1e-300}, {-1e-310, 0},  {1e-320, 1e300, 7, 0}, {1e5, 1e5 + 1e-6},
        {inf, 1, 2}, {-0.0, 0.0},   {9999, 10001},         {-1234567.5, -1234567.25}};
    for (const auto& xs : lists)
        for (const auto& ys : lists)
            for (const Scale scale : {Scale::linear, Scale::log})
                for (const bool equal : {false, true}) {
                    const std::size_t n = std::min(xs.size(), ys.size());
                    Series series{.label = "s"};
                    series.x.assign(xs.begin(), xs.begin() + std::ptrdiff_t(n));
                    series.y.assign(ys.begin(), ys.begin() + std::ptrdiff_t(n));
                    Axes axes{.x = {.label = "x", .scale = scale},
                              .y = {.label = "y", .scale = scale},
                              .series = {series},
                              .equal = equal};
                    const std::string svg = to_svg(figure(axes));
                    SCOPED_TRACE(testing::PrintToString(series.x) + " " +
                                 testing::PrintToString(series.y) +
                                 (scale == Scale::log ? " log" : "") + (equal ? " equal" : ""));
                    ASSERT_EQ(svg.find("nan"), std::string::npos);
                    ASSERT_EQ(svg.find("inf"), std::string::npos);
                    ASSERT_EQ(joined(faults(picture_of(svg))), "");
                }
}

TEST(AnyRange, HasLabelsThatDoNotOverlapOnAnySize)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> exponent(-14, 14), part(-1, 1), size(200, 900);
    for (int trial = 0; trial < 300; ++trial) {
        const double unit = std::pow(10.0, exponent(random)), offset = part(random) * unit;
        const double spread = unit * std::pow(10.0, -std::abs(exponent(random)) / 2);
        Series series;
        for (int i = 0; i < 20; ++i) {
            series.x.push_back(offset + spread * part(random));
            series.y.push_back(offset + spread * part(random));
        }
        series.style = points();
        Axes axes{.title = "A title", .x = {.label = "the abscissa"}, .y = {.label = "y"}};
        axes.series = {series};
        if (trial % 3 == 0) axes.x.scale = axes.y.scale = Scale::log;
        Figure f = figure(axes);
        f.width = size(random);
        f.height = size(random);
        ASSERT_EQ(joined(faults(picture_of(to_svg(f)))), "")
            << offset << " " << spread << " " << f.width << "x" << f.height;
    }
}

TEST(LongRuns, MakeSmallFiles)
{
    Series series = sine("x", 0, 200'000);
    EXPECT_LT(to_svg(figure(Axes{.series = {series}})).size(), 60'000u);
}

}  // namespace
}  // namespace involute::plot
