// SPDX-License-Identifier: Apache-2.0
// A problem as the solvers see it: sizes, data, and its three hand-reduced forms as plain
// functions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/dense.hpp"
#include "bench/run.hpp"

namespace bench {

/// A form F(t, y, y') = 0 of a mechanism; the multipliers are the last components.
struct Form {
    const char* name = "";
    int size = 0;
    void (*residual)(double t, const double* y, const double* yp, double* r) = nullptr;
    void (*jacobian)(double t, double c, const double* y, const double* yp, Dense J) = nullptr;
    void (*start)(double* y, double* yp) = nullptr;
};

struct Mechanism {
    std::string name{};
    std::string model{};                  // file in models/
    std::vector<std::string> unknowns{};  // names of the positions in that file
    int n = 0;                            // positions; a state is (q, v)
    double end = 0;
    std::vector<double> start{};
    std::vector<double> reference{};
    void (*ode)(double t, const double* y, double* dy) = nullptr;
    void (*ode_jacobian)(double t, const double* y, Dense J) = nullptr;  // J starts at zero
    Form index2{};
    Form ggl{};
    Run (*limit)(double tolerance, double* y) = nullptr;
};

/// Pendulum to 20 and to 100, Andrews to 0.03, car axis to 3.
std::span<const Mechanism> mechanisms();

/// -log10 of max |y - ref| / (1 + |ref|) over positions and velocities.
double digits(const Mechanism& mechanism, const double* y);

}  // namespace bench
