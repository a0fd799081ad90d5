// SPDX-License-Identifier: Apache-2.0
// How a walk chooses its steps.
#pragma once

#include "involute/control/error_norm.hpp"
#include "involute/control/step_size.hpp"
#include "involute/options/choices.hpp"

namespace involute {

struct WalkOptions {
    double rtol = 1e-8;
    double atol = 1e-10;
    double step = 0;        // > 0: constant steps
    double first_step = 0;  // 0: chosen
    double max_step = 0;    // 0: no limit
    StepRule rule = StepRule::pi;
    Norm norm = Norm::scaled;
    Estimate estimate = Estimate::automatic;
    bool project_stages = false;  // every stage, not the end point alone
    int order = 0;                // of Taylor series; 0: chosen
    Collocation collocation = Collocation::completed;
    TopValues tops = TopValues::recomputed;
    StageNewton newton = StageNewton::simplified;
    bool smooth =
        false;  // errors of velocities are multiplied by the step: fast modes are not resolved

    Tolerance tolerance() const { return {rtol, atol, norm}; }
    /// How far a projection may move the end point of a step, in scale; 0: anything.
    double farthest_projection() const
    {
        return step > 0 || norm == Norm::euclidean ? 0 : 100 * rtol;
    }
};

}  // namespace involute
