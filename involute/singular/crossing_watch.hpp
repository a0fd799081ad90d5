// SPDX-License-Identifier: Apache-2.0
// Did a step of a walk in x jump over a point where branches of the positions of a mechanism cross?
// det J only touches zero there, but the minors of the constraints' differentials, whose vector is
// tangent to the positions, pass through zero: it comes out reversed.
#pragma once

#include <vector>

#include "involute/singular/crossing.hpp"

namespace involute {

template <class S>
class CrossingWatch {
public:
    explicit CrossingWatch(Geometry<S>& geometry);

    /// The constraints leave positions one degree of freedom: only then is such a point met at all,
    /// and not missed.
    bool possible() const { return !levels_.empty(); }
    /// Are the tangents reversed between two points of M not far from each other?
    bool reversed(const S* p, const S* q);

private:
    Eigen::VectorXd tangent(const ConstraintLevel& level, const S* p);
    std::vector<Eigen::VectorXd> tangents(const S* p);

    Geometry<S>& geometry_;
    std::vector<ConstraintLevel> levels_;
    std::vector<S> entries_;
    // Of the point asked for last: mostly the next step begins there.
    std::vector<S> last_{};
    std::vector<Eigen::VectorXd> tangents_there_{};
};

extern template class CrossingWatch<double>;
extern template class CrossingWatch<Quad>;

}  // namespace involute
