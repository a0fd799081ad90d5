// SPDX-License-Identifier: Apache-2.0
// A user's program: a model in a string, solved. The rod must keep its length.
#include <cmath>
#include <cstdio>

#include "involute/involute.hpp"

int main()
{
    const involute::System pendulum = involute::read_system(R"(
        var    x, y, lambda
        x'' + lambda*x = 0
        y'' + lambda*y + 1 = 0
        x^2 + y^2 = 1
        start  y = 0, y' = 0
        guess  x = 1
        solve  to 10
    )");
    const involute::Solution solution = involute::solve(pendulum);
    if (!succeeded(solution)) {
        std::printf("%s\n", solution.reason.c_str());
        return 1;
    }
    const double x = end_value(solution, "x"), y = end_value(solution, "y");
    const double length = std::hypot(x, y);
    std::printf("t = %g: x = %.12f, y = %.12f, length of the rod %.15f\n", solution.end, x, y,
                length);
    return std::abs(length - 1) < 1e-14 ? 0 : 1;
}
