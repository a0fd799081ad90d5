// SPDX-License-Identifier: Apache-2.0
// What a run is asked for. The defaults are meant for everybody; `technique` is for those who want
// to choose how steps are made.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "involute/options/choices.hpp"
#include "involute/options/technique.hpp"

namespace involute {

/// At which points rows are returned.
struct Sampling {
    long points = 0;           // > 0: this many, equally spread over the parameter in use
    double every = 0;          // > 0: every multiple of this from the start
    std::vector<double> at{};  // not empty: at every passage of these x
    bool only_end = false;     // the start and the end alone
};                             // none of them: the accepted steps

struct SolveOptions {
    std::optional<double> to{};      // end in x; absent: what the model's `solve` line says
    bool curve = false;              // walk along the curve, through folds
    std::optional<double> length{};  // along the curve: scaled arclength to use up
    std::optional<double> scale{};   // the same scale for every coordinate (1: plain arclength)
    std::string method = "auto";
    Precision precision = Precision::double_;
    Technique technique{};  // how steps are made, for those who want to choose
    bool smooth = false;    // strong forces: the motion without fast oscillations, large steps
    double rtol = 1e-8;
    double atol = 1e-10;
    double step = 0;         // > 0: constant steps of this size
    double first_step = 0;   // 0: chosen for you
    double max_step = 0;     // 0: no limit
    long max_steps = 0;      // 0: no limit
    double max_seconds = 0;  // 0: no limit
    bool native = true;      // native code where it can be had
    Sampling sampling{};
    /// The columns of a row after x; empty: every unknown with its derivatives. Any expression of
    /// them, the name of an invariant, `normal-curvature`, `geodesic-curvature`, and by coordinate
    /// NAME `covariant:NAME` and `second-fundamental:NAME`.
    std::vector<std::string> columns{};
    int branch = 0;     // of several solutions through the start: this one; 0: nearest to the guess
    int component = 0;  // of a constraint set that decomposes; 0: the start's, -1: list them only
    std::vector<int>
        continuations{};  // ways out to follow at singular points met, one after another
    std::string singular = "Singular";    // the program that decomposes polynomial sets; "": none
    std::function<bool()> interrupted{};  // asked at every step
    std::function<void(double)> progress{};  // told the fraction done, in [0, 1]
    /// Shown every row as it is made; false ends the run with `observer_stopped`.
    std::function<bool(std::span<const double>)> observe{};
};

}  // namespace involute
