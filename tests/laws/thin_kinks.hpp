// SPDX-License-Identifier: Apache-2.0
// Random models in which a switch of the state is on for a short while only, with known integrals:
// an oscillator that looks over an edge, a point that passes a hat or a box.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "tests/laws/support.hpp"

namespace involute::testing {

struct ThinKink {
    std::string text{};
    double end = 0;    // of y
    double one = 0;    // what one passage brings
    double depth = 0;  // how far the switch goes beyond its kink, in parts of the unknown
};

/// The tolerance bounds how thin a passage can be, and so does rounding: the digits of what is
/// seen beyond an edge are those that x has left there.
inline ThinKink random_thin_kink(unsigned seed, double rtol)
{
    std::mt19937 random(seed);
    const auto uniform = [&](double a, double b) {
        return a + (b - a) * double(random()) / double(std::mt19937::max());
    };
    const auto magnitude = [&](double a, double b) { return std::pow(10, uniform(a, b)); };
    const double pi = std::acos(-1.0);
    const double size = magnitude(-2, 2), rate = magnitude(-1, 1);
    const double turns = std::floor(uniform(1, 5)) + 0.5;
    ThinKink made;
    made.depth = magnitude(std::log10(std::max(300 * rtol, 1e-14 / rtol)), -1);
    const double d = made.depth, edge = size * (1 - d);
    // x = size sin(rate t), seen above the edge while it is on
    const double first = std::asin(1 - d), on = pi - 2 * first;
    std::string models = "x", switched;
    double passages = std::floor(turns + 0.75), area = 0;
    switch (seed % 4) {
        case 0:
            switched = fmt::format("max(0, x - {:.17g})", edge);
            area = size * (2 * std::cos(first) - (1 - d) * on) / rate;
            break;
        case 1:
            switched = fmt::format("max(0, abs(x) - {:.17g})", edge);
            area = size * (2 * std::cos(first) - (1 - d) * on) / rate;
            passages = std::floor(2 * turns + 0.5);
            break;
        case 2:
            switched = fmt::format("(1 + sign(x - {:.17g}))/2", edge);
            area = on / rate;
            break;
        default:
            models = "u";  // the same of an algebraic unknown
            switched = fmt::format("max(u, {:.17g}) - {:.17g}", edge, edge);
            area = size * (2 * std::cos(first) - (1 - d) * on) / rate;
    }
    const double height = magnitude(-1, 1) / area;
    made.one = height * area;
    made.end = passages * made.one;
    made.text = fmt::format(
        "var x, y{}\nx'' = {:.17g}*x\n{}y' = {:.17g}*({})\nstart x = 0, x' = {:.17g}, y = 0\n"
        "solve to {:.17g}\n",
        models == "u" ? ", u" : "", -rate * rate, models == "u" ? "u = x\n" : "", height, switched,
        size * rate, turns * 2 * pi / rate);
    return made;
}

/// Every passage is seen, by every method.
inline void expect_no_thin_kink_missed(unsigned seed, double rtol)
{
    const ThinKink made = random_thin_kink(seed, rtol);
    for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
        const Solution solution = run(made.text, {method, rtol}, 60);
        EXPECT_EQ(solution.code, Outcome::finished) << solution.reason << "\n"
                                                    << method << ' ' << rtol << "\n"
                                                    << made.text;
        EXPECT_NEAR(end_value(solution, "y"), made.end, made.one * 0.25)
            << method << ' ' << rtol << " depth " << made.depth << "\n"
            << made.text;
    }
}

constexpr double thin_kink_tolerances[] = {1e-5, 1e-7, 1e-9, 1e-11};

}  // namespace involute::testing
