// SPDX-License-Identifier: Apache-2.0
// What a run gave, as named columns of numbers: from a Solution, or read back from a file. And
// pictures of columns.
//
//     const Results results = results_of(solution);
//     write_svg("phase.svg", figure(plane_of(results.table, "x", {"x'"})));
//
// plane_of and space_of throw an Error, with a suggestion, for a column that is not there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "involute/options/solution.hpp"
#include "involute/plot/plot.hpp"

namespace involute::plot {

struct Table {
    std::vector<std::string> names{};            // the independent variable first
    std::vector<std::vector<double>> columns{};  // one a name, equally long
    std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
};

/// The rows of a run, and those recorded at its sections and events.
struct Results {
    struct Record {
        std::string name{};
        Table table{};
    };
    Table table{};
    std::vector<Record> records{};
};

Results results_of(const Solution& solution);

/// Throws Error, with a suggestion, if there is no column of this name.
const std::vector<double>& column(const Table& table, std::string_view name);

/// The records of this section or event. Throws Error, with a suggestion, if there is none.
const Table& record(const Results& results, std::string_view name);

/// The columns `y` against the column `x`: one curve each, named in the legend, or on the axis if
/// there is only one.
Axes plane_of(const Table& table, const std::string& x, const std::vector<std::string>& y);

/// The curve of three columns.
Space space_of(const Table& table, const std::string& x, const std::string& y,
               const std::string& z);

}  // namespace involute::plot
