// SPDX-License-Identifier: Apache-2.0
// A run as one page: the model with its equations, what completion found, plots, the animation of
// what the model draws, how well every equation holds, and the numbers. One HTML file that needs no
// network and no other file (docs/report.md).
//
//     SolveOptions options = for_report({.to = 10});
//     const Solution solution = solve(system, options);
//     std::ofstream file("pendulum.html");
//     write_report(file, system, analyze(system, options), options, solution);
//
// Text of the model is shown, never executed: the page forbids every script but its own.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "involute/options/analysis.hpp"
#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// The same options with what makes plots smooth: the solution is kept as a function.
SolveOptions for_report(SolveOptions options);

struct ReportWishes {
    /// Every row, however large the file becomes. Off: of many rows those that show the shape of
    /// every column, so that the file stays below two megabytes.
    bool all_rows = false;
    /// What moves, and nothing else.
    bool motion_only = false;
    /// The address that the page asks for another solution while it is open; empty: none.
    std::string live{};
};

/// Writes the page. The stream tells whether it could be written.
void write_report(std::ostream& out, const System& system, const Analysis& analysis,
                  const SolveOptions& options, const Solution& solution,
                  const ReportWishes& wishes = {});

/// The numbers of a page alone, as JSON: what a page that is open needs to show another run.
void write_report_data(std::ostream& out, const System& system, const Analysis& analysis,
                       const SolveOptions& options, const Solution& solution,
                       const ReportWishes& wishes = {});

/// Less of them, for a page that shows many runs a second: curves of these columns, by their
/// numbers among the solution's names, and the motion, with few points.
void write_report_glance(std::ostream& out, const System& system, const Solution& solution,
                         const std::vector<std::size_t>& columns);

/// What plots in reports are drawn with: "uPlot 1.6.32"; empty where it was not there when this was
/// built, and pictures stand in its place.
std::string report_plotter();

}  // namespace involute
