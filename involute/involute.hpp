// SPDX-License-Identifier: Apache-2.0
// All of Involute that a program may use, in the order in which data flows: equations in, an
// analysis or a solution out, files and pictures from it.
//
//     #include <iostream>
//     #include "involute/involute.hpp"
//
//     int main()
//     {
//         const involute::System pendulum = involute::read_system(R"(
//             var    x, y, lambda
//             x'' + lambda*x = 0
//             y'' + lambda*y + 1 = 0
//             x^2 + y^2 = 1
//             start  y = 0, y' = 0
//             guess  x = 1
//         )");
//         involute::write_csv(std::cout, involute::solve(pendulum, {.to = 10}));
//     }
//
// A person's mistake is thrown as one involute::Error that carries everything found. What the
// equations say and how a run ends is in what is returned, with all that was computed until then.
//
// Threads: there is no hidden state. A System that nobody changes may be solved and analyzed by any
// number of threads at once, and every call gives the bits it gives alone. What is returned is a
// value that shares nothing with anything. Different threads may read, build and trace different
// systems at once; a Builder and the formulas made with it share one system under construction and
// belong to one thread at a time. Functions that you give (a CallableSystem, the callbacks of
// SolveOptions) are called by the thread that called solve, and by no other: those you share among
// threads must be safe to call so. This is tested under the thread sanitizer (tests/threads).
//
// It shows nothing but the standard library. The parts below (completion, geometry, start, steps)
// have headers of their own, which are not installed: they change whenever that is of use.
#pragma once

// what a person must fix, how things can end, numbers of 33 digits
#include "involute/base/error.hpp"
#include "involute/base/outcome.hpp"
#include "involute/base/quad.hpp"
#include "involute/base/scalar.hpp"
// a system: from text, from formulas with operators, from a generic callable
#include "involute/model/builder.hpp"
#include "involute/model/read.hpp"
#include "involute/model/trace.hpp"
#include "involute/model/with.hpp"
#include "involute/system/input_file.hpp"
#include "involute/system/inputs.hpp"
#include "involute/system/parameters.hpp"
#include "involute/system/system.hpp"
// what is asked, and what is returned
#include "involute/options/analysis.hpp"
#include "involute/options/mentions.hpp"
#include "involute/options/moved_value.hpp"
#include "involute/options/option_table.hpp"
#include "involute/options/run_request.hpp"
#include "involute/options/simulation_options.hpp"
#include "involute/options/solution.hpp"
#include "involute/options/solution_function.hpp"
#include "involute/options/solve_options.hpp"
// solving
#include "involute/drive/callable.hpp"
#include "involute/drive/checkpoint.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/drive/solve.hpp"
#include "involute/method/methods.hpp"
// files and words
#include "involute/output/csv.hpp"
#include "involute/output/formats.hpp"
#include "involute/output/formula.hpp"
#include "involute/output/json.hpp"
#include "involute/output/npz.hpp"
#include "involute/output/output_file.hpp"
#include "involute/output/words.hpp"
// many runs
#include "involute/sweep/basins.hpp"
#include "involute/sweep/file.hpp"
#include "involute/sweep/keep.hpp"
#include "involute/sweep/npz.hpp"
#include "involute/sweep/row.hpp"
#include "involute/sweep/samples.hpp"
#include "involute/sweep/study.hpp"
#include "involute/sweep/sweep.hpp"
// pictures
#include "involute/plot/braille.hpp"
#include "involute/plot/panels.hpp"
#include "involute/plot/plot.hpp"
#include "involute/plot/read.hpp"
#include "involute/plot/table.hpp"
#include "involute/report/report.hpp"
