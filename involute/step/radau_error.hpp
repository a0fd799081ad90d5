// SPDX-License-Identifier: Apache-2.0
// How the errors of a Radau step are judged.
#pragma once

#include <vector>

#include "involute/geometry/completed_system.hpp"
#include "involute/step/stage_newton.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

/// The power of h by which the error of every coordinate is multiplied before it is judged.
std::vector<int> error_powers(const CompletedSystem& completed, const WalkOptions& options);

/// The unknown with the largest share in these errors, -1 if there is none.
template <class S>
int largest_error(const StageSolver<S>& solver, const std::vector<S>& errors,
                  const std::vector<S>& weight);

}  // namespace involute
