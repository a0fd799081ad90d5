// SPDX-License-Identifier: Apache-2.0
// What a run is asked for. The smallest example:
//
//     Solution s = solve(system, {.to = 10});
//
// and one with tolerances and rows at every unit of x:
//
//     Solution s = solve(system, {.to = 10, .rtol = 1e-10, .sampling = {.every = 1}});
//
// The defaults are meant for everybody; `technique` is for those who want to choose how steps are
// made. options/option_table.hpp lists the same fields as rows, with the program's flag for each.
// Values that make no sense, and options that exclude each other or would not be heeded, are
// refused with an Error that says everything that is wrong.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "involute/base/quad.hpp"
#include "involute/options/choices.hpp"
#include "involute/options/technique.hpp"

namespace involute {

/// At which points rows are returned: one of these, or at the accepted steps, which cost nothing.
struct Sampling {
    /// > 0: this many, equally spread over the parameter in use (x, or arclength along a curve).
    long points = 0;
    /// > 0: every multiple of this from the start.
    double every = 0;
    /// Not empty: at every passage of these x.
    std::vector<double> at{};
    /// The start and the end alone.
    bool only_end = false;
};

/// A row as it is made: x, then one value a name. Where the regime changes the names may be others.
struct PassingRow {
    std::span<const std::string> names{};
    std::span<const double> values{};
    std::span<const Quad> in_full{};  // the same with quadruple precision; else empty
};

struct SolveOptions {
    /// The end in x; also backwards. Absent: what the model's `solve` line says.
    std::optional<double> to{};
    /// Walk along the curve, through folds. Off: a function of x ends where x turns back.
    bool curve = false;
    /// Along the curve: scaled arclength to use up. Absent: walk to `to`.
    std::optional<double> length{};
    /// Along the curve: the same scale for every coordinate (1: plain arclength). Absent: the
    /// scale of the tolerances, so that units do not matter.
    std::optional<double> scale{};
    /// A name of `involute methods`. auto: by the tolerance, with Radau steps where they pay.
    std::string method = "auto";
    /// The scalar computed with. double_: the machine has it, so that it is far quicker.
    Precision precision = Precision::double_;
    /// How steps are made, for those who want to choose.
    Technique technique{};
    /// Strong forces: the motion without fast oscillations, in large steps. Off: all of them.
    bool smooth = false;
    /// Relative error allowed per step, in (0, 1): eight digits.
    double rtol = 1e-8;
    /// Absolute error allowed per step: it counts for values below atol / rtol, a hundredth.
    double atol = 1e-10;
    /// The same for single unknowns, instead of what the model says of them: {{"x", 1e-6},
    /// {"c[1..5]", 1e-14}, {"x'", 1e-4}}. It holds for their derivatives too, up to the next named.
    std::vector<std::pair<std::string, double>> atol_of{};
    /// > 0: constant steps of this size. 0: chosen from the error.
    double step = 0;
    /// > 0: size of the first step. 0: chosen from the slope at the start.
    double first_step = 0;
    /// > 0: no step is larger. 0: no limit.
    double max_step = 0;
    /// > 0: stop after this many steps. 0: no limit.
    long max_steps = 0;
    /// > 0: stop after this much time, preparation included. 0: no limit.
    double max_seconds = 0;
    /// Stop where what is kept in the solution, rows and function, fills this many megabytes.
    double max_memory = 1000;
    /// Native code where it can be had: several times faster, with the same bits.
    bool native = true;
    /// At which points rows are returned.
    Sampling sampling{};
    /// Keep what every step knew, so that the solution can be asked at any place: solution(t). Off:
    /// nothing is kept but rows.
    bool keep_function = false;
    /// The columns of a row after x; empty: every unknown with its derivatives. Any expression of
    /// them, the name of an invariant, `normal-curvature`, `geodesic-curvature`, and by coordinate
    /// NAME `covariant:NAME` and `second-fundamental:NAME`.
    std::vector<std::string> columns{};
    /// Of several solutions through the start: this one. 0: nearest to the guess.
    int branch = 0;
    /// Of a constraint set that decomposes: this part. 0: the start's; -1: `analyze` lists them.
    int component = 0;
    /// Ways out to follow at singular points met, one after another. Empty: stop at the first.
    std::vector<int> continuations{};
    /// The program that decomposes polynomial sets; "none" or "": it is not looked for.
    std::string singular = "Singular";
    /// Asked at every step and while a run is prepared; true ends it with `interrupted`.
    std::function<bool()> interrupted{};
    /// Told the fraction done, in [0, 1].
    std::function<void(double)> progress{};
    /// Shown every row as it is made; false ends the run with `observer_stopped`.
    std::function<bool(std::span<const double>)> observe{};
    /// Given every row as it is made instead of the solution, which then has none: memory does not
    /// grow with their number. False ends the run with `observer_stopped`.
    std::function<bool(const PassingRow&)> stream{};
};

}  // namespace involute
