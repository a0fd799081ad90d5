// SPDX-License-Identifier: Apache-2.0
// A system given as plain code: the field of a Kepler orbit as a lambda over doubles, with energy
// and angular momentum as constraints that every returned point satisfies to round-off.
#include <cmath>
#include <cstdio>

#include "involute/involute.hpp"

int main()
{
    using Values = std::span<const double>;
    using Out = std::span<double>;
    const double energy = 1.73 * 1.73 / 2 - 2, momentum = 0.5 * 1.73;

    const involute::CallableSystem orbit{
        .names = {"x", "y", "vx", "vy"},
        .field =
            [](double, Values y, Out dy) {
                const double r = std::hypot(y[0], y[1]);
                dy[0] = y[2];
                dy[1] = y[3];
                dy[2] = -y[0] / (r * r * r);
                dy[3] = -y[1] / (r * r * r);
            },
        .constraints = 2,
        .constraint =
            [=](double, Values y, Out g) {
                g[0] = (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]) - energy;
                g[1] = y[0] * y[3] - y[1] * y[2] - momentum;
            },
        .y = {0.5, 0, 0, 1.73},
    };
    const involute::Solution solution = involute::solve(
        orbit, {.to = 10.0, .rtol = 1e-10, .atol = 1e-12, .sampling = {.only_end = true}});

    // Reference: Kepler's equation, 24 digits.
    const double x_end = end_value(solution, "x");
    const double error = std::abs(x_end + 1.38222335041362129290464);
    std::printf("x(10) = %.12f, error %.1e, residual %.1e, %ld steps\n", x_end, error,
                solution.residual, solution.statistics.steps);
    return error < 1e-8 && solution.residual < 1e-11 ? 0 : 1;
}
