// SPDX-License-Identifier: Apache-2.0
// From a System to a certified Solution, and from a System to its Analysis: the two calls most
// users need. Everything below them (complete, start, walk) is public as well.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/drive/technique.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// At which points rows are returned.
struct Sampling {
    long points = 0;           // > 0: this many, equally spread over the parameter in use
    double every = 0;          // > 0: every multiple of this from the start
    std::vector<double> at{};  // not empty: at every passage of these x
    bool only_end = false;     // the start and the end alone
};                             // none of them: the accepted steps

/// The scalar a run computes with: 16 digits, or 33.
enum class Precision { double_, quad };

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

struct Statistics {
    long steps = 0;
    long rejected = 0;
    long evaluations = 0;  // of the field
    long jacobians = 0;
    long factorizations = 0;
    long projections = 0;
    long iterations = 0;  // of Newton's method, for implicit methods
    double seconds = 0;
};

/// One value of the start: what became of it.
struct StartEntry {
    std::string name{};  // "x'"
    bool given = false;  // the user demanded it
    bool guessed = false;
    bool free = false;  // one of the free start values (as many as the dimension)
    double value = 0;   // at the consistent point
    double moved = 0;   // value minus what was given or guessed
};

/// Where a section was crossed or an event happened: one row of values each.
struct CrossingRecord {
    std::string name{};
    bool is_event = false;
    std::vector<std::vector<double>> rows{};
    std::vector<std::vector<Quad>> quad_rows{};  // the same in full, with quadruple precision
};

/// A way out of a singular point, or a solution through the start.
struct BranchReport {
    std::string description{};
    std::vector<double> direction{};  // of (x; coordinates), of length 1 in scale; or tops
    bool followed = false;
};

/// A point where the solution is not an ordinary function of x.
struct SingularPoint {
    std::string kind{};  // fold, cusp, impasse, folded saddle, folded node, folded focus,
                         // constraint rank drop, blow-up, domain end, ...
    double x = 0;
    std::vector<double> row{};  // the columns there; empty where some are infinite
    std::vector<std::complex<double>> eigenvalues{};  // of the desingularised field
    std::vector<BranchReport> branches{};
    std::string message{};  // a sentence
};

/// A component of the set that the constraints describe.
struct ComponentReport {
    int dimension = 0;
    std::vector<std::string> equations{};
    bool contains_start = false;
    bool chosen = false;
};

enum class RunStatus { finished, stopped, failed };

struct Solution {
    RunStatus status = RunStatus::failed;
    Outcome code = Outcome::internal_error;
    std::string reason{};  // a sentence for people, with the place
    std::string independent = "t";
    std::vector<std::string> names{};            // column i + 1 of every row
    std::vector<std::vector<double>> rows{};     // in order of travel; column 0 is x
    std::vector<std::vector<Quad>> quad_rows{};  // the same in full, with quadruple precision
    double end = 0;                              // x where the run stood when it ended
    double travelled = 0;                        // the parameter used up: x, or arclength
    double residual = 0;                         // the largest over all equations and returned rows
    std::string residual_equation{};             // the equation it belongs to
    std::string method{};
    std::vector<CrossingRecord> crossings{};  // in order of declaration
    std::vector<StartEntry> start{};
    std::string route = "structural";              // of completion
    std::vector<BranchReport> start_branches{};    // where several solutions pass through the start
    std::vector<SingularPoint> singular_points{};  // met on the way, in order
    std::vector<ComponentReport> components{};     // where the constraint set decomposes
    std::vector<std::string> notices{};            // what the user should know (moved starts, ...)
    Statistics statistics{};
};

Solution solve(const System& system, const SolveOptions& options = {});

enum class Verdict { complete, inconsistent, underdetermined, undecided };

struct InvariantReport {
    std::string name{};
    bool holds = false;
    double defect = 0;  // largest |L_V I| found, in scale
    double rate = 0;    // L_V I itself there,
    double at = 0;      // and x of the point
};

struct Analysis {
    Verdict status = Verdict::undecided;
    Outcome code = Outcome::internal_error;
    std::vector<std::string> unknowns{};
    int equations = 0;
    std::optional<int> index{};
    bool index_is_bound = false;
    std::vector<int> differentiated{};
    std::vector<std::string> hidden{};  // "x*x' + y*y' = 0"
    int dimension = 0;
    std::vector<std::string> free{};
    std::vector<std::string> determined{};
    std::string route = "structural";
    std::vector<InvariantReport> invariants{};
    std::vector<std::string> notes{};  // what completion did and why
    std::vector<std::string> gauge{};  // unknowns of which only combinations are determined
    std::vector<BranchReport> start_branches{};
    std::vector<ComponentReport> components{};
    std::string message{};  // the explanation in words
};

Analysis analyze(const System& system, const SolveOptions& options = {});

}  // namespace involute
