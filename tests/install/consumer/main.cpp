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
    if (solution.status != involute::RunStatus::finished) {
        std::printf("%s\n", solution.reason.c_str());
        return 1;
    }
    const std::vector<double>& end = solution.rows.back();
    const double length = std::hypot(end[1], end[4]);
    std::printf("%s = %g: %s = %.12f, %s = %.12f, length of the rod %.15f\n",
                solution.independent.c_str(), end[0], solution.names[0].c_str(), end[1],
                solution.names[3].c_str(), end[4], length);
    return std::abs(length - 1) < 1e-14 ? 0 : 1;
}
