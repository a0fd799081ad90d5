// SPDX-License-Identifier: Apache-2.0
// The order of dopri54, measured on y' = 3 y + c x² as a surface in R³ (TA2 section 6.1).
#pragma once

#include <vector>

#include "involute/base/scalar.hpp"

namespace involute::papers {

/// Errors of y at the first points past x = 0.002 and x = 0.01, with constant arclength steps.
struct OrderRun {
    std::vector<double> steps{};  // h = 2^-6, 2^-7, ..
    std::vector<Quad> errors[2]{};
};

/// c = 2: the equation printed; c = 3: the one that the printed solution solves.
OrderRun order_run(int c, int finest);

/// The slope of the straight line nearest to (log h, log error), the first `count` of them.
double slope_of(const OrderRun& run, int place, std::size_t count);

}  // namespace involute::papers
