// SPDX-License-Identifier: Apache-2.0
// Why does a walk in x end here? If the curve turns back in x a little further on, the solution
// y(x) ends at a fold (or an impasse point), and this finds the place.
#pragma once

#include <optional>
#include <vector>

#include "involute/drive/prepare.hpp"

namespace involute {

struct Fold {
    double x = 0;
    std::vector<double> row{};  // values there, if all are finite
    bool tops_finite = true;    // false: an impasse point, where a derivative becomes infinite
};

/// Where a walk in x gave up.
struct LastPoint {
    std::vector<double> p{}, z{};
    std::vector<double> invariant_values{};
    int direction = 1;  // of travel in x
};

/// Walks on along the curve in the direction of travel and looks for the place where x turns.
std::optional<Fold> find_fold(const CompletedSystem& completed, Scale scale, const LastPoint& last,
                              const SolveOptions& options);

}  // namespace involute
