// SPDX-License-Identifier: Apache-2.0
// What a run returns: rows, how it ended, and how well the equations hold.
//
//     const Solution s = solve(read_system(text), {.to = 10});
//     if (!succeeded(s)) std::cerr << s.reason << '\n';
//     const double x = end_value(s, "x"), slope = value(s, "x'", 0);
//     const std::vector<double> t = values(s, "t"), y = values(s, "y");
//
// A run that ends early is no exception: `status`, `code` and `reason` say how it ended, and the
// rows are what was computed until then. A row is the independent variable, then the columns of
// `names`: every unknown with its derivatives up to the highest that occurs.
//
// Where SolveOptions::keep_function asks for it, a solution is a function too:
//
//     const Solution s = solve(system, {.to = 10, .keep_function = true});
//     s("x'", 2.5);  s(2.5);  s.derivative("lambda", 2.5);  s.all("y", 0.5);
#pragma once

#include <complex>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/base/quad.hpp"
#include "involute/options/findings.hpp"
#include "involute/options/method_change.hpp"
#include "involute/options/solution_function.hpp"

namespace involute {

/// What a run took.
struct Statistics {
    long steps = 0;           // accepted
    long rejected = 0;        // tried in vain
    long evaluations = 0;     // of the field
    long jacobians = 0;       // of J computed
    long factorizations = 0;  // of J
    long projections = 0;     // of points to the manifold
    long iterations = 0;      // of Newton's method, for implicit methods
    double seconds = 0;       // of wall-clock time
    long rows = 0;            // returned, or given to SolveOptions::stream
};

/// The sum of what two pieces of a run took.
Statistics& operator+=(Statistics& total, const Statistics& more);

/// One value of the start: what became of it.
struct StartEntry {
    std::string name{};    // "x'"
    bool given = false;    // the user demanded it
    bool guessed = false;  // the user thought so
    bool free = false;     // one of the free start values (as many as the dimension)
    double value = 0;      // at the consistent point
    double moved = 0;      // value minus what was given or guessed
};

/// Where an expression vanishes within the error of the solution, but does not change its sign as
/// far as can be told: it may vanish once, twice or not at all between these two x.
struct Touch {
    double from = 0, to = 0;
};

/// Where a section was crossed or an event happened: one row of values each.
struct CrossingRecord {
    std::string name{};                          // as declared
    bool is_event = false;                       // else a section
    std::vector<std::vector<double>> rows{};     // with the columns of the solution
    std::vector<std::vector<Quad>> quad_rows{};  // the same in full, with quadruple precision
    std::vector<Touch> touches{};                // no crossings, and no end of the run
    std::vector<double> parameters{};            // of each row: x, or along a curve the arclength
};

/// A point where the solution is not an ordinary function of x.
struct SingularPoint {
    SingularKind kind = SingularKind::fold;           // word_of(kind): "fold"
    double x = 0;                                     // where it is
    std::vector<double> row{};                        // there; empty where some are infinite
    std::vector<std::complex<double>> eigenvalues{};  // of the desingularised field
    std::vector<BranchReport> branches{};             // the ways out
    std::string message{};                            // a sentence
    double parameter = std::numeric_limits<double>::quiet_NaN();  // x, or about the arclength
};

/// finished: the run did what was asked. stopped: it ended early, and what was computed is there.
/// failed: there is not even a start.
enum class RunStatus { finished, stopped, failed };

struct Solution {
    RunStatus status = RunStatus::failed;        // in one word
    Outcome code = Outcome::internal_error;      // in one word of many (base/outcome.hpp)
    std::string reason{};                        // a sentence for people, with the place
    std::string independent = "t";               // column 0 of every row
    std::vector<std::string> names{};            // column i + 1 of every row
    std::vector<std::vector<double>> rows{};     // in order of travel
    std::vector<std::vector<Quad>> quad_rows{};  // the same in full, with quadruple precision
    double end = 0;                              // x where the run stood when it ended
    double travelled = 0;                        // the parameter used up: x, or arclength
    double residual = 0;                         // the largest over all equations and returned rows
    std::string residual_equation{};             // the equation it belongs to
    std::string method{};                        // that made the steps
    std::vector<MethodChange> method_changes{};  // where `auto` took another, in order
    std::vector<CrossingRecord> crossings{};     // in order of declaration
    std::vector<StartEntry> start{};             // what the run started from
    Route route = Route::structural;             // of completion
    std::vector<BranchReport> start_branches{};  // where several solutions pass through the start
    std::vector<SingularPoint> singular_points{};  // met on the way, in order
    std::vector<ComponentReport> components{};     // where the constraint set decomposes
    std::vector<std::string> notices{};            // what the user should know (moved starts, ...)
    Statistics statistics{};                       // what it took
    SolutionFunction function{};  // between the rows; empty unless keep_function asks for it

    // The solution at any place it has passed, on the manifold, at the accuracy of the rows. The
    // parameter is x, or along a curve its arclength from the start. A name is that of a column, a
    // derivative of any order, or an expression of them. Not finite where a derivative is not.
    // Threads may ask at once. Throws an Error for a place outside, an unknown name, and a solution
    // that was not kept.

    /// A row: x, then the columns of `names`.
    std::vector<double> operator()(double parameter) const;
    /// One value.
    double operator()(std::string_view name, double parameter) const;
    /// The derivative by x that the equations give, not the slope of an interpolant.
    double derivative(std::string_view name, double parameter, int order = 1) const;
    /// Every passage of x, in order of travel: along a folded curve there may be several.
    std::vector<double> all(std::string_view name, double x) const;

    /// The same in full, where the run had quadruple precision.
    std::vector<Quad> quad(const Quad& parameter) const;
    Quad quad(std::string_view name, const Quad& parameter) const;
    Quad quad_derivative(std::string_view name, const Quad& parameter, int order = 1) const;
};

/// The run did what was asked: it came to its end, or to an event with `stop`.
bool succeeded(const Solution& solution);

// What follows finds columns by name, "x'" or the independent variable, and throws an Error for a
// name or a row that is not there.

/// The place of a column in every row; the independent variable is column 0.
int column(const Solution& solution, std::string_view name);

/// One value: of a column, in a row counted from 0.
double value(const Solution& solution, std::string_view name, std::ptrdiff_t row);
/// The same in full, where the run had quadruple precision.
Quad quad_value(const Solution& solution, std::string_view name, std::ptrdiff_t row);

/// The value in the last row.
double end_value(const Solution& solution, std::string_view name);

/// A column from the first row to the last.
std::vector<double> values(const Solution& solution, std::string_view name);

}  // namespace involute
