// SPDX-License-Identifier: Apache-2.0
// Results as Markdown tables.
#pragma once

#include <string>
#include <vector>

#include "bench/front.hpp"
#include "bench/variant.hpp"

namespace bench {

struct Measured {
    Side side = Side::peer;
    std::string name{};
    std::vector<Point> points{};
};

/// Every measured point of one problem.
void print_points(const std::string& problem, const std::vector<Measured>& solvers);

/// Time for 4, 6, 8 and 10 digits, and each solver's time over the fastest of ours.
void print_summary(const std::string& problem, const std::vector<Measured>& solvers);

}  // namespace bench
