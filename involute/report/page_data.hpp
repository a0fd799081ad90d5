// SPDX-License-Identifier: Apache-2.0
// The numbers of a page, as its script reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// A part of the page that is other with another run: the element's id, and what stands in it.
struct ChangingPart {
    std::string_view id{};
    std::string html{};
};

struct DataWishes {
    bool all_rows = false;
    std::string live{};                 // where the page asks for another run
    std::vector<ChangingPart> parts{};  // to be put in place of those there
};

/// A JSON object, safe within an element <script>.
std::string data_text(const System& system, const Solution& solution, const PageContents& contents,
                      const DataWishes& wishes);

/// What is seen of another run while a slider moves: curves of these columns (by their numbers
/// among the names), the motion, marks and parts; few points, and no residuals. The graph of the
/// system grows.
std::string glance_text(System& system, const Solution& solution,
                        const std::vector<std::size_t>& columns,
                        const std::vector<ChangingPart>& changed);

}  // namespace involute::report
