// SPDX-License-Identifier: Apache-2.0
// Points of M within the last step of a walk: at a given part θ of it, or where it meets an x.
#pragma once

#include <optional>
#include <vector>

#include "involute/method/methods.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/step/surface_problems.hpp"
#include "involute/step/walker.hpp"

namespace involute {

/// A walk in x or along the curve, by its problem.
template <class P>
inline constexpr bool is_along_curve = std::is_same_v<P, CurveProblem<typename P::Scalar>>;

template <class P>
class StepPoints {
public:
    using S = typename P::Scalar;

    StepPoints(P& problem, Walker<S>& walker, const MethodEntry& method,
               const SolveOptions& options);

    /// The point at θ; with fixed_x at exactly this x where that is possible.
    bool at(S theta, S* p, const S* fixed_x = nullptr);
    /// The first θ > theta_from at which x is met, on the dense output.
    std::optional<S> passage(S x, S theta_from);

private:
    bool exact(S theta, S* p, const S* fixed_x);

    P& problem_;
    Walker<S>& walker_;
    const SolveOptions& options_;
    bool steps_within_ = false;  // the method's own interpolant is far below its order
    std::vector<S> point_, slope_;
};

extern template class StepPoints<XProblem<double>>;
extern template class StepPoints<XProblem<Quad>>;
extern template class StepPoints<CurveProblem<double>>;
extern template class StepPoints<CurveProblem<Quad>>;

}  // namespace involute
