// SPDX-License-Identifier: Apache-2.0
// What a method or a tolerance is worth on a model of one's own: runs with ever smaller steps, or
// ever tighter tolerances, compared at the end with a much tighter run.
//
//     for (const StudyRow& row : order_study(system, {.to = 1, .method = "dopri54"}))
//         use(row.setting, row.error, row.order);
//
// The error is the largest of all unknowns and derivatives at the end, each in units of its size:
// |x - x*| / (|x*| + atol/rtol), with the tolerances of the options.
#pragma once

#include <string>
#include <vector>

#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct StudyRow {
    double setting = 0;  // the step, or rtol
    Statistics work{};
    double error = 0;  // at the end; not a number where the run did not get there
    double order = 0;  // seen from the row before; not a number where there is none
    Outcome code = Outcome::finished;
    std::string reason{};  // why it did not get there
    std::string method{};  // that made the steps: `auto` takes others for other tolerances
};

struct Study {
    std::vector<StudyRow> rows{};
    double certain = 0;  // errors below this are not told apart from those of the tight run
};

/// Constant steps: the whole way in `first` of them, then in twice as many, so many times. 0: in
/// 16, or in fewer where the error of a method of high order would be seen in less than three rows.
/// Implicit stages are solved for as well as doubles allow: the error is that of the method. Throws
/// an Error where nothing says how long the way is, and where the tight run does not reach its end.
Study order_study(const System& system, const SolveOptions& options, int first = 0,
                  int doublings = 7);

/// rtol from `loose` to `tight`, by factors of 10, and atol in the ratio of the options.
Study tolerance_study(const System& system, const SolveOptions& options, double loose = 1e-3,
                      double tight = 1e-11);

}  // namespace involute
