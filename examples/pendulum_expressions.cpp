// SPDX-License-Identifier: Apache-2.0
// A planar pendulum written in C++ with operators: Newton's law and the length of the rod, nothing
// differentiated by hand.
#include <cmath>
#include <cstdio>

#include "involute/involute.hpp"

int main()
{
    involute::Builder m;
    const auto x = m.unknown("x"), y = m.unknown("y"), lambda = m.unknown("lambda");

    m.equation(x.dot(2) + lambda * x == 0);
    m.equation(y.dot(2) + lambda * y + 1 == 0);
    m.equation(pow(x, 2) + pow(y, 2) == 1);

    m.start(y, 0);
    m.start(y.dot(), 0);
    m.guess(x, 1);  // and not -1
    m.solve_to(100);

    const involute::Solution solution = involute::solve(m.system(), {.rtol = 1e-10, .atol = 1e-12});
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
