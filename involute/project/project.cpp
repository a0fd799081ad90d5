// SPDX-License-Identifier: Apache-2.0
#include "involute/project/project.hpp"

#include <cmath>

namespace involute {

template <class S>
Projector<S>::Projector(Geometry<S>& geometry, Scale scale)
    : geometry_(geometry),
      minimum_norm_(geometry.completed().constraint_jacobian),
      iteration_(floors_of(scale, geometry.layout()), {}),
      weights_(geometry.layout().size),
      residual_(geometry.completed().constraint_nodes.size()),
      entries_(geometry.completed().constraint_jacobian.entries.size()),
      delta_(geometry.layout().size)
{
    for (const double floor : floors_of(scale, geometry.layout()))
        floors_.push_back(S(floor) * S(floor));
}

template <class S>
Projection Projector<S>::shortest(S* p, double tolerance, bool x_free)
{
    const int size = geometry_.layout().size;
    // (|p| + floor)² without its corner at 0, where it would cost a method its order.
    for (int i = 0; i < size; ++i) weights_[i] = p[i] * p[i] + floors_[i];
    if (!x_free) weights_[0] = S(0);
    ++count;
    return iteration_.run(p, tolerance, [&]() -> Factored {
        geometry_.constraints(p, residual_.data());
        geometry_.constraint_jacobian(p, entries_.data());
        if (!minimum_norm_.correct(entries_.data(), weights_.data(), residual_.data(),
                                   delta_.data()))
            return {Health::not_finite, false};
        for (int i = 0; i < size; ++i) p[i] += delta_[i];
        return {};
    });
}

template <class S>
Projection Projector<S>::shortest_at_fixed_x(S* p, double tolerance)
{
    if (residual_.empty()) return {.converged = true};
    return shortest(p, tolerance, false);
}

template <class S>
Projection Projector<S>::at_fixed_x(S* p, double tolerance)
{
    if (geometry_.completed().invariants > 0) return shortest(p, tolerance, false);
    if (geometry_.layout().stages == 0) return {.converged = true};
    ++count;
    return iteration_.run(p, tolerance, [&] { return geometry_.sweep(p); });
}

template <class S>
Projection Projector<S>::with_x_free(S* p, double tolerance)
{
    if (residual_.empty()) return {.converged = true};
    return shortest(p, tolerance, true);
}

template class Projector<double>;
template class Projector<Quad>;

}  // namespace involute
