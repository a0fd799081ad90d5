// SPDX-License-Identifier: Apache-2.0
// How steps are made, for those who want to choose: every way of the papers. The defaults are
// meant for everybody else.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "involute/options/choices.hpp"

namespace involute {

struct Technique {
    StepRule rule = StepRule::pi;
    Norm norm = Norm::scaled;
    Estimate estimate = Estimate::automatic;
    bool project_stages = false;  // every stage, not the end point alone
    bool lower_order = false;     // continue with the lower formula of a pair
    ProjectionWay projection = ProjectionWay::sweep;
    /// The unit of length of single coordinates, by name, for orthogonality; others have 1.
    std::vector<std::pair<std::string, double>> metric{};
    std::optional<Distribution> distribution{};  // absent: solve in x, null space along a curve
    Interpolation interpolation = Interpolation::dense;
    int order = 0;  // of Taylor series; 0: chosen
    Collocation collocation = Collocation::completed;
    TopValues tops = TopValues::recomputed;
    StageNewton newton = StageNewton::simplified;
};

}  // namespace involute
