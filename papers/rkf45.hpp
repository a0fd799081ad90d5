// SPDX-License-Identifier: Apache-2.0
// Remark 6.2 of TA2: RKF45 behaves badly there. It does not here, unless a coefficient is wrong.
#pragma once

#include "papers/paper_walk.hpp"

namespace involute::papers {

/// Accepted steps and the relative change of the energy of the stiff pendulum.
struct PendulumRun {
    long steps = 0;
    double energy_change = 0;
};
PendulumRun stiff_pendulum_run(const Way& way, double eps, double until);

/// RKF45 with the sign of a_ij changed (counted from 1), continuing with its order 5.
Tableau rkf45_with_wrong_sign(int i, int j);

}  // namespace involute::papers
