// SPDX-License-Identifier: Apache-2.0
// A solution that is asked between its rows: values on the manifold, the derivatives that the
// equations give, and every passage of a curve that folds back.
#include <cmath>
#include <cstdio>

#include "involute/involute.hpp"

namespace {

involute::Solution pendulum()
{
    const involute::System system = involute::read_system(R"(
        var    x, y, lambda
        x'' + lambda*x = 0
        y'' + lambda*y + 1 = 0
        x^2 + y^2 = 1
        start  y = 0, y' = 0
        guess  x = 1
    )");
    return involute::solve(system, {.to = 10, .rtol = 1e-10, .keep_function = true});
}

involute::Solution circle()
{
    const involute::System system = involute::read_system(R"(
        independent x
        var    y
        x + y*y' = 0
        start  x = 0, y = 1
    )");
    return involute::solve(system, {.length = 6, .scale = 1, .keep_function = true});
}

}  // namespace

int main()
{
    const involute::Solution swing = pendulum();
    const double t = 3.21;
    const double x = swing("x", t), y = swing("y", t);
    std::printf("x(%g)^2 + y(%g)^2 - 1 = %.1e\n", t, t, x * x + y * y - 1);

    // Along this swing the energy is zero, so that lambda = -3 y.
    const double rate = swing.derivative("lambda", t), exact = -3 * swing("y'", t);
    std::printf("lambda'(%g) = %.10f, -3 y' = %.10f\n", t, rate, exact);
    std::printf("x'''(%g) = %.10f\n", t, swing("x'''", t));
    std::printf("%zu steps kept in %zu bytes\n", swing.function.steps(), swing.function.bytes());

    const involute::Solution around = circle();
    const std::vector<double> heights = around.all("y", 0.6);
    for (const double height : heights)
        std::printf("the circle passes x = 0.6 at y = %.8f\n", height);

    const bool right = std::abs(x * x + y * y - 1) < 1e-14 && std::abs(rate - exact) < 1e-8 &&
                       heights.size() == 2 && std::abs(heights[0] - 0.8) < 1e-6 &&
                       std::abs(heights[1] + 0.8) < 1e-6;
    return right ? 0 : 1;
}
