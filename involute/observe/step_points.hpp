// SPDX-License-Identifier: Apache-2.0
// Points of M within the last step of a walk: at a given part θ of it, or where it meets an x.
#pragma once

#include <optional>
#include <vector>

#include "involute/method/methods.hpp"
#include "involute/options/choices.hpp"
#include "involute/step/walker.hpp"

namespace involute {

template <class S>
class StepPoints {
public:
    StepPoints(Problem<S>& problem, Walker<S>& walker, const MethodEntry& method,
               Interpolation interpolation, double tolerance);

    /// The point at θ; with fixed_x at exactly this x where that is possible.
    bool at(S theta, S* p, const S* fixed_x = nullptr);
    /// The first θ > theta_from at which x is met, on the dense output.
    std::optional<S> passage(S x, S theta_from);

private:
    bool exact(S theta, S* p, const S* fixed_x);

    Problem<S>& problem_;
    Walker<S>& walker_;
    Interpolation interpolation_;
    double tolerance_;
    bool steps_within_ = false;  // the method's own interpolant is far below its order
    std::vector<S> point_, slope_;
};

extern template class StepPoints<double>;
extern template class StepPoints<Quad>;

}  // namespace involute
