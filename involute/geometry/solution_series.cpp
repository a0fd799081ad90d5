// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/solution_series.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

/// T, then the entries of J.
std::vector<NodeId> matrix_nodes(const CompletedSystem& c)
{
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < c.structure.c.size(); ++i)
        nodes.push_back(c.structure.derivatives[i][c.structure.c[i]]);
    nodes.insert(nodes.end(), c.jacobian_nodes.begin(), c.jacobian_nodes.end());
    return nodes;
}

}  // namespace

template <class S>
SolutionSeries<S>::SolutionSeries(Geometry<S>& geometry, int order)
    : geometry_(geometry),
      order_(order),
      part_(subgraph(geometry.completed().system.graph, matrix_nodes(geometry.completed()))),
      solver_(geometry.layout().unknowns, geometry.completed().jacobian.entries),
      bordered_(geometry.layout().unknowns + 1, bordered_pattern(geometry.completed()))
{
    const auto n = std::size_t(geometry.layout().unknowns);
    const auto size = std::size_t(geometry.layout().size);
    const Series<S> zeros = series_detail::zeros<S>(std::size_t(order) + 1);
    values_.resize(part_.visits.size());
    for (auto* list : {&point_, &slope_, &weights_}) list->assign(size, zeros);
    tops_.assign(n, zeros);
    null_.assign(n + 1, zeros);
    for (auto* list : {&z_, &rows_}) list->assign(n, S(0));
    entries_.resize(geometry.completed().jacobian.entries.size());
    matrix_.resize(n + entries_.size() + n + 1);
    rhs_.resize(n + 1);
    direction_.resize(size);
}

template <class S>
void SolutionSeries<S>::derivative(int k, S* out) const
{
    S factorial(1);
    for (int i = 2; i <= k; ++i) factorial *= S(i);
    for (std::size_t i = 0; i < point_.size(); ++i) out[i] = factorial * point_[i].c[k];
}

template <class S>
void SolutionSeries<S>::expand(int k)
{
    const CompletedSystem& c = geometry_.completed();
    const auto leaf = [&](NodeId id) {
        const Node node = c.system.graph[id];
        const bool is_top = node.op == Op::jet && !c.layout.in_point(int(node.a), int(node.b));
        const Series<S>& whole = is_top ? tops_[node.a] : point_[position_of(c, id)];
        return Series<S>(std::vector<S>(whole.c.begin(), whole.c.begin() + k + 1));
    };
    for (std::size_t i = 0; i < part_.visits.size(); ++i) {
        const Visit& visit = part_.visits[i];
        values_[i] = node_value<Series<S>>(c.system.graph, visit.id, values_.data() + visit.a,
                                           values_.data() + visit.b, leaf);
    }
}

template <class S>
void SolutionSeries<S>::reset(const S* p)
{
    for (auto* list : {&point_, &tops_, &null_, &slope_})
        for (Series<S>& series : *list) std::fill(series.c.begin(), series.c.end(), S(0));
    for (std::size_t i = 0; i < point_.size(); ++i) point_[i].c[0] = p[i];
}

// ---- x is the parameter

template <class S>
Health SolutionSeries<S>::in_x(const S* p)
{
    reset(p);
    const Factored found = geometry_.field(p, z_.data());
    if (found.health != Health::good) return found.health;
    geometry_.matrix(p, z_.data(), rows_.data(), entries_.data());
    if (!solver_.factor(entries_.data())) return Health::singular;
    for (int k = 0;; ++k) {
        for (std::size_t j = 0; j < tops_.size(); ++j) tops_[j].c[k] = z_[j];
        extend_point(k);
        if (k + 1 == order_) return Health::good;
        expand(k + 1);
        for (std::size_t i = 0; i < z_.size(); ++i)
            z_[i] = -values_[part_.roots[i]][std::size_t(k) + 1];
        solver_.solve(z_.data());
    }
}

/// c_{k+1} = V_k / (k + 1), V = (1; shifted jets; z).
template <class S>
void SolutionSeries<S>::extend_point(int k)
{
    const Layout& l = geometry_.layout();
    const S next(k + 1);
    point_[0].c[k + 1] = S(k == 0 ? 1 : 0);
    for (int j = 0; j < l.unknowns; ++j) {
        const int first = l.offset[j];
        for (int i = 0; i + 1 < l.d[j]; ++i)
            point_[first + i].c[k + 1] = point_[first + i + 1].c[k] / next;
        if (l.d[j] > 0) point_[first + l.d[j] - 1].c[k + 1] = tops_[j].c[k] / next;
    }
}

// ---- arclength is the parameter

template <class S>
Health SolutionSeries<S>::in_arclength(const S* p, const S* towards, const Metric& metric)
{
    using std::isfinite;
    reset(p);
    take_scale(0, metric);
    std::fill(z_.begin(), z_.end(), S(0));  // r is T without its tops
    if (!start_on_curve(p, towards)) {
        for (const S& value : matrix_)
            if (!isfinite(value)) return Health::not_finite;
        return Health::singular;
    }
    for (int k = 0;; ++k) {
        for (std::size_t i = 0; i < point_.size(); ++i)
            point_[i].c[k + 1] = slope_[i].c[k] / S(k + 1);
        if (k + 1 == order_) return Health::good;
        take_scale(k + 1, metric);
        continue_on_curve(k + 1);
    }
}

/// The weights 1/ℓ² of the squares of c', to degree k.
template <class S>
void SolutionSeries<S>::take_scale(int k, const Metric& metric)
{
    const bool moves = metric.kind == Metric::Kind::scaled;
    if (k > 0 && !moves) return;
    const Series<S> one(1);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        const std::vector<S>& c = point_[i].c;
        const Series<S> p(std::vector<S>(c.begin(), c.begin() + k + 1));
        const Series<S> length(S(metric.kind == Metric::Kind::given ? metric.lengths[i] : 1));
        const Series<S> floor{S(metric.floor_of(i))};
        weights_[i] = one / (moves ? p * p + floor * floor : length * length);
    }
}

/// Factors [C; bᵗ] with b u = <direction, c'(u)>.
template <class S>
bool SolutionSeries<S>::factor_bordered(const S* p, const S* direction)
{
    const Layout& l = geometry_.layout();
    std::copy(rows_.begin(), rows_.end(), matrix_.begin());
    std::copy(entries_.begin(), entries_.end(), matrix_.begin() + std::ptrdiff_t(rows_.size()));
    S* const border = matrix_.data() + rows_.size() + entries_.size();
    const auto weighted = [&](int i) { return S(weights_[i][0] * direction[i]); };
    border[0] = weighted(0);
    for (int j = 0; j < l.unknowns; ++j) {
        const int first = l.offset[j];
        for (int i = 0; i + 1 < l.d[j]; ++i) border[0] += weighted(first + i) * p[first + i + 1];
        border[j + 1] = l.d[j] > 0 ? weighted(first + l.d[j] - 1) : S(0);
    }
    return bordered_.factor(matrix_.data()) && bordered_.pivot_ratio() >= singular_ratio;
}

/// u_0 with |c'| = 1; leaves the matrix bordered by c' itself.
template <class S>
bool SolutionSeries<S>::start_on_curve(const S* p, const S* towards)
{
    using std::sqrt;
    geometry_.matrix(p, z_.data(), rows_.data(), entries_.data());
    if (!factor_bordered(p, towards)) return false;
    std::fill(rhs_.begin(), rhs_.end(), S(0));
    rhs_.back() = S(1);
    bordered_.solve(rhs_.data());
    for (std::size_t j = 0; j < null_.size(); ++j) null_[j].c[0] = rhs_[j];
    embed(0);
    const S speed = sqrt(S(S(2) * half_square(0)));
    for (auto* list : {&null_, &slope_})
        for (Series<S>& series : *list) series.c[0] /= speed;
    for (std::size_t i = 0; i < direction_.size(); ++i) direction_[i] = slope_[i].c[0];
    return factor_bordered(p, direction_.data());
}

template <class S>
void SolutionSeries<S>::continue_on_curve(int k)
{
    expand(k);
    std::fill(rhs_.begin(), rhs_.end(), S(0));
    const std::size_t n = rows_.size();
    const auto subtract = [&](std::size_t row, const Series<S>& factor, const Series<S>& u) {
        for (int i = 1; i <= k; ++i) rhs_[row] -= factor[std::size_t(i)] * u.c[k - i];
    };
    for (std::size_t i = 0; i < n; ++i) subtract(i, values_[part_.roots[i]], null_[0]);
    const auto& places = geometry_.completed().jacobian.entries;
    for (std::size_t e = 0; e < places.size(); ++e)
        subtract(std::size_t(places[e].row), values_[part_.roots[n + e]],
                 null_[places[e].column + 1]);
    embed(k);  // with u_k = 0 still
    rhs_[n] = -half_square(k);
    bordered_.solve(rhs_.data());
    for (std::size_t j = 0; j <= n; ++j) null_[j].c[k] = rhs_[j];
    embed(k);
}

/// Coefficient k of <c', c'>/2.
template <class S>
S SolutionSeries<S>::half_square(int k) const
{
    S sum(0);
    for (std::size_t i = 0; i < slope_.size(); ++i)
        sum += (weights_[i] * (slope_[i] * slope_[i]))[std::size_t(k)];
    return sum / S(2);
}

/// Coefficient k of c' = (ξ; ξ y^(l+1); ζ).
template <class S>
void SolutionSeries<S>::embed(int k)
{
    const Layout& l = geometry_.layout();
    const auto degree = std::size_t(k);
    slope_[0].c[k] = null_[0].c[k];
    for (int j = 0; j < l.unknowns; ++j) {
        const int first = l.offset[j];
        for (int i = 0; i + 1 < l.d[j]; ++i)
            slope_[first + i].c[k] =
                series_detail::convolution(null_[0], point_[first + i + 1], degree, 0, degree);
        if (l.d[j] > 0) slope_[first + l.d[j] - 1].c[k] = null_[j + 1].c[k];
    }
}

template class SolutionSeries<double>;
template class SolutionSeries<Quad>;

}  // namespace involute
