// SPDX-License-Identifier: Apache-2.0
// Random pulses in t with known integrals: hats, boxes and bells of three kinds, anywhere, of
// widths down to a ten-thousandth of the way, alone or beside what moves anyway.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "tests/laws/support.hpp"

namespace involute::testing {

struct RandomPulse {
    std::string text{};
    double end = 0;   // of x
    double area = 0;  // of the pulse
};

inline RandomPulse random_pulse(unsigned seed)
{
    std::mt19937 random(seed);
    const auto uniform = [&](double a, double b) {
        return a + (b - a) * double(random()) / double(std::mt19937::max());
    };
    const double to = std::pow(10, uniform(0.5, 3.5));
    const double width = to * std::pow(10, uniform(-4, -1.5));
    const double at = uniform(width, to - width), height = std::pow(10, uniform(-1, 1)) / width;
    RandomPulse pulse;
    std::string rate;
    switch (seed % 5) {
        case 0:
            rate = fmt::format("{:.17g}*max(0, 1 - abs(t - {:.17g})/{:.17g})", height, at, width);
            pulse.area = height * width;
            break;
        case 1:
            rate = fmt::format("{:.17g}*(sign(t - {:.17g}) - sign(t - {:.17g}))/2", height,
                               at - width / 2, at + width / 2);
            pulse.area = height * width;
            break;
        case 2:
            rate = fmt::format("{:.17g}*(1 - tanh((t - {:.17g})/{:.17g})^2)", height, at, width);
            pulse.area = height * width * (std::tanh((to - at) / width) + std::tanh(at / width));
            break;
        case 3: {
            const auto primitive = [](double u) { return (u / (1 + u * u) + std::atan(u)) / 2; };
            rate = fmt::format("{:.17g}/(1 + ((t - {:.17g})/{:.17g})^2)^2", height, at, width);
            pulse.area = height * width * (primitive((to - at) / width) + primitive(at / width));
            break;
        }
        default: {
            rate = fmt::format("{:.17g}*exp(-((t - {:.17g})/{:.17g})^2)", height, at, width);
            pulse.area = height * width * std::sqrt(std::acos(-1.0)) / 2 *
                         (std::erf((to - at) / width) + std::erf(at / width));
        }
    }
    pulse.end = pulse.area;
    if (seed % 2 == 0) {
        const double turns = 2 * std::acos(-1.0) * std::floor(uniform(1, 30)) / to;
        rate += fmt::format(" + cos({:.17g}*t)", turns);
        pulse.end += std::sin(turns * to) / turns;
    }
    pulse.text = fmt::format("var x\nx' = {}\nstart x = 0\nsolve to {:.17g}\n", rate, to);
    return pulse;
}

/// No pulse of these seeds is missed, or met with an error above this part of it.
inline void expect_all_seen(unsigned first_seed, int count, double rtol = 1e-8, double off = 1e-3)
{
    for (const char* method : {"auto", "dop853", "taylor", "radau"})
        for (int k = 0; k < count; ++k) {
            const RandomPulse pulse = random_pulse(first_seed + unsigned(k));
            const Solution solution = run(pulse.text, {method, rtol}, 60);
            ASSERT_EQ(solution.code, Outcome::finished) << solution.reason << "\n" << pulse.text;
            EXPECT_NEAR(end_value(solution, "x"), pulse.end, off * pulse.area + 1e3 * rtol)
                << method << "\n"
                << pulse.text;
        }
}

}  // namespace involute::testing
