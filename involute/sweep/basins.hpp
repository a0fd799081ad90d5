// SPDX-License-Identifier: Apache-2.0
// Where runs end up: ends that lie together are one basin.
#pragma once

#include <vector>

namespace involute {

struct Basins {
    std::vector<std::vector<double>>
        ends{};  // the first that was seen of each, largest basin first
    std::vector<long> sizes{};
    std::vector<int> of{};  // every run; -1: it has no end
};

/// Two ends are together where every number of them differs by less than this part of its range
/// over all runs, which is taken to be at least the one given, if one is. Throws an Error where
/// there are more than a thousand basins: the ends do not gather.
Basins basins_of(const std::vector<std::vector<double>>& ends,
                 const std::vector<double>& least_ranges = {}, double near = 1e-3);

}  // namespace involute
