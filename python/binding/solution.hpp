// SPDX-License-Identifier: Apache-2.0
// A solution as Python holds it: its rows in one piece of memory, which numpy sees without a copy.
#pragma once

#include <memory>
#include <vector>

#include "involute/options/solution.hpp"
#include "python/binding/binding.hpp"

namespace binding {

struct Run {
    involute::Solution solution{};  // its rows are in the table
    std::vector<double> table{};    // row after row
    std::size_t rows = 0;
    std::size_t columns = 0;
};

/// Needs no GIL: rows go into the table one after the other, each let go as it is copied.
std::shared_ptr<Run> run_of(involute::Solution solution);

py::dict statistics_of(const involute::Statistics& statistics);

}  // namespace binding
