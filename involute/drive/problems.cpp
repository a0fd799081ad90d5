// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/problems.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// Below this pivot ratio, in natural scale, the bordered matrix counts as singular.
constexpr double bordered_singular_ratio = 1e-13;

/// The pattern of [C; tᵗ], C = (r | J): column 0 is r, the last row the border.
std::vector<SampledMatrix::Entry> bordered_pattern(const CompletedSystem& c)
{
    const int n = c.layout.unknowns;
    std::vector<SampledMatrix::Entry> entries;
    for (int i = 0; i < n; ++i) entries.push_back({i, 0});
    for (const auto& [row, column] : c.jacobian.entries) entries.push_back({row, column + 1});
    for (int j = 0; j <= n; ++j) entries.push_back({n, j});
    return entries;
}

}  // namespace

template <class S>
XProblem<S>::XProblem(Geometry<S>& geometry, Scale scale)
    : geometry_(geometry), projector_(geometry, scale), z_(geometry.layout().unknowns)
{
}

template <class S>
Factored XProblem<S>::slope(const S* p, S* v)
{
    const Factored found = geometry_.field(p, z_.data());
    geometry_.direction(p, z_.data(), v);
    return found;
}

template <class S>
void XProblem<S>::accepted(const S* p, const S*)
{
    if (geometry_.wants_new_order()) geometry_.choose_order(p);
}

template <class S>
CurveProblem<S>::CurveProblem(Geometry<S>& geometry, Scale scale, double fixed_scale)
    : geometry_(geometry),
      projector_(geometry, scale),
      scale_(scale),
      fixed_scale_(fixed_scale),
      bordered_(geometry.layout().unknowns + 1, bordered_pattern(geometry.completed()))
{
    const auto n = std::size_t(geometry.layout().unknowns);
    border_.assign(n + 1, S(0));
    border_[0] = S(1);
    null_.assign(n + 1, S(0));
    zero_.assign(n, S(0));
    rows_.assign(n, S(0));
    entries_.assign(geometry.completed().jacobian.entries.size(), S(0));
    values_.assign(n + entries_.size() + n + 1, S(0));
}

template <class S>
void CurveProblem<S>::orient(int x_direction)
{
    x_direction_ = x_direction;
    oriented_ = false;
    std::fill(border_.begin(), border_.end(), S(0));
    border_[0] = S(1);
}

/// √(p² + (atol/rtol)²): the smooth form of |p| + atol/rtol, so that the speed has no corners.
template <class S>
S CurveProblem<S>::scale_at(const S* p, int i) const
{
    using std::sqrt;
    if (fixed_scale_ > 0) return S(fixed_scale_);
    return sqrt(S(p[i] * p[i] + S(scale_.floor) * S(scale_.floor)));
}

/// null_ := the null vector of C(p) with borderᵗ null = 1.
template <class S>
Health CurveProblem<S>::null_vector(const S* p)
{
    const auto n = std::size_t(geometry_.layout().unknowns);
    geometry_.matrix(p, zero_.data(), rows_.data(), entries_.data());
    std::copy(rows_.begin(), rows_.end(), values_.begin());
    std::copy(entries_.begin(), entries_.end(), values_.begin() + std::ptrdiff_t(n));
    S* border = values_.data() + n + entries_.size();
    std::copy(border_.begin(), border_.end(), border);
    bool factored = bordered_.factor(values_.data());
    if (factored && bordered_.pivot_ratio() < bordered_singular_ratio) factored = false;
    if (!factored && !oriented_) {
        // x turns right at the start: any other border will do.
        for (std::size_t j = 0; j <= n; ++j) border[j] = S(1 + double(j % 7) / 7);
        factored =
            bordered_.factor(values_.data()) && bordered_.pivot_ratio() >= bordered_singular_ratio;
    }
    if (!factored) {
        using std::isfinite;
        for (const S& value : values_)
            if (!isfinite(value)) return Health::not_finite;
        return Health::singular;
    }
    std::fill(null_.begin(), null_.end(), S(0));
    null_[n] = S(1);
    bordered_.solve(null_.data());
    if (!oriented_ && (null_[0] < S(0)) != (x_direction_ < 0))
        for (S& value : null_) value = -value;
    return Health::good;
}

template <class S>
Factored CurveProblem<S>::slope(const S* p, S* v)
{
    using std::isfinite;
    using std::sqrt;
    const Health health = null_vector(p);
    if (health != Health::good) return {health, false};
    const Layout& l = geometry_.layout();
    v[0] = null_[0];
    for (int j = 0; j < l.unknowns; ++j) {
        const int first = l.offset[j];
        for (int k = 0; k + 1 < l.d[j]; ++k) v[first + k] = null_[0] * p[first + k + 1];
        if (l.d[j] > 0) v[first + l.d[j] - 1] = null_[j + 1];
    }
    S sum(0);
    for (int i = 0; i < l.size; ++i) {
        const S scaled = v[i] / scale_at(p, i);
        sum += scaled * scaled;
    }
    const S speed = sqrt(sum);
    if (!isfinite(speed)) return {Health::not_finite, false};
    if (!(speed > S(0))) return {Health::singular, false};
    for (int i = 0; i < l.size; ++i) v[i] /= speed;
    for (S& value : null_) value /= speed;
    return {};
}

template <class S>
void CurveProblem<S>::accepted(const S* p, const S*)
{
    const Layout& l = geometry_.layout();
    // The border is the null vector just found, as a row in the metric of the scales.
    for (int j = 0; j <= l.unknowns; ++j) {
        const bool has_coordinate = j == 0 || l.d[j - 1] > 0;
        const int at = j == 0 ? 0 : l.offset[j - 1] + l.d[j - 1] - 1;
        const S s = has_coordinate ? scale_at(p, at) : S(1);
        border_[j] = null_[j] / (s * s);
    }
    oriented_ = true;
}

template <class S>
void CurveProblem<S>::tops(const S* p, S* z)
{
    null_vector(p);
    for (int j = 0; j < geometry_.layout().unknowns; ++j) z[j] = null_[j + 1] / null_[0];
}

template <class S>
double CurveProblem<S>::regularity(const S* p)
{
    using std::abs;
    const CompletedSystem& c = geometry_.completed();
    const Layout& l = c.layout;
    const int n = l.unknowns;
    geometry_.matrix(p, zero_.data(), rows_.data(), entries_.data());
    Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(n, n + 1);
    for (int i = 0; i < n; ++i) scaled(i, 0) = to_double(S(rows_[i] * scale_at(p, 0)));
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        const auto [row, column] = c.jacobian.entries[e];
        const S s = l.d[column] > 0 ? scale_at(p, l.offset[column] + l.d[column] - 1) : S(1);
        scaled(row, column + 1) = to_double(S(entries_[e] * s));
    }
    // Rows in the size of the differential they come from: d f_i^(c_i - 1), or their own.
    std::vector<S> gradient(c.constraint_jacobian.entries.size());
    geometry_.constraint_jacobian(p, gradient.data());
    std::vector<double> size(n, 0);
    for (std::size_t e = 0; e < gradient.size(); ++e) {
        const auto [row, column] = c.constraint_jacobian.entries[e];
        if (row >= int(l.constraints.size()) || l.constraints[row].stage != -1) continue;
        size[l.constraints[row].equation] += to_double(S(abs(gradient[e]) * scale_at(p, column)));
    }
    for (int i = 0; i < n; ++i) {
        const double row_size = size[i] > 0 ? size[i] : scaled.row(i).norm();
        if (row_size > 0) scaled.row(i) /= row_size;
    }
    return Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues()[n - 1];
}

template class XProblem<double>;
template class XProblem<Quad>;
template class CurveProblem<double>;
template class CurveProblem<Quad>;

}  // namespace involute
