// SPDX-License-Identifier: Apache-2.0
// Theorem 2.1 of SCH, measured.
#pragma once

#include "involute/drive/solve.hpp"

namespace involute::papers {

/// Slopes of the largest errors over the step, in quadruple precision.
struct SchOrders {
    double positions = 0;
    double velocities = 0;
    double multipliers = 0;         // as the last stage left them
    double solved_multipliers = 0;  // recomputed from positions and velocities
};

enum class SchSystem { pendulum, four_bar };

SchOrders measure_sch_orders(SchSystem which, int stages, ProjectionWay projection,
                             Collocation collocation);

}  // namespace involute::papers
