// SPDX-License-Identifier: Apache-2.0
// What is kept of a run: numbers, not rows, so that memory does not grow with the runs.
//
//     x(end), x'(start)      where the run ended and where it began; any expression: x^2+y^2(end)
//     max(lambda), min(x)    along the whole way, between steps too
//     t(hit), x(hit)         where the section or event `hit` was first crossed
//     crossings(hit)         how often it was
//     x at 0,1,2             there
//     rows                   alone: the rows that option `sampling` asks for, with `columns`
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "involute/drive/simulation.hpp"

namespace involute {

/// Columns that every sweep has, beside those of samples and of what is kept.
inline constexpr std::string_view own_columns[] = {"run", "code", "reason"};

struct Kept {
    enum class What { end, start, first_crossing, crossings, largest, smallest, at };
    std::string name{};  // as it was asked for: the head of its column
    What what = What::end;
    std::string expression{};  // of unknowns; one of Keep::columns
    std::string crossing{};    // the section or event
    double at = 0;             // where, in the independent variable
};

struct Keep {
    std::vector<Kept> entries{};
    std::vector<std::string> columns{};  // the expressions that runs are asked for
    /// > 0: rows are kept instead, so many of every run: x, and the columns. Those behind the end
    /// of a run are not numbers.
    long rows = 0;
    Sampling sampling{};  // which rows
    std::string independent{};

    /// Heads of the columns of a file, and how many numbers are kept of a run.
    std::vector<std::string> names() const;
    std::size_t numbers() const { return names().size() * std::size_t(rows > 0 ? rows : 1); }
};

/// Reads a list as above; an empty text stands for every column of the simulation at the end.
/// Throws an Error that says what is wrong.
Keep read_keep(std::string_view text, const Simulation& simulation);

/// What a run must return for it.
RunRequest request_for(const Keep& keep);

/// The numbers of a run that did what was asked. Not a number: it was not crossed, or never there.
std::vector<double> reduced(const Solution& solution, const Keep& keep);

}  // namespace involute
