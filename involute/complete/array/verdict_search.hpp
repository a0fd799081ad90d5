// SPDX-License-Identifier: Apache-2.0
// The search for points of a derivative array, level after level.
#pragma once

#include <vector>

#include "involute/complete/array/verdict_points.hpp"

namespace involute {

class ArraySearch {
public:
    /// wanted: at how many points ranks are taken.
    ArraySearch(const System& system, const DerivativeArray& array, const NaturalScale& scale,
                int wanted)
        : system_(system), array_(array), scale_(scale), wanted_(wanted)
    {
    }

    /// Points of the level, from those of the level below; if too few converge, new searches begin.
    /// Equations that depend on x may hold at the start and contradict each other a moment later:
    /// `x + y = 0` beside `x' + y' = t`. Where all points have the x of the start, one beside it is
    /// looked for. False where none is found.
    bool find(int level);

    /// Points from the start with 0 for whatever is not given, and from beside what that leads to:
    /// random numbers may lead to places where solution sets cross, which attract searches.
    void find_near_start(int level);

    /// The next level begins from these.
    void keep(std::vector<ArrayPoint> points) { points_ = std::move(points); }

    const std::vector<ArrayPoint>& points() const { return points_; }
    /// Where searches ended without a zero.
    const std::vector<ArrayPoint>& ends() const { return ends_; }

    /// A point of a level, from a new place.
    ArrayPoint elsewhere(int level) const;
    ArrayPoint approach(int variant, const JetPoint& first, int level) const
    {
        return approach_array(system_.graph, array_, scale_, variant, first, level);
    }

private:
    bool find_any(int level);
    bool holds_beside_the_start(int level);
    bool contains_x() const;

    const System& system_;
    const DerivativeArray& array_;
    const NaturalScale& scale_;
    int wanted_ = 1;
    std::vector<ArrayPoint> points_{}, ends_{};
};

}  // namespace involute
