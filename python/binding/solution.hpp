// SPDX-License-Identifier: Apache-2.0
// A solution as Python holds it: its rows in one piece of memory, which numpy sees without a copy.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "involute/options/solution.hpp"
#include "python/binding/binding.hpp"

namespace binding {

struct Run {
    explicit Run(involute::Solution told);

    involute::Solution solution;  // its rows are in the table
    std::size_t rows, columns;

    /// Row after row. Made when it is first asked for, so that Ctrl-C after millions of rows
    /// returns at once. Needs no GIL, and several threads may ask.
    const double* table();

private:
    std::vector<std::vector<double>> kept_;
    std::once_flag made_{};
    std::vector<double> table_{};
};

/// Needs no GIL.
std::shared_ptr<Run> run_of(involute::Solution solution);

py::dict statistics_of(const involute::Statistics& statistics);

}  // namespace binding
