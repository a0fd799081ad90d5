// SPDX-License-Identifier: Apache-2.0
// The numbers of a page, as its script reads them.
#pragma once

#include <string>

#include "involute/options/analysis.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/plot/table.hpp"
#include "involute/report/scene.hpp"
#include "involute/report/strips.hpp"

namespace involute::report {

/// What is computed for a page.
struct PageContents {
    Scene scene{};
    Strips strips{};
    plot::Table table{};
};

/// The graph of the system grows.
PageContents contents_of(System& system, const Analysis& analysis, const SolveOptions& options,
                         const Solution& solution);

/// A JSON object, safe within an element <script>. `live` is where the page asks for another run.
std::string data_text(const System& system, const Solution& solution, const PageContents& contents,
                      bool all_rows, const std::string& live);

}  // namespace involute::report
