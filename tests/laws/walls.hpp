// SPDX-License-Identifier: Apache-2.0
// Random pulses of the state with known effects: bells, boxes with smooth fronts and Lorentz curves
// of an unknown that passes them once or swings through them, and walls from which a ball comes
// back with the speed it had.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "tests/laws/support.hpp"

namespace involute::testing {

struct Wall {
    std::string text{};
    std::string name{};  // of what is checked at the end
    double end = 0, allowed = 0;
};

inline Wall random_wall(unsigned seed)
{
    std::mt19937 random(seed);
    const auto uniform = [&](double a, double b) {
        return a + (b - a) * double(random()) / double(std::mt19937::max());
    };
    const auto magnitude = [&](double a, double b) { return std::pow(10, uniform(a, b)); };
    const double pi = std::acos(-1.0);
    const double size = magnitude(-2, 2), rate = magnitude(-1, 1);
    const double width = size * magnitude(-4, -2), at = size * uniform(0.2, 0.8);
    if (seed % 5 == 4) {  // a ball with speed 1 in these units, a wall 30 times as high as needed
        const double force = 30 * rate * rate / (width * std::sqrt(pi));
        return {fmt::format("var x\nx'' = {:.17g}*exp(-((x - {:.17g})/{:.17g})^2)\n"
                            "start x = 0, x' = {:.17g}\nsolve to {:.17g}\n",
                            -force, at, width, rate, 2 * at / rate),
                "x'", -rate, 1e-3 * rate};
    }
    const double height = magnitude(-1, 1) / width;
    std::string pulse;
    double area = 0;  // over x
    switch (seed % 3) {
        case 0:
            pulse = fmt::format("exp(-((x - {:.17g})/{:.17g})^2)", at, width);
            area = width * std::sqrt(pi);
            break;
        case 1:
            pulse = fmt::format("(tanh((x - {:.17g})/{:.17g}) - tanh((x - {:.17g})/{:.17g}))",
                                at - width, width / 10, at + width, width / 10);
            area = 4 * width;
            break;
        default:
            pulse = fmt::format("1/(1 + ((x - {:.17g})/{:.17g})^4)", at, width);
            area = width * pi / std::sqrt(2.0);
    }
    if (seed % 2 == 0) {  // once, at constant speed
        const double end = height * area / rate;
        return {fmt::format("var x, y\nx' = {:.17g}\ny' = {:.17g}*{}\nstart x = 0, y = 0\n"
                            "solve to {:.17g}\n",
                            rate, height, pulse, size / rate),
                "y", end, 1e-3 * end};
    }
    // x = size sin(rate t): twice a turn, at the same speed; the curvature of its path is of the
    // second order in width/size
    const double turns = std::floor(uniform(1, 4));
    const double speed = rate * std::sqrt(size * size - at * at);
    const double end = 2 * turns * height * area / speed;
    return {fmt::format("var x, y\nx'' = {:.17g}*x\ny' = {:.17g}*{}\n"
                        "start x = 0, x' = {:.17g}, y = 0\nsolve to {:.17g}\n",
                        -rate * rate, height, pulse, size * rate, turns * 2 * pi / rate),
            "y", end, 1e-2 * end};
}

/// None of these seeds is missed, by any method.
inline void expect_no_wall_missed(unsigned seed)
{
    const Wall wall = random_wall(seed);
    for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
        const Solution solution = run(wall.text, {method, 1e-8}, 60);
        EXPECT_EQ(solution.code, Outcome::finished) << solution.reason << "\n"
                                                    << method << "\n"
                                                    << wall.text;
        EXPECT_NEAR(end_value(solution, wall.name), wall.end, wall.allowed) << method << "\n"
                                                                            << wall.text;
    }
}

}  // namespace involute::testing
