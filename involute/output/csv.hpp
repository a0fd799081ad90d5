// SPDX-License-Identifier: Apache-2.0
// Comma-separated values: the header `t,x,x',…`, then the rows. Every number is the shortest text
// that reads back to the same double, or 36 digits where the run had quadruple precision.
//
//     write_csv(std::cout, solve(system));
//
// or row by row as they are made, so that memory does not grow with their number:
//
//     CsvStream rows(std::cout);
//     options.stream = [&](const PassingRow& row) { rows.begin("t", row.names); return
//     rows.row(row); }; const Solution s = solve(system, options); rows.finish();
#pragma once

#include <iosfwd>
#include <memory>
#include <span>
#include <string>

#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

/// Rows of sections and events are not in it (json and npz have them). The stream tells whether it
/// could be written.
void write_csv(std::ostream& out, const Solution& solution);

/// Lines are written whole, several at a time, and at least every 0.2 s where there are rows: who
/// is cut off in between has whole rows.
class CsvStream {
public:
    explicit CsvStream(std::ostream& out);
    ~CsvStream();
    CsvStream(const CsvStream&) = delete;
    CsvStream& operator=(const CsvStream&) = delete;

    /// The header, once: calls after the first do nothing.
    void begin(const std::string& independent, std::span<const std::string> names);
    /// In place of begin, where the header is there already.
    void go_on(std::span<const std::string> names);
    /// In the columns of the header, by name. False if it could not be written.
    bool row(const PassingRow& row);
    /// Writes what is left. False if it could not be written.
    bool finish();
    /// The errno of what could not be written first.
    int failure() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace involute
