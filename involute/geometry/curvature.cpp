// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/curvature.hpp"

#include <algorithm>
#include <cmath>

namespace involute {

template <class S>
ManifoldFrame<S>::ManifoldFrame(Geometry<S>& geometry, Metric metric, bool x_free)
    : geometry_(geometry),
      metric_(std::move(metric)),
      x_free_(x_free),
      normal_(geometry.completed().constraint_jacobian),
      second_(geometry)
{
    const SparsePattern& df = geometry.completed().constraint_jacobian;
    require_metric(metric_, df.columns);
    for (auto* list : {&point_, &lengths_}) list->resize(std::size_t(df.columns));
    for (auto* list : {&df_, &turned_}) list->resize(df.entries.size());
    for (auto* list : {&rows_, &mu_}) list->resize(std::size_t(df.rows));
}

template <class S>
Health ManifoldFrame<S>::stand(const S* p)
{
    std::copy(p, p + size(), point_.begin());
    lengths_at(metric_, p, size(), lengths_.data());
    if (!x_free_) lengths_[0] = S(0);
    geometry_.constraint_jacobian(p, df_.data());
    return normal_.stand(df_.data(), lengths_.data()) ? Health::good : Health::not_finite;
}

template <class S>
S ManifoldFrame<S>::dot(const S* u, const S* v) const
{
    S sum(0);
    for (std::size_t i = 0; i < lengths_.size(); ++i)
        if (lengths_[i] > S(0)) sum += (u[i] / lengths_[i]) * (v[i] / lengths_[i]);
    return sum;
}

template <class S>
S ManifoldFrame<S>::length(const S* v) const
{
    using std::sqrt;
    return sqrt(dot(v, v));
}

template <class S>
void ManifoldFrame<S>::second_fundamental(const S* u, const S* v, S* out)
{
    second_differential(u, v, rows_.data());
    for (S& value : rows_) value = -value;
    normal_.lift(rows_.data(), out);
}

template <class S>
void ManifoldFrame<S>::turn_normal(const S* v, const S* r, S* out)
{
    normal_.multipliers(r, mu_.data());
    second_.along(point_.data(), v, turned_.data());
    const auto& places = geometry_.completed().constraint_jacobian.entries;
    std::fill(out, out + size(), S(0));
    for (std::size_t e = 0; e < places.size(); ++e)
        out[places[e].column] += turned_[e] * mu_[places[e].row];
    for (int i = 0; i < size(); ++i) out[i] *= lengths_[i] * lengths_[i];
}

namespace {

/// ∇_T T for T = V/|V|: the part of ∇_V V across V, divided by |V|².
template <class S>
S geodesic_curvature(const ManifoldFrame<S>& frame, const CurveGeometry<S>& c)
{
    const S square = frame.dot(c.v.data(), c.v.data());
    const S along = frame.dot(c.nabla_v_v.data(), c.v.data()) / square;
    std::vector<S> across(c.nabla_v_v);
    for (std::size_t i = 0; i < across.size(); ++i) across[i] -= along * c.v[i];
    return frame.length(across.data()) / square;
}

}  // namespace

template <class S>
Health curve_geometry(ManifoldFrame<S>& frame, const SolutionSeries<S>& series, CurveGeometry<S>& c)
{
    const auto size = std::size_t(frame.size());
    for (auto* list : {&c.v, &c.c2, &c.c3, &c.nabla_v_v, &c.nabla_v_nabla_v_v, &c.s_v, &c.x})
        list->resize(size);
    std::vector<S> turned(size), rows(std::size_t(frame.rows()));
    series.derivative(0, turned.data());
    const Health health = frame.stand(turned.data());
    if (health != Health::good) return health;
    series.derivative(1, c.v.data());
    series.derivative(2, c.c2.data());
    series.derivative(3, c.c3.data());

    c.nabla_v_v = c.c2;
    frame.make_tangent(c.nabla_v_v.data());
    frame.second_fundamental(c.v.data(), c.v.data(), c.s_v.data());

    // π_t (π_t c'')' = π_t (c''' - π_n' c''), and π_t π_n' = π_t W df'ᵗ B⁻¹ df.
    frame.normal_space().differential(c.c2.data(), rows.data());
    frame.turn_normal(c.v.data(), rows.data(), turned.data());
    for (std::size_t i = 0; i < size; ++i) c.nabla_v_nabla_v_v[i] = c.c3[i] - turned[i];
    frame.make_tangent(c.nabla_v_nabla_v_v.data());

    frame.second_differential(c.v.data(), c.v.data(), rows.data());
    frame.turn_normal(c.v.data(), rows.data(), c.x.data());
    frame.make_tangent(c.x.data());

    c.normal_curvature = frame.length(c.s_v.data()) / frame.dot(c.v.data(), c.v.data());
    c.geodesic_curvature = geodesic_curvature(frame, c);
    return Health::good;
}

template class ManifoldFrame<double>;
template class ManifoldFrame<Quad>;
template Health curve_geometry(ManifoldFrame<double>&, const SolutionSeries<double>&,
                               CurveGeometry<double>&);
template Health curve_geometry(ManifoldFrame<Quad>&, const SolutionSeries<Quad>&,
                               CurveGeometry<Quad>&);

}  // namespace involute
