// SPDX-License-Identifier: Apache-2.0
// A fold or impasse point that a walk along the curve has just passed: no reason to stop, but the
// solution as a function of x ends there.
#pragma once

#include "involute/observe/columns.hpp"
#include "involute/options/solution.hpp"
#include "involute/step/surface_problems.hpp"
#include "involute/step/walker.hpp"

namespace involute {

/// Where x turned within the last step; before, it went forward or backward.
template <class S>
SingularPoint passed_fold(CurveProblem<S>& problem, Walker<S>& walker, bool forward,
                          Columns<S>& columns, double tolerance);

extern template SingularPoint passed_fold(CurveProblem<double>&, Walker<double>&, bool,
                                          Columns<double>&, double);
extern template SingularPoint passed_fold(CurveProblem<Quad>&, Walker<Quad>&, bool, Columns<Quad>&,
                                          double);

}  // namespace involute
