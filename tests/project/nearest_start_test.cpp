// SPDX-License-Identifier: Apache-2.0
// The root nearest to a guess, or a notice that names two; values that were rounded move as little
// as they can, each measured by itself. Roots and nearest points are known by construction.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "involute/project/start.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

constexpr double pi = 3.14159265358979324;

std::string rounded(double value, int digits)
{
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    return buffer;
}

Start<double> start_of(const std::string& text)
{
    Geometry<double> geometry = geometry_of(text);
    return consistent_start(geometry, Scale{});
}

bool names_both(const Start<double>& start)
{
    return std::ranges::any_of(start.notices, [](const std::string& notice) {
        return notice.find("about as near") != std::string::npos;
    });
}

TEST(NearestStart, IsTheRootNearestToTheGuessOrBothAreNamed)
{
    std::mt19937 random(1403);
    std::uniform_real_distribution<double> anywhere(-2, 2);
    for (int k = 0; k < 100; ++k) {
        std::array<double, 3> roots{anywhere(random), anywhere(random), anywhere(random)};
        std::ranges::sort(roots);
        if (roots[1] - roots[0] < 0.2 || roots[2] - roots[1] < 0.2) continue;
        const double guess = std::stod(rounded(anywhere(random), 4));
        std::string product = "1";
        for (const double root : roots) product += "*(y - (" + rounded(root, 17) + "))";
        const std::string text = "var x, y\nx' = 1\n" + product +
                                 " = 0\nstart x = 0\nguess y = " + rounded(guess, 4) + "\n";
        const Start<double> start = start_of(text);
        ASSERT_EQ(start.outcome, Outcome::complete) << text << start.message;
        const double nearest = *std::ranges::min_element(
            roots, {}, [&](double root) { return std::abs(root - guess); });
        const double found = start.p[2];
        const bool second = std::abs(found - guess) < 1.05 * std::abs(nearest - guess);
        EXPECT_TRUE(std::abs(found - nearest) < 1e-10 || (second && names_both(start)))
            << text << "took " << found << ", nearest is " << nearest;
    }
}

// Points of ellipses a few thousandths away, inside and outside, in coordinates of different sizes.
TEST(NearestStart, MovesRoundedValuesAsLittleAsTheyCan)
{
    std::mt19937 random(1404);
    std::uniform_real_distribution<double> size(-1, 1), angle(0.15, pi / 2 - 0.15),
        part(-3e-3, 3e-3);
    for (int k = 0; k < 60; ++k) {
        const double a = std::pow(10, size(random)), b = std::pow(10, size(random));
        const double at = angle(random), x = a * std::cos(at) * (1 + part(random)),
                     y = b * std::sin(at) * (1 + part(random));
        const std::string text = "var x, y\nx' = 1\n(x/" + rounded(a, 17) + ")^2 + (y/" +
                                 rounded(b, 17) + ")^2 = 1\nstart x = " + rounded(x, 17) +
                                 ", y = " + rounded(y, 17) + "\n";
        const Start<double> start = start_of(text);
        ASSERT_EQ(start.outcome, Outcome::complete) << text << start.message;
        const auto distance = [&](double p, double q) { return std::hypot(p / x - 1, q / y - 1); };
        double least = 1;
        for (int i = -20'000; i <= 20'000; ++i) {
            const double there = at + 1e-6 * i;
            least = std::min(least, distance(a * std::cos(there), b * std::sin(there)));
        }
        // Sizes of values are what is told and a hundredth of what is natural: a fiftieth apart.
        EXPECT_LE(distance(start.p[1], start.p[2]), 1.02 * least + 1e-12) << text;
    }
}

}  // namespace
}  // namespace involute::test
