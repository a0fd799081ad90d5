// SPDX-License-Identifier: Apache-2.0
// Work and precision of one solver: measured points, and the time for a wanted number of digits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/run.hpp"

namespace bench {

struct Point {
    std::string setting{};
    double tolerance = 0;
    double digits = 0;
    double seconds = 0;
    Run run{};
};

/// CPU time for that many digits: log-linear between neighbours on the front of points that no
/// other point beats in both digits and time. Absent beyond the most accurate point; below the
/// least accurate one, the time of the cheapest point that is good enough.
std::optional<double> seconds_for(std::vector<Point> points, double digits);

}  // namespace bench
