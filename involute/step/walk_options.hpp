// SPDX-License-Identifier: Apache-2.0
// What of the options concerns single steps.
#pragma once

#include <vector>

#include "involute/control/error_norm.hpp"
#include "involute/control/step_size.hpp"
#include "involute/options/technique.hpp"

namespace involute {

struct WalkOptions {
    double rtol = 1e-8;
    double atol = 1e-10;
    std::vector<double> atols{};  // of every coordinate, where they differ; else empty
    double step = 0;              // > 0: constant steps
    double first_step = 0;        // 0: chosen
    double max_step = 0;          // 0: no limit
    Technique technique{};
    bool smooth = false;  // errors of velocities count times the step: fast modes are not resolved

    Tolerance tolerance() const
    {
        return {rtol, atol, technique.norm, atols.empty() ? nullptr : atols.data()};
    }
    double atol_of(int c) const { return atols.empty() ? atol : atols[std::size_t(c)]; }
    /// atol / rtol: the scale of a coordinate that is zero.
    double floor_of(int c) const { return atol_of(c) / rtol; }
    /// How far a projection may move the end point of a step, in scale; 0: anything.
    double farthest_projection() const
    {
        return step > 0 || technique.norm == Norm::euclidean ? 0 : 100 * rtol;
    }
};

}  // namespace involute
