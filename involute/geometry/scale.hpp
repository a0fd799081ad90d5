// SPDX-License-Identifier: Apache-2.0
// The scale of a value along a run: s = |value| + atol / rtol, where an unknown may have a
// tolerance of its own. Starts have a scale of their own, which tolerances do not change
// (project/start_sizes.hpp): there this is a part of a natural size.
#pragma once

#include <memory>
#include <vector>

#include "involute/geometry/layout.hpp"
#include "involute/system/tolerances.hpp"

namespace involute {

struct Scale {
    double floor = 1e-2;  // atol / rtol
    /// The same of unknowns with a tolerance of their own, as OwnTolerances are; absent: none.
    std::shared_ptr<const OwnTolerances> own{};

    /// Of a derivative of an unknown of the system that is walked.
    double of(int unknown, int order) const
    {
        if (!own || std::size_t(unknown) >= own->size()) return floor;
        const std::vector<double>& floors = (*own)[std::size_t(unknown)];
        if (floors.empty()) return floor;
        return floors[std::size_t(order) < floors.size() ? std::size_t(order) : floors.size() - 1];
    }
};

/// Of every number of a point p, x first; with tops: then of every highest derivative.
std::vector<double> floors_of(const Scale& scale, const Layout& layout, bool with_tops = false);

}  // namespace involute
