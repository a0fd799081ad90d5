// SPDX-License-Identifier: Apache-2.0
#include "involute/step/surface_problems.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/base/state_limits.hpp"

namespace involute {
namespace {

template <class S>
void note(SeenDeterminant<S>& seen, const S& x, const S& value)
{
    seen.x = x;
    seen.last = value;
    if (value < seen.lowest) seen.lowest = value;
}

}  // namespace

template <class S>
Work SurfaceProblem<S>::work() const
{
    const GeometryCounts& counts = geometry_.counts;
    return {.evaluations = counts.fields,
            .matrices = counts.jacobians,
            .eliminations = counts.fields + counts.sweeps,
            .factorizations = counts.factorizations,
            .projections = projection_.count()};
}

template <class S>
XProblem<S>::XProblem(Geometry<S>& geometry, Scale scale, const ProjectionChoice& style,
                      Distribution distribution)
    : SurfaceProblem<S>(geometry, scale, style, false),
      scale_(scale),
      z_(geometry.layout().unknowns),
      looked_at_(geometry.layout().unknowns)
{
    if (distribution == Distribution::null_space) null_.emplace(geometry);
}

template <class S>
Factored XProblem<S>::find_tops(const S* p, S* z)
{
    if (!null_) return geometry_.field(p, z);
    const Factored found = null_->find(p);
    if (found.health == Health::good) null_->tops(z);
    if (found.health != Health::not_finite)
        note(geometry_.seen, p[0], null_->distance_to_rank_loss());
    return {found.health, false};
}

template <class S>
std::unique_ptr<SurfaceProblem<Quad>> XProblem<S>::in_full(Geometry<Quad>& exact) const
{
    return std::make_unique<XProblem<Quad>>(exact, scale_);
}

template <class S>
Factored XProblem<S>::slope(const S* p, S* v)
{
    const Factored found = find_tops(p, z_.data());
    geometry_.direction(p, z_.data(), v);
    return found;
}

template <class S>
void XProblem<S>::tops(const S* p, S* z)
{
    for (const Carried& carried : carried_)
        if (!carried.p.empty() && std::equal(carried.p.begin(), carried.p.end(), p)) {
            std::copy(carried.z.begin(), carried.z.end(), z);
            return;
        }
    find_tops(p, z);
}

template <class S>
void XProblem<S>::carry(const S* p, const S* z, bool within)
{
    Carried& carried = carried_[within ? 1 : 0];
    carried.p.assign(p, p + geometry_.layout().size);
    carried.z.assign(z, z + geometry_.layout().unknowns);
}

template <class S>
void XProblem<S>::accepted(const S* p, const S*)
{
    if (geometry_.wants_new_order()) geometry_.choose_order(p);
}

template <class S>
CurveProblem<S>::CurveProblem(Geometry<S>& geometry, Scale scale, double fixed_scale,
                              const ProjectionChoice& style, Distribution distribution)
    : SurfaceProblem<S>(geometry, scale, style, true),
      scale_(scale),
      fixed_scale_(fixed_scale),
      distribution_(distribution),
      null_(geometry),
      z_(geometry.layout().unknowns),
      lengths_(geometry.layout().size),
      looked_at_(geometry.layout().size),
      largest_(geometry.layout().unknowns, 0.0)
{
}

template <class S>
void CurveProblem<S>::orient(int x_direction)
{
    x_direction_ = x_direction;
    null_.orient(x_direction);
}

/// √(p² + (atol/rtol)²): the smooth form of |p| + atol/rtol, so that the speed has no corners.
template <class S>
S CurveProblem<S>::scale_at(const S* p, int i) const
{
    using std::sqrt;
    if (fixed_scale_ > 0) return S(fixed_scale_);
    const S floor(own_floors_.empty() ? scale_.floor : own_floors_[std::size_t(i)]);
    return sqrt(S(p[i] * p[i] + floor * floor));
}

template <class S>
Metric CurveProblem<S>::metric() const
{
    if (fixed_scale_ == 0)
        return {.kind = Metric::Kind::scaled, .floor = scale_.floor, .lengths = own_floors_};
    return {.kind = Metric::Kind::given,
            .lengths = std::vector<double>(std::size_t(size()), fixed_scale_)};
}

/// A tangent of the curve, of any length.
template <class S>
Factored CurveProblem<S>::direction(const S* p, S* v)
{
    if (distribution_ == Distribution::null_space) {
        // The sign is checked at accepted points only: within a step the direction may turn far.
        const Factored found = null_.find(p);
        last_negative_ = found.negative;
        if (found.health == Health::good) null_.embed(p, v);
        if (found.health != Health::not_finite) note(seen_, p[0], null_.distance_to_rank_loss());
        return {found.health, false};
    }
    const Factored found = geometry_.field(p, z_.data());
    geometry_.direction(p, z_.data(), v);
    if (x_direction_ < 0)
        for (int i = 0; i < size(); ++i) v[i] = -v[i];
    return found;
}

template <class S>
Factored CurveProblem<S>::slope(const S* p, S* v)
{
    using std::isfinite;
    using std::sqrt;
    const Factored found = direction(p, v);
    if (found.health != Health::good) return found;
    S sum(0);
    for (int i = 0; i < size(); ++i) {
        const S scaled = v[i] / scale_at(p, i);
        sum += scaled * scaled;
    }
    const S speed = sqrt(sum);
    if (!isfinite(speed)) return {Health::not_finite, false};
    if (!(speed > S(0))) return {Health::singular, false};
    for (int i = 0; i < size(); ++i) v[i] /= speed;
    null_.rescale(S(1) / speed);
    return found;
}

template <class S>
void CurveProblem<S>::look_at(const S* p)
{
    seen().last = std::numeric_limits<S>::infinity();
    direction(p, looked_at_.data());
}

template <class S>
std::unique_ptr<SurfaceProblem<Quad>> CurveProblem<S>::in_full(Geometry<Quad>& exact) const
{
    auto full = std::make_unique<CurveProblem<Quad>>(exact, scale_, fixed_scale_,
                                                     ProjectionChoice{}, distribution_);
    full->orient(x_direction_);
    full->measure_by(null_.longest());
    return full;
}

template <class S>
void CurveProblem<S>::accepted(const S* p, const S*)
{
    if (distribution_ == Distribution::linear_solve) {
        if (geometry_.wants_new_order()) geometry_.choose_order(p);
        return;
    }
    negative_ = last_negative_;
    for (int i = 0; i < size(); ++i) lengths_[i] = scale_at(p, i);
    null_.orient_by_last(lengths_.data());
}

template <class S>
void CurveProblem<S>::tops(const S* p, S* z)
{
    if (distribution_ == Distribution::linear_solve) {
        geometry_.field(p, z);
        return;
    }
    null_.find(p);
    null_.tops(z);
}

template <class S>
double CurveProblem<S>::regularity(const S* p)
{
    using std::abs;
    const CompletedSystem& c = geometry_.completed();
    const Layout& l = c.layout;
    const int n = l.unknowns;
    null_.evaluate(p);
    const std::vector<S>&rows = null_.top_rows(), &entries = null_.entries();
    Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(n, n + 1);
    for (int i = 0; i < n; ++i) scaled(i, 0) = to_double(S(rows[i] * scale_at(p, 0)));
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = c.jacobian.entries[e];
        const S s = l.d[column] > 0 ? scale_at(p, l.offset[column] + l.d[column] - 1) : S(1);
        scaled(row, column + 1) = to_double(S(entries[e] * s));
    }
    // Rows are divided by the size of the differential they come from, d f_i^(c_i - 1), or by the
    // largest size they have had.
    std::vector<S> gradient(c.constraint_jacobian.entries.size());
    geometry_.constraint_jacobian(p, gradient.data());
    std::vector<double> sizes(n, 0);
    for (std::size_t e = 0; e < gradient.size(); ++e) {
        const auto [row, column] = c.constraint_jacobian.entries[e];
        if (row >= int(l.constraints.size()) || l.constraints[row].stage != -1) continue;
        sizes[l.constraints[row].equation] += to_double(S(abs(gradient[e]) * scale_at(p, column)));
    }
    for (int i = 0; i < n; ++i) {
        largest_[i] = std::max(largest_[i], scaled.row(i).norm());
        const double row_size = sizes[i] > 0 ? sizes[i] : largest_[i];
        if (row_size > 0) scaled.row(i) /= row_size;
    }
    return singular_values(scaled)[n - 1];
}

/// Along the curve every direction takes a matrix and a factorisation of its own.
template <class S>
Work CurveProblem<S>::work() const
{
    Work work = SurfaceProblem<S>::work();
    work.evaluations = work.factorizations = work.matrices;
    return work;
}

template <class S>
bool CurveProblem<S>::project_at(S* p, S x, double tolerance)
{
    p[0] = x;
    return this->projection_.projector().shortest_at_fixed_x(p, tolerance).converged;
}

template <class S>
void SurfaceProblem<S>::visit_state(State& state)
{
    projection_.visit_state(state);
}

template <class S>
void XProblem<S>::visit_state(State& state)
{
    const State::Part part(state, "in x");
    SurfaceProblem<S>::visit_state(state);
    if (null_) null_->visit_state(state);
    visit_sized(state, "tops", z_);
    for (Carried& carried : carried_) {
        visit_list(state, "carried at", carried.p, std::size_t(geometry_.layout().size));
        visit_list(state, "carried", carried.z, std::size_t(geometry_.layout().unknowns));
        require(state, carried.p.empty() == carried.z.empty(), "carried");
    }
}

template <class S>
void CurveProblem<S>::visit_state(State& state)
{
    const State::Part part(state, "curve");
    SurfaceProblem<S>::visit_state(state);
    null_.visit_state(state);
    visit_sized(state, "tops", z_);
    visit_sized(state, "lengths", lengths_);
    visit_sized(state, "largest rows", largest_);
    state("direction of x", x_direction_);
    state("last negative", last_negative_);
    state("negative", negative_);
    state("lowest rank", seen_.lowest);
    state("last rank", seen_.last);
    state("x of last rank", seen_.x);
}

template class SurfaceProblem<double>;
template class SurfaceProblem<Quad>;
template class XProblem<double>;
template class XProblem<Quad>;
template class CurveProblem<double>;
template class CurveProblem<Quad>;

}  // namespace involute
