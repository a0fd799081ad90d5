// SPDX-License-Identifier: Apache-2.0
// What a run returns: rows, how it ended, and how well the equations hold.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/base/quad.hpp"
#include "involute/options/findings.hpp"

namespace involute {

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

inline Statistics& operator+=(Statistics& a, const Statistics& b)
{
    a.steps += b.steps;
    a.rejected += b.rejected;
    a.evaluations += b.evaluations;
    a.jacobians += b.jacobians;
    a.factorizations += b.factorizations;
    a.projections += b.projections;
    a.iterations += b.iterations;
    a.seconds += b.seconds;
    return a;
}

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

}  // namespace involute
