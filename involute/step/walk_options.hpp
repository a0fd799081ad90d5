// SPDX-License-Identifier: Apache-2.0
// What of the options concerns single steps.
#pragma once

#include "involute/control/error_norm.hpp"
#include "involute/control/step_size.hpp"
#include "involute/options/technique.hpp"

namespace involute {

struct WalkOptions {
    double rtol = 1e-8;
    double atol = 1e-10;
    double step = 0;        // > 0: constant steps
    double first_step = 0;  // 0: chosen
    double max_step = 0;    // 0: no limit
    Technique technique{};
    bool smooth = false;  // errors of velocities count times the step: fast modes are not resolved

    Tolerance tolerance() const { return {rtol, atol, technique.norm}; }
    /// How far a projection may move the end point of a step, in scale; 0: anything.
    double farthest_projection() const
    {
        return step > 0 || technique.norm == Norm::euclidean ? 0 : 100 * rtol;
    }
};

}  // namespace involute
