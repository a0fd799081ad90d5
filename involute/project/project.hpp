// SPDX-License-Identifier: Apache-2.0
// Moving a nearby point to the manifold M = {g = 0, invariants = their values}.
//
// At fixed x without invariants: sweeps with J, stage by stage (docs/theory.md, section 2). With
// invariants, or with x free (along a curve): the shortest correction in the user's scale. Either
// is a smooth retraction, so a Runge-Kutta step followed by it keeps its order.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/project/minimum_norm.hpp"
#include "involute/project/scaled_iteration.hpp"

namespace involute {

template <class S>
class Projector {
public:
    Projector(Geometry<S>& geometry, Scale scale);

    /// Moves p to M. An increment below `tolerance` in scale may be accepted where round-off
    /// allows no smaller one.
    Projection at_fixed_x(S* p, double tolerance);
    Projection with_x_free(S* p, double tolerance);
    /// The shortest correction at fixed x: needs no factors of J, so it serves near folds too.
    Projection shortest_at_fixed_x(S* p, double tolerance);

    /// How sweeps come to their end.
    const ScaledIteration<S>& iteration() const { return iteration_; }

    long count = 0;  // projections made

private:
    Projection shortest(S* p, double tolerance, bool x_free);

    Geometry<S>& geometry_;
    std::vector<S> floors_;  // squares
    MinimumNorm<S> minimum_norm_;
    ScaledIteration<S> iteration_;
    std::vector<S> weights_, residual_, entries_, delta_;
};

extern template class Projector<double>;
extern template class Projector<Quad>;

}  // namespace involute
