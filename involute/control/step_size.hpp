// SPDX-License-Identifier: Apache-2.0
// How long the next step should be: PI control of the scaled error estimate, after Hairer,
// Nørsett and Wanner, Solving Ordinary Differential Equations I, IV.2 and II.4.
#pragma once

#include <algorithm>
#include <cmath>

namespace involute {

struct StepController {
    double exponent = 0.2;   // 1 / (order of the estimate + 1)
    double integral = 0.04;  // β: damps the sequence of steps; 0 is plain control
    double safety = 0.87;    // aims at an error of safety^(1/exponent) of what is allowed
    double shrink = 0.2;     // bounds of the change from step to step
    double grow = 6.0;

    double last_error = 1e-4;
    bool rejected = false;  // the step before was: do not grow at once

    /// The factor for the step size after an accepted step of this error (1 = just allowed).
    double accept(double error)
    {
        const double e = std::max(error, 1e-10);
        const double factor = safety * std::pow(e, -(exponent - 0.75 * integral)) *
                              std::pow(std::max(last_error, 1e-4), integral);
        last_error = e;
        const double limit = rejected ? 1.0 : grow;
        rejected = false;
        return std::clamp(factor, shrink, limit);
    }

    /// The factor after a rejected one.
    double reject(double error)
    {
        rejected = true;
        return std::clamp(safety * std::pow(error, -exponent), shrink, 0.9);
    }
};

}  // namespace involute
