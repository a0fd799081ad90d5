// SPDX-License-Identifier: Apache-2.0
// What a run and an analysis both may report of a system.
#pragma once

#include <string>
#include <vector>

namespace involute {

/// A way out of a singular point, or a solution through the start.
struct BranchReport {
    std::string description{};
    std::vector<double> direction{};  // of (x; coordinates), of length 1 in scale; or tops
    bool followed = false;
};

/// A component of the set that the constraints describe.
struct ComponentReport {
    int dimension = 0;
    std::vector<std::string> equations{};
    bool contains_start = false;
    bool chosen = false;
};

}  // namespace involute
