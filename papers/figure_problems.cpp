// SPDX-License-Identifier: Apache-2.0
#include "papers/figure_problems.hpp"

#include <fmt/format.h>

#include "papers/figure_runs.hpp"

namespace involute::papers {
namespace {

constexpr auto sphere_text = R"(
independent x
param x0 = 0, y0 = 0
var   y
y'^2 + y^2 + x^2 = 1
section equator: y' = 0
start x = x0, y = y0
guess y' = 1
)";

constexpr auto asymptotic_text = R"(
independent x
param x0 = 0, y0 = 0, p0 = 0
var   y
y^2*y'^2 - 2*y' + x^2 = 0
start x = x0, y = y0
guess y' = p0
)";

constexpr auto parabola_text = R"(
independent x
param c = 1, x0 = 0
var   y
x*y'^2 - 2*y*y' - x = 0
start x = x0, y = x0^2/(2*c) - c/2
guess y' = x0/c
)";

constexpr auto stiff_pendulum_text = R"(
independent x
param eps = 0.1, r0 = 0.85
var   y1, y2, y3
let   w = eps^2*y3 - 1                   # -1/r
y1'' = -y1*y3
y2'' = -y2*y3 - 1
y3'  = -(y1*y1' + y2*y2')*w^3/eps^2
invariant spring: (y1^2 + y2^2)*w^2 = 1
start y1 = r0, y2 = 0, y3 = (1 - 1/r0)/eps^2, y1' = 0, y2' = 0
)";

constexpr auto henon_heiles_text = R"(
var   y1, y2
y1'' = y1 + 2*y1*y2
y2'' = y2 + y1^2 - y2^2
invariant H = (y1'^2 + y2'^2 + y1^2 + y2^2)/2 + y1^2*y2 - y2^3/3
start y1 = 0.12, y2 = 0.12, y1' = 0.12, y2' = 0.12
)";

constexpr auto four_bar_text = R"(
independent x
param T = 0.8, m1 = 0.2, m2 = 0.1, gamma = 9.81
param a = 1, b = 2, c = 1.5, d = 2
var   y1, y2, y3, y4, lambda[1..3]
m1*y1'' + lambda[1]*y1 - lambda[2]*(y3 - y1) = -T*y2/a^2
m1*y2'' + lambda[1]*y2 - lambda[2]*(y4 - y2) =  T*y1/a^2 - m1*gamma
m2*y3'' + lambda[2]*(y3 - y1) + lambda[3]*(y3 - d) = 0
m2*y4'' + lambda[2]*(y4 - y2) + lambda[3]*y4 = -m2*gamma
y1^2 + y2^2 = a^2
(y3 - y1)^2 + (y4 - y2)^2 = b^2
(y3 - d)^2 + y4^2 = c^2
let   E = (m1*(y1'^2 + y2'^2) + m2*(y3'^2 + y4'^2))/2 + (m1*y2 + m2*y4)*gamma
start y1 = 1/2, y1' = 0
guess y2 = 0.866, y3 = 2.4155, y4 = 1.4413
)";

constexpr auto true_energy_text = R"(
var   theta
theta' = (y1*y2' - y2*y1')/a^2
start theta = pi/3
invariant kept = E - T*theta
)";

// The multipliers belong to the three equations of the component, so that their gradients stand
// beside them.
constexpr auto component_text = R"(
independent x
param T = 0.8, m1 = 0.2, m2 = 0.1, gamma = 9.81
var   y1, y2, y3, y4, lambda[1..3]
)";

constexpr auto parallelogram_text = R"(
m1*y1'' + lambda[3] = -T*y2
m1*y2'' + lambda[2] = T*y1 - m1*gamma
m2*y3'' + lambda[1]*(2*y3 - 4) - lambda[3] = 0
m2*y4'' + lambda[1]*2*y4 - lambda[2] = -m2*gamma
y3^2 + y4^2 - 4*y3 + 3 = 0
y2 - y4 = 0
y1 - y3 + 2 = 0
start y1 = 1/2, y1' = 0
guess y2 = 0.866, y3 = 2.5, y4 = 0.866
)";

constexpr auto antiparallelogram_text = R"(
m1*y1'' + 3*lambda[3] = -T*y2
m1*y2'' + lambda[2]*(4*y3 - 3) + 4*lambda[3]*y4 = T*y1 - m1*gamma
m2*y3'' + lambda[1]*(2*y3 - 4) + 4*lambda[2]*y2 - 3*lambda[3] = 0
m2*y4'' + lambda[1]*2*y4 + 3*lambda[2] + 4*lambda[3]*y2 = -m2*gamma
y3^2 + y4^2 - 4*y3 + 3 = 0
4*y2*y3 - 3*y2 + 3*y4 = 0
4*y2*y4 + 3*y1 - 3*y3 + 6 = 0
start y1 = 1/2, y1' = 0
guess y2 = 0.866, y3 = 1.5, y4 = -0.866
section collinear: y4 = 0
)";

}  // namespace

System sphere_curve(double x, double y)
{
    return read_system(sphere_text, "", {{"x0", x}, {"y0", y}});
}

System asymptotic_curve(double x, double y, double slope)
{
    return read_system(asymptotic_text, "", {{"x0", x}, {"y0", y}, {"p0", slope}});
}

System parabola(double c, double x)
{
    return read_system(parabola_text, "", {{"c", c}, {"x0", x}});
}

System reduced_stiff_pendulum(double eps, double r0)
{
    return read_system(stiff_pendulum_text, "", {{"eps", eps}, {"r0", r0}});
}

System henon_heiles_as_printed()
{
    return read_system(henon_heiles_text);
}

System four_bar(FourBarRow row)
{
    std::string text = four_bar_text;
    if (row == FourBarRow::energy) text += "impose kept = E\n";
    if (row == FourBarRow::true_energy) text += true_energy_text;
    return read_system(text);
}

System four_bar_component(int component)
{
    return read_system(std::string(component_text) +
                       (component == 1 ? parallelogram_text : antiparallelogram_text));
}

std::vector<double> four_bar_energy(const Solution& solution)
{
    const std::vector<double> y2 = values(solution, "y2"), y4 = values(solution, "y4");
    const std::vector<double> v1 = values(solution, "y1'"), v2 = values(solution, "y2'");
    const std::vector<double> v3 = values(solution, "y3'"), v4 = values(solution, "y4'");
    std::vector<double> energy;
    for (std::size_t i = 0; i < y2.size(); ++i)
        energy.push_back(
            (0.2 * (v1[i] * v1[i] + v2[i] * v2[i]) + 0.1 * (v3[i] * v3[i] + v4[i] * v4[i])) / 2 +
            (0.2 * y2[i] + 0.1 * y4[i]) * 9.81);
    return energy;
}

}  // namespace involute::papers
