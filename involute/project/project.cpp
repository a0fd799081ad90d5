// SPDX-License-Identifier: Apache-2.0
#include "involute/project/project.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

constexpr int most_iterations = 8;
// Newton's error after an increment δ is C δ²; before C can be measured it is taken as this.
constexpr double first_curvature = 1e3;

/// Where increments end: a few hundred roundings of the numbers themselves.
template <class S>
double certificate_level()
{
    return 500 * to_double(unit_roundoff<S>());
}

}  // namespace

template <class S>
Projector<S>::Projector(Geometry<S>& geometry, Scale scale)
    : geometry_(geometry),
      scale_(scale),
      minimum_norm_(geometry.completed().constraint_jacobian),
      before_(geometry.layout().size),
      start_(geometry.layout().size),
      weights_(geometry.layout().size),
      residual_(geometry.completed().constraint_nodes.size()),
      entries_(geometry.completed().constraint_jacobian.entries.size()),
      delta_(geometry.layout().size)
{
}

template <class S>
template <class Correct>
Projection Projector<S>::iterate(S* p, double tolerance, Correct&& correct)
{
    using std::abs;
    const int size = geometry_.layout().size;
    const double target = certificate_level<S>();
    std::copy(p, p + size, start_.begin());
    const auto distance = [&](const std::vector<S>& from) {
        double worst = 0;
        for (int i = 0; i < size; ++i)
            worst =
                std::max(worst, to_double(S(abs(p[i] - from[i]) / (abs(p[i]) + S(scale_.floor)))));
        return worst;
    };

    ++count;
    Projection result;
    double last = 0;
    for (int k = 0; k < most_iterations; ++k) {
        std::copy(p, p + size, before_.begin());
        const Factored found = correct();
        result.health = found.health;
        result.negative = found.negative;
        result.iterations = k + 1;
        if (found.health != Health::good) return result;
        const double increment = distance(before_);
        if (!std::isfinite(increment)) {
            result.health = Health::not_finite;
            return result;
        }
        const double curvature = k == 0 ? first_curvature : increment / (last * last);
        const bool stagnant = k > 0 && increment > 0.1 * last;
        if (increment <= target || curvature * increment * increment <= target ||
            (stagnant && increment <= 1e-2 * tolerance)) {
            result.converged = true;
            result.moved = distance(start_);
            return result;
        }
        if (stagnant) break;
        last = increment;
    }
    result.moved = distance(start_);
    return result;
}

template <class S>
Projection Projector<S>::shortest(S* p, double tolerance, bool x_free)
{
    using std::abs;
    const int size = geometry_.layout().size;
    for (int i = 0; i < size; ++i) {
        const S s = abs(p[i]) + S(scale_.floor);
        weights_[i] = s * s;
    }
    if (!x_free) weights_[0] = S(0);
    return iterate(p, tolerance, [&]() -> Factored {
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
    return iterate(p, tolerance, [&] { return geometry_.sweep(p); });
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
