// SPDX-License-Identifier: Apache-2.0
// The systems of the figures in the coordinates of the papers, where those differ from models/.
#pragma once

#include "involute/drive/solve.hpp"
#include "papers/problems.hpp"

namespace involute::papers {

/// (2.2) of TA1, the unit sphere, through (x, y) on its half y' > 0, with `section equator`.
System sphere_curve(double x, double y);

/// (2.4) of TA1 through the point (x, y, y') of its surface.
System asymptotic_curve(double x, double y, double slope);

/// (2.5) of TA1: the parabola y = x²/(2c) - c/2, from x on.
System parabola(double c, double x);

/// (7.6) of TA1 as it is printed, with the wrong signs of the force and the energy as invariant.
System henon_heiles_as_printed();

/// (7.2) of TA1 and (6.4) of TA2: the spring force y3 is a coordinate, kept by an equation, so
/// that arclength is that of R⁶. Released at rest from (r0, 0).
System reduced_stiff_pendulum(double eps, double r0 = 0.85);

/// What is kept beside the equations of the four bar linkage with T = 0.8, γ = 9.81.
enum class FourBarRow {
    none,
    energy,       // (6.7): not true, imposed all the same
    true_energy,  // E - T θ with the angle θ of the crank as an unknown
};

/// (6.8) of TA2 with (a, b, c, d) = (1, 2, 1.5, 2); with true_energy the angle of the crank is an
/// unknown, `theta`.
System four_bar(FourBarRow row);

/// The linkage (1, 2, 1, 2), which has singular positions, with one prime component of its ideal
/// in place of g: 1 is the parallelogram, 2 the antiparallelogram.
System four_bar_component(int component);

/// Energy (6.7) of the four bar linkage, row by row.
std::vector<double> four_bar_energy(const Solution& solution);

}  // namespace involute::papers
