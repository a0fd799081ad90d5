// SPDX-License-Identifier: Apache-2.0
// A planar pendulum from code: the residual is a generic callable, as one would write it for
// numbers. It is run once on formulas, so that everything can be differentiated exactly.
#include <cmath>
#include <cstdio>

#include "involute/involute.hpp"

int main()
{
    const auto residual = [](auto /*t*/, const auto& q, const auto& /*dq*/, const auto& ddq,
                             auto& f) {
        const auto &x = q[0], &y = q[1], &lambda = q[2];
        f[0] = ddq[0] + lambda * x;
        f[1] = ddq[1] + lambda * y + 1.0;
        f[2] = x * x + y * y - 1.0;
    };

    involute::System pendulum = involute::trace({"x", "y", "lambda"}, residual);
    involute::add_starts(pendulum, "x = 1, y = 0, x' = 0, y' = 0");

    const involute::Solution solution =
        involute::solve(pendulum, {.to = 100, .rtol = 1e-10, .atol = 1e-12});
    if (!succeeded(solution)) {
        std::printf("stopped: %s\n", solution.reason.c_str());
        return 1;
    }
    const double x_end = end_value(solution, "x");
    std::printf("x(100) = %.12f, residual %.1e\n", x_end, solution.residual);

    // Closed form: x = sin(th), sin(th/2) = cd(t | 1/2)/sqrt(2).
    const double exact = -0.999974052046356170851837;
    return std::abs(x_end - exact) < 1e-8 ? 0 : 1;
}
