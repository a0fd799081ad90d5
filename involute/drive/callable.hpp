// SPDX-License-Identifier: Apache-2.0
// For users who have code, not formulas: dy/dx = field(x, y) as a plain callable, with optional
// constraints g(x, y) = 0 that the solution satisfies and every returned point shall satisfy to
// round-off. Code cannot be differentiated, so nothing hidden is looked for: the constraints must
// be the complete set (a generic callable can be traced into a System instead, model/trace.hpp).
//
//     const CallableSystem decay{.names = {"y"},
//                                .field = [](double, auto y, auto dy) { dy[0] = -y[0]; },
//                                .y = {1}};
//     const Solution solution = solve(decay, {.to = 5});
//
// The functions are called by the thread that called solve, one call at a time. A CallableSystem
// that several threads solve at once needs functions that are safe to call so.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "involute/drive/callable_step.hpp"
#include "involute/drive/solve.hpp"

namespace involute {

struct CallableSystem {
    using Function =
        std::function<void(double x, std::span<const double> y, std::span<double> out)>;

    std::vector<std::string> names{};  // of y, one each
    std::string independent = "t";     // the name of x
    Function field{};                  // out: dy/dx
    int constraints = 0;               // how many
    Function constraint{};             // out: g(x, y)
    Function constraint_jacobian{};    // out: ∂g/∂y, row after row; absent: by differences
    double x = 0;                      // the start
    std::vector<double> y{};
    /// Shown every accepted step, at the price of four evaluations; false ends the run with
    /// `observer_stopped`. The steps are those of a run that nobody watches, to the last bit.
    StepObserver observe_step{};
};

/// Walks to options.to. A callback that throws ends the run with `callback_failed`, one that
/// returns NaN with `not_finite`; what was computed until then is returned. (One that throws an
/// involute::Error means that a person must act: solve throws it on.) Throws an Error where
/// the numbers of names and values differ, and for options that only equations can heed.
Solution solve(const CallableSystem& system, const SolveOptions& options);

}  // namespace involute
