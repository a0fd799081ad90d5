// SPDX-License-Identifier: Apache-2.0
// A closed ring of N unit rods between unit masses in space, which rotates as a regular polygon:
//
//     x_i = R cos(2 π i/N + t), y_i = R sin(2 π i/N + t), z_i = 0, R = 1/(2 sin(π/N)),
//     l = 1/(2 - 2 cos(2 π/N)) in every rod,
//
// since l (x_(i+1) - 2 x_i + x_(i-1)) = -l (2 - 2 cos(2 π/N)) x_i = -x_i. Many numbers of its start
// are zero or 1e-35, beside others of size R.
#include <cmath>
#include <numbers>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

constexpr double pi = std::numbers::pi;

std::string element(const char* name, int i)
{
    return std::string(name) + "[" + std::to_string(i) + "]";
}

std::string ring_equations(int n)
{
    const std::string range = "[1.." + std::to_string(n) + "]";
    std::string text = "var x" + range + ", y" + range + ", z" + range + ", l" + range + "\n";
    for (int i = 1; i <= n; ++i) {
        const int next = i % n + 1, before = (i + n - 2) % n + 1;
        std::string length;
        for (const char* c : {"x", "y", "z"}) {
            const std::string here = element(c, i);
            const std::string back = "(" + here + " - " + element(c, before) + ")";
            text += here + "'' = " + element("l", next) + "*(" + element(c, next) + " - " + here +
                    ") - " + element("l", i) + "*" + back + "\n";
            length += (length.empty() ? "" : " + ") + back + "^2";
        }
        text += length + " = 1\n";
    }
    return text;
}

std::string ring_start(int n, const std::string& zero)
{
    std::string text;
    const std::string r = "1/(2*sin(pi/" + std::to_string(n) + "))";
    for (int i = 1; i <= n; ++i) {
        const std::string angle = "(2*pi*" + std::to_string(i) + "/" + std::to_string(n) + ")";
        // With `zero`, what is exactly zero is written as it.
        const auto value = [&](const std::string& sign, const char* f, int quarter) {
            const bool vanishes = (4 * i + quarter * n) % (2 * n) == 0;
            return vanishes && !zero.empty() ? zero : sign + r + "*" + f + angle;
        };
        text += "start " + element("x", i) + " = " + value("", "cos", 1) + ", " + element("y", i) +
                " = " + value("", "sin", 0) + ", " + element("x", i) +
                "' = " + value("-", "sin", 0) + ", " + element("y", i) +
                "' = " + value("", "cos", 1) + ", " + element("z", i) + " = 0, " + element("z", i) +
                "' = 0\n";
    }
    return text;
}

/// The rigid rotation after a time of 1.
void expect_rotation(int n, const std::string& zero)
{
    SolveOptions options{.to = 1.0};
    options.sampling.only_end = true;
    const Solution run = solve(read_system(ring_equations(n) + ring_start(n, zero)), options);
    ASSERT_EQ(run.code, Outcome::finished) << n << ": " << run.reason;
    EXPECT_TRUE(run.notices.empty()) << run.notices[0];
    const double radius = 1 / (2 * std::sin(pi / n)), force = 1 / (2 - 2 * std::cos(2 * pi / n));
    const auto value = [&](const std::string& name) {
        const auto at = std::find(run.names.begin(), run.names.end(), name);
        return run.rows.back()[std::size_t(at - run.names.begin()) + 1];
    };
    for (int i = 1; i <= n; ++i) {
        const double angle = 2 * pi * i / n + 1;
        // rtol 1e-8 a step, a handful of steps.
        EXPECT_NEAR(value(element("x", i)), radius * std::cos(angle), 1e-7 * radius) << i;
        EXPECT_NEAR(value(element("y", i)), radius * std::sin(angle), 1e-7 * radius) << i;
        EXPECT_NEAR(value(element("z", i)), 0, 1e-9 * radius) << i;
        // Neighbours differ by radius * 2 π/n: errors of positions are felt n times as much.
        EXPECT_NEAR(value(element("l", i)), force, 1e-7 * n * n * force) << i;
    }
}

class Ring : public ::testing::TestWithParam<int> {};

TEST_P(Ring, RotatesAsARegularPolygon)
{
    expect_rotation(GetParam(), "");
}

TEST_P(Ring, RotatesAlikeWithZerosAndWithWhatAComputerMakesOfThem)
{
    expect_rotation(GetParam(), "0");
    expect_rotation(GetParam(), "(-6.1e-17)");
    expect_rotation(GetParam(), "8.67e-35");
}

INSTANTIATE_TEST_SUITE_P(OfRods, Ring, ::testing::Values(4, 6, 7, 8, 29, 30));

TEST(LongRing, RotatesAsARegularPolygon)
{
    for (const int n : {299, 300}) expect_rotation(n, "");
}

}  // namespace
}  // namespace involute
