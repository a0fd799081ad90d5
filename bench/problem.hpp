// SPDX-License-Identifier: Apache-2.0
// A problem as the solvers see it: sizes, data, and its hand-reduced forms as plain functions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/dense.hpp"
#include "bench/run.hpp"

namespace bench {

/// A form F(t, y, y') = 0 of a problem; what is measured comes first, multipliers come last.
struct Form {
    const char* name = "";
    int size = 0;
    int tested = 0;  // leading components in the error test: all but multipliers
    void (*residual)(double t, const double* y, const double* yp, double* r) = nullptr;
    void (*jacobian)(double t, double c, const double* y, const double* yp, Dense J) = nullptr;
    void (*start)(double* y, double* yp) = nullptr;
    void (*measured)(const double* y, double* out) = nullptr;  // absent: what comes first
};

struct Problem {
    std::string name{};
    std::string model{};                  // file in models/
    std::vector<std::string> unknowns{};  // those that are measured, by their names in that file
    int orders = 1;   // 1: their values; 2: theirs, then those of their derivatives
    int counted = 0;  // so many of them, from the first on, count for the digits; 0: all
    double end = 0;
    std::vector<double> start{};      // of what is measured: the state of the ODE
    std::vector<double> reference{};  // of the same at the end
    void (*ode)(double t, const double* y, double* dy) = nullptr;        // absent: there is none
    void (*ode_jacobian)(double t, const double* y, Dense J) = nullptr;  // J starts at zero
    std::vector<Form> forms{};
    Run (*limit)(double tolerance, double* y) = nullptr;  // absent: nobody wrote it
    /// Absolute over relative tolerance; each is a setting of every solver. Where small components
    /// steer the large ones, equal tolerances do not control the solution.
    std::vector<double> floors{1};
};

/// Pendulum to 20 and to 100, Andrews to 0.03, car axis to 3.
std::span<const Problem> mechanisms();

/// What implicit methods are for: reactions, circuits, elastic mechanisms; and the three
/// mechanisms.
std::span<const Problem> stiff_problems();

/// -log10 of max |y - ref| / (1 + |ref|) over what is measured.
double digits(const Problem& problem, const double* y);

}  // namespace bench
