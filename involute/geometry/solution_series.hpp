// SPDX-License-Identifier: Apache-2.0
// The first few derivatives of the solution c through a point, in the parametrisation in use, by
// series arithmetic on the equations. One factored matrix serves all orders:
//
//   x:          T(p, z) = 0 at order k is J z_k = -T_k, T_k taken with z_k = 0;
//   arclength:  C(p) u = 0, C = (r | J), is C_0 u_k = -Σ_{i>=1} C_i u_{k-i}, bordered by the
//               normalisation of c' = (ξ; ξ y^(l+1); ζ), u = (ξ, ζ): regular at folds too.
#pragma once

#include <vector>

#include "involute/expr/series.hpp"
#include "involute/geometry/geometry.hpp"
#include "involute/geometry/metric.hpp"

namespace involute {

template <class S>
class SolutionSeries {
public:
    /// Derivatives up to `order` >= 1.
    SolutionSeries(Geometry<S>& geometry, int order);

    int order() const { return order_; }
    /// With x as the parameter; the order of elimination must have been chosen.
    Health in_x(const S* p);
    /// With arclength in the metric as the parameter, in the direction in which <c', towards> > 0;
    /// the metric's scale moves along with the point. The system must be affine in all tops
    /// jointly.
    Health in_arclength(const S* p, const S* towards, const Metric& metric);

    /// The k-th derivative of c, k <= order, at the point of the last call.
    void derivative(int k, S* out) const;

private:
    void reset(const S* p);
    /// values_ to degree k, from point_ and tops_.
    void expand(int k);
    void extend_point(int k);
    void take_scale(int k, const Metric& metric);
    bool factor_bordered(const S* p, const S* direction);
    bool start_on_curve(const S* p, const S* towards);
    void continue_on_curve(int k);
    S half_square(int k) const;
    void embed(int k);

    Geometry<S>& geometry_;
    int order_;
    Subgraph part_;  // T, then the entries of J
    LinearSolver<S> solver_, bordered_;
    std::vector<Series<S>> values_;        // of part_
    std::vector<Series<S>> point_, tops_;  // c and z
    std::vector<Series<S>> null_, slope_;  // u and c', along a curve
    std::vector<Series<S>> weights_;       // 1/ℓ²
    std::vector<S> z_, rows_, entries_, matrix_, rhs_, direction_;
};

extern template class SolutionSeries<double>;
extern template class SolutionSeries<Quad>;

}  // namespace involute
