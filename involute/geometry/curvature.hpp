// SPDX-License-Identifier: Apache-2.0
// How M = {f = 0} lies in its space and how a curve lies in M (Tuomela, Arponen II, section 3):
//
//     dY(X) = ∇_X Y + S(X, Y),   ∇_X Y = π_t dY(X),   S(X, Y) = -W dfᵗ B⁻¹ d²f(X, Y),
//
// with W = diag(ℓ²), B = df W dfᵗ in a metric with units of length ℓ, fixed at the point.
#pragma once

#include <vector>

#include "involute/geometry/hessian.hpp"
#include "involute/geometry/metric.hpp"
#include "involute/geometry/normal_space.hpp"
#include "involute/geometry/solution_series.hpp"

namespace involute {

/// M at a point. With x held, x has no length: the geometry is that of M at fixed x, as used by
/// projections at fixed x.
template <class S>
class ManifoldFrame {
public:
    ManifoldFrame(Geometry<S>& geometry, Metric metric, bool x_free);

    /// not_finite where df is.
    Health stand(const S* p);
    NormalSpace<S>& normal_space() { return normal_; }
    int size() const { return int(lengths_.size()); }
    int rows() const { return int(rows_.size()); }

    S dot(const S* u, const S* v) const;
    S length(const S* v) const;
    /// v := π_t v; applied to dY(X) it is the covariant derivative ∇_X Y.
    void make_tangent(S* v) { normal_.make_tangent(v); }
    /// d²f(u, v), a number for every row of f.
    void second_differential(const S* u, const S* v, S* r) { second_.both(point_.data(), u, v, r); }
    /// S(u, v).
    void second_fundamental(const S* u, const S* v, S* out);
    /// W df'ᵗ B⁻¹ r, df' = d²f(v, .): how the normal W dfᵗ B⁻¹ r turns along v, up to normal parts.
    void turn_normal(const S* v, const S* r, S* out);

private:
    Geometry<S>& geometry_;
    Metric metric_;
    bool x_free_;
    NormalSpace<S> normal_;
    SecondDerivatives<S> second_;
    std::vector<S> point_, lengths_, df_, turned_, rows_, mu_;
};

/// The solution curve c at a point, V = c'.
template <class S>
struct CurveGeometry {
    std::vector<S> v{}, c2{}, c3{};      // c', c'', c'''
    std::vector<S> nabla_v_v{};          // π_t c''
    std::vector<S> nabla_v_nabla_v_v{};  // π_t (π_t c'')'
    std::vector<S> s_v{};                // S(V, V)
    std::vector<S> x{};                  // π_t((dV)ᵗ S_V) = π_t(W df'ᵗ B⁻¹ d²f(V, V))
    S normal_curvature{};                // |S(T, T)|, T = V/|V|
    S geodesic_curvature{};              // |∇_T T|
};

/// At the point p where `series` (of order 3 at least) stands; moves the frame there. What `out`
/// holds is used again.
template <class S>
Health curve_geometry(ManifoldFrame<S>& frame, const SolutionSeries<S>& series,
                      CurveGeometry<S>& out);

extern template class ManifoldFrame<double>;
extern template class ManifoldFrame<Quad>;
extern template Health curve_geometry(ManifoldFrame<double>&, const SolutionSeries<double>&,
                                      CurveGeometry<double>&);
extern template Health curve_geometry(ManifoldFrame<Quad>&, const SolutionSeries<Quad>&,
                                      CurveGeometry<Quad>&);

}  // namespace involute
