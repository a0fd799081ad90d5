// SPDX-License-Identifier: Apache-2.0
// Moving a nearby point to the manifold M = {g = 0, invariants = their values}.
//
// At fixed x without invariants: sweeps with J, stage by stage (mathematics 1.3). With invariants,
// or with x free (along a curve): the shortest correction in the user's scale. Either is a smooth
// retraction, so a Runge-Kutta step followed by it keeps its order.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/project/minimum_norm.hpp"

namespace involute {

/// The scale of a value, one for the whole library: s = |value| + atol / rtol.
struct Scale {
    double floor = 1e-2;  // atol / rtol
};

struct Projection {
    bool converged = false;
    Health health = Health::good;
    bool negative = false;  // the sign of det J, where J was factored
    double moved = 0;       // largest change of a coordinate, in scale
    int iterations = 0;
};

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

    long count = 0;  // projections made

private:
    template <class Correct>
    Projection iterate(S* p, double tolerance, Correct&& correct);
    Projection shortest(S* p, double tolerance, bool x_free);

    Geometry<S>& geometry_;
    Scale scale_;
    MinimumNorm<S> minimum_norm_;
    std::vector<S> before_, start_, weights_, residual_, entries_, delta_;
};

extern template class Projector<double>;
extern template class Projector<Quad>;

}  // namespace involute
