// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace involute::plot {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Box box{0, 0, 10, 10};

TEST(Clipping, CutsALineAtTheFrame)
{
    const auto parts = clipped({{-5, 5}, {15, 5}}, box);
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(path_data(parts[0]), "M0,5L10,5");
}

TEST(Clipping, MakesPartsOfALineThatLeavesAndComesBack)
{
    const auto parts = clipped({{5, 5}, {5, 20}, {8, 20}, {8, 5}}, box);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(path_data(parts[0]), "M5,5L5,10");
    EXPECT_EQ(path_data(parts[1]), "M8,10L8,5");
}

TEST(Clipping, BreaksALineAtGaps)
{
    const auto parts = clipped({{1, 1}, {2, 2}, {nan, 3}, {4, 4}, {5, 5}}, box);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(path_data(parts[1]), "M4,4L5,5");
}

TEST(Clipping, StaysInsideTheFrameForAnyNumbers)
{
    const double inf = std::numeric_limits<double>::infinity();
    const Polyline wild = {{-1e300, 5}, {1e300, 5.5}, {3, -1e308}, {4, 1e308},
                           {5, 5},      {inf, 2},     {7, 7},      {-1e9, 1e9}};
    for (const Polyline& part : clipped(wild, box))
        for (const Pixel p : part) {
            EXPECT_GE(p.x, -1e-9);
            EXPECT_LE(p.x, 10 + 1e-9);
            EXPECT_GE(p.y, -1e-9);
            EXPECT_LE(p.y, 10 + 1e-9);
        }
}

TEST(Thinning, LeavesTheEndsOfAStraightLine)
{
    Polyline line;
    for (int i = 0; i <= 1000; ++i) line.push_back({0.1 * i, 0.3 * i});
    EXPECT_EQ(path_data(thinned(line)), "M0,0L100,300");
}

double distance(Pixel p, const Polyline& line)
{
    double least = 1e9;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const double dx = line[i + 1].x - line[i].x, dy = line[i + 1].y - line[i].y;
        const double t = std::clamp(
            ((p.x - line[i].x) * dx + (p.y - line[i].y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
        least = std::min(least, std::hypot(p.x - line[i].x - t * dx, p.y - line[i].y - t * dy));
    }
    return least;
}

TEST(Thinning, StaysWithinItsToleranceOfACircle)
{
    Polyline circle;
    for (int i = 0; i <= 600; ++i)
        circle.push_back({100 + 90 * std::cos(i * 0.0105), 100 + 90 * std::sin(i * 0.0105)});
    const Polyline thin = thinned(circle, 0.1);
    EXPECT_LT(thin.size(), 120u);
    for (const Pixel p : circle) EXPECT_LE(distance(p, thin), 0.1 + 0.25) << "half a column";
}

TEST(Thinning, KeepsTheExtremesOfAnOscillationThatIsTooFastToSee)
{
    Polyline line;
    for (int i = 0; i < 100'000; ++i) line.push_back({i * 1e-3, 50 + 40 * std::sin(0.7 * i)});
    const Polyline thin = thinned(line);
    EXPECT_LE(thin.size(), 6u * 200u) << "six points for each half pixel";
    const auto [low, high] = std::ranges::minmax(thin, {}, &Pixel::y);
    EXPECT_NEAR(low.y, 10, 1e-3);
    EXPECT_NEAR(high.y, 90, 1e-3);
}

TEST(PaintingOnce, LeavesOutSegmentsThatAreAlreadyPainted)
{
    const Polyline there{{0.5, 0.5}, {9.5, 0.5}}, back{{9.5, 0.5}, {0.5, 0.5}};
    EXPECT_EQ(painted_once({there, back}).size(), 1u);
    const auto longer = painted_once({there, {{0.5, 0.5}, {9.5, 0.5}, {9.5, 5.5}, {0.5, 0.5}}});
    ASSERT_EQ(longer.size(), 2u);
    EXPECT_EQ(path_data(longer[1]), "M9.5,0.5L9.5,5.5 0.5,0.5");
}

TEST(PaintingOnce, BoundsTheSizeOfLongOrbits)
{
    Polyline orbit;  // fills a square: frequencies without a common multiple
    for (int i = 0; i < 300'000; ++i)
        orbit.push_back(
            {100 + 90 * std::sin(0.3 * i), 100 + 90 * std::sin(0.3 * std::sqrt(2.0) * i)});
    EXPECT_LT(thin_path_data({orbit}).size(), 32u * 200u * 200u) << "a segment a pixel at most";
}

TEST(Coordinates, HaveTwoDecimalsAndNoSuperfluousZero)
{
    EXPECT_EQ(coordinate(1.0 / 3), "0.33");
    EXPECT_EQ(coordinate(12.5), "12.5");
    EXPECT_EQ(coordinate(-0.001), "0");
    EXPECT_EQ(coordinate(640), "640");
}

}  // namespace
}  // namespace involute::plot
