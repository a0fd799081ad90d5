// SPDX-License-Identifier: Apache-2.0
// How steps are made, for those who want to choose: every way of the papers. The defaults are
// meant for everybody else.
//
//     solve(system, {.method = "rk4", .step = 0.25, .technique = {.project_stages = true}});
//
// options/choices.hpp says what the words mean. A choice that the method does not heed is refused
// (step/sensible.hpp), so that nobody compares two runs which are the same.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "involute/options/choices.hpp"

namespace involute {

struct Technique {
    /// How the next step follows from the error. pi: with memory, so that sizes do not oscillate.
    StepRule rule = StepRule::pi;
    /// How large an error is. scaled: the answer does not depend on units.
    Norm norm = Norm::scaled;
    /// Where the error comes from. automatic: a pair's own formula costs nothing.
    Estimate estimate = Estimate::automatic;
    /// Explicit methods: project every stage, not the end of a step alone. Off: the end alone
    /// keeps the order, and is cheaper.
    bool project_stages = false;
    /// Continue with the lower formula of an embedded pair. Off: the higher one is more accurate.
    bool lower_order = false;
    /// How points get to the surface. sweep: J is factored anyhow.
    ProjectionWay projection = ProjectionWay::sweep;
    /// Orthogonal projections: the unit of length of single coordinates, by name; others have 1.
    std::vector<std::pair<std::string, double>> metric{};
    /// How the direction is found. Absent: solve in x, null space along a curve, where J may be
    /// singular.
    std::optional<Distribution> distribution{};
    /// Values between steps. dense: as accurate as steps.
    Interpolation interpolation = Interpolation::dense;
    /// Of the method taylor. 0: chosen from the tolerance.
    int order = 0;
    /// Radau: what stages satisfy. completed: no loss of order at any index.
    Collocation collocation = Collocation::completed;
    /// Radau: highest derivatives of rows. recomputed: they satisfy the equations.
    TopValues tops = TopValues::recomputed;
    /// Radau: the matrix for stages. simplified: it is factored least often.
    StageNewton newton = StageNewton::simplified;
};

}  // namespace involute
