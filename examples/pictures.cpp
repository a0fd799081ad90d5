// SPDX-License-Identifier: Apache-2.0
// Pictures from code: solutions on the sphere they live on, and the errors of three methods against
// their step size. With a folder as argument the pictures are written there.
#include <cmath>
#include <cstdio>
#include <string>

#include "involute/involute.hpp"

namespace {

namespace plot = involute::plot;

/// y'^2 + y^2 + x^2 = 1 from three starts on the upper half, each walked until its spiral ends.
plot::Figure sphere_with_solutions()
{
    plot::Space space{.title = "Solutions of y'^{2} + y^{2} + x^{2} = 1",
                      .x = {.label = "x"},
                      .y = {.label = "y"},
                      .z = {.label = "y'"},
                      .surfaces = {plot::sphere()},
                      .view = {.azimuth = -60, .elevation = 20}};
    for (const std::string y : {"-0.6", "-0.2", "0.3"}) {
        const involute::System system = involute::read_system(
            "independent x\nvar y\ny'^2 + y^2 + x^2 = 1\nstart x = 0.3, y = " + y +
            "\nguess y' = 0.9");
        const involute::Solution solution =
            involute::solve(system, {.length = 4.0, .scale = 1.0, .sampling = {.points = 300}});
        plot::Curve curve{.label = "y(0.3) = " + y};
        for (const auto& row : solution.rows) curve.points.push_back({row[0], row[1], row[2]});
        space.curves.push_back(curve);
    }
    return plot::figure(space);
}

/// The pendulum at t = 2 in constant steps: error of x against the closed form.
plot::Figure errors_of_methods()
{
    const involute::System pendulum = involute::read_system(
        "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\nx^2 + y^2 = 1\n"
        "start y = 0, y' = 0\nguess x = 1");
    const double exact = -0.204193214788280422521119;  // Jacobi's cd, 24 digits

    plot::Axes axes{.title = "Pendulum: error at t = 2",
                    .x = {.label = "step size h", .scale = plot::Scale::log},
                    .y = {.label = "error of x", .scale = plot::Scale::log}};
    for (const std::string method : {"heun", "rk4", "dopri54"}) {
        plot::Series series{.label = method, .style = {.marker = plot::Marker::automatic}};
        for (int n = 4; n <= 256; n *= 2) {
            const involute::Solution solution = involute::solve(
                pendulum,
                {.to = 2.0, .method = method, .step = 1.0 / n, .sampling = {.only_end = true}});
            series.x.push_back(1.0 / n);
            series.y.push_back(std::abs(end_value(solution, "x") - exact));
        }
        axes.series.push_back(series);
    }
    axes.guides = {plot::slope(2, 0.01, 1e-6, 0.1, "slope 2"),
                   plot::slope(4, 0.008, 2e-11, 0.03, "slope 4"),
                   plot::slope(5, 0.02, 1e-13, 0.1, "slope 5")};
    return plot::figure(axes);
}

}  // namespace

int main(int argc, char** argv)
{
    const plot::Figure sphere = sphere_with_solutions(), errors = errors_of_methods();
    if (argc > 1) {
        plot::write_svg(std::string(argv[1]) + "/sphere.svg", sphere);
        plot::write_svg(std::string(argv[1]) + "/orders.svg", errors);
    }
    std::printf("sphere: %zu bytes, errors: %zu bytes\n", plot::to_svg(sphere).size(),
                plot::to_svg(errors).size());
    return 0;
}
