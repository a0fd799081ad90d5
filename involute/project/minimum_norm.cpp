// SPDX-License-Identifier: Apache-2.0
#include "involute/project/minimum_norm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace involute {
namespace {

template <class S>
constexpr int dense_limit = std::is_same_v<S, double> ? 200 : std::numeric_limits<int>::max();

}  // namespace

template <class S>
MinimumNorm<S>::MinimumNorm(const SparsePattern& pattern)
    : pattern_(pattern),
      by_column_(pattern.columns),
      row_scale_(pattern.rows),
      multipliers_(pattern.rows),
      order_(pattern.rows)
{
    for (std::size_t e = 0; e < pattern.entries.size(); ++e)
        by_column_[pattern.entries[e].column].push_back(int(e));
    if (pattern.rows <= dense_limit<S>)
        normal_.resize(pattern.rows, pattern.rows);
    else
        sparse_ = std::make_unique<SparseNormal>(pattern.rows, pattern.columns, pattern.entries);
}

/// A W Aᵗ, its rows and columns divided by the lengths of the rows of A √W.
template <class S>
void MinimumNorm<S>::form_dense(const S* entries, const S* weights)
{
    using std::sqrt;
    normal_.setZero();
    for (int column = 0; column < pattern_.columns; ++column)
        for (const int e : by_column_[column])
            for (const int f : by_column_[column])
                normal_(pattern_.entries[e].row, pattern_.entries[f].row) +=
                    entries[e] * entries[f] * weights[column];
    for (int i = 0; i < pattern_.rows; ++i)
        row_scale_[i] = normal_(i, i) > S(0) ? S(1) / sqrt(S(normal_(i, i))) : S(0);
    for (int i = 0; i < pattern_.rows; ++i)
        for (int j = 0; j < pattern_.rows; ++j) normal_(i, j) *= row_scale_[i] * row_scale_[j];
}

/// LDLᵗ with diagonal pivoting; stops at the rank.
template <class S>
void MinimumNorm<S>::factor_dense()
{
    const int k = pattern_.rows;
    const S small = S(100 * k) * unit_roundoff<S>();
    std::iota(order_.begin(), order_.end(), 0);
    for (rank_ = 0; rank_ < k; ++rank_) {
        int best = rank_;
        for (int i = rank_ + 1; i < k; ++i)
            if (normal_(order_[i], order_[i]) > normal_(order_[best], order_[best])) best = i;
        std::swap(order_[rank_], order_[best]);
        const int pivot = order_[rank_];
        const S size = normal_(pivot, pivot);
        if (!(size > small)) return;
        for (int i = rank_ + 1; i < k; ++i) {
            const int row = order_[i];
            const S factor = normal_(row, pivot) / size;
            for (int j = rank_ + 1; j <= i; ++j) {
                const int column = order_[j];
                normal_(row, column) -= factor * normal_(column, pivot);
                normal_(column, row) = normal_(row, column);
            }
        }
        for (int i = rank_ + 1; i < k; ++i) normal_(order_[i], pivot) /= size;
    }
}

template <class S>
void MinimumNorm<S>::solve_dense()
{
    for (int i = 0; i < rank_; ++i)
        for (int j = 0; j < i; ++j)
            multipliers_[order_[i]] -= normal_(order_[i], order_[j]) * multipliers_[order_[j]];
    for (int i = 0; i < rank_; ++i) multipliers_[order_[i]] /= normal_(order_[i], order_[i]);
    for (int i = rank_; i-- > 0;)
        for (int j = i + 1; j < rank_; ++j)
            multipliers_[order_[i]] -= normal_(order_[j], order_[i]) * multipliers_[order_[j]];
    for (int i = rank_; i < pattern_.rows; ++i) multipliers_[order_[i]] = S(0);
}

/// Dependent rows are damped here, not dropped: (N + μ)⁻¹ with one step of refinement differs from
/// N⁺ by (μ / λ)² on independent rows, and its part on dependent rows cancels in Aᵗ.
template <class S>
bool MinimumNorm<S>::solve_sparse(const S* entries, const S* weights, const S* residual)
{
    using std::sqrt;
    row_scale_.setZero();
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e) {
        const auto [row, column] = pattern_.entries[e];
        row_scale_[row] += entries[e] * entries[e] * weights[column];
    }
    for (int i = 0; i < pattern_.rows; ++i)
        row_scale_[i] = row_scale_[i] > S(0) ? S(1) / sqrt(row_scale_[i]) : S(0);

    std::vector<double> values;
    values.reserve(pattern_.entries.size());
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e)
        values.push_back(to_double(S(entries[e] * row_scale_[pattern_.entries[e].row])));
    Eigen::VectorXd rounded(pattern_.columns), rhs(pattern_.rows);
    for (int j = 0; j < pattern_.columns; ++j) rounded[j] = to_double(weights[j]);
    const double damping = 100 * pattern_.rows * std::numeric_limits<double>::epsilon();
    if (!sparse_->factor(values, rounded, damping)) return false;

    for (int i = 0; i < pattern_.rows; ++i) rhs[i] = -to_double(S(row_scale_[i] * residual[i]));
    Eigen::VectorXd multipliers = sparse_->solve(rhs);
    rhs -= sparse_->times(multipliers);
    multipliers += sparse_->solve(rhs);
    for (int i = 0; i < pattern_.rows; ++i) multipliers_[i] = S(multipliers[i]);
    rank_ = pattern_.rows;
    return multipliers.allFinite();
}

template <class S>
bool MinimumNorm<S>::correct(const S* entries, const S* weights, const S* residual, S* delta)
{
    using std::isfinite;
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e)
        if (!isfinite(entries[e])) return false;
    for (int i = 0; i < pattern_.rows; ++i)
        if (!isfinite(residual[i])) return false;

    if (sparse_) {
        if (!solve_sparse(entries, weights, residual)) return false;
    } else {
        form_dense(entries, weights);
        factor_dense();
        for (int i = 0; i < pattern_.rows; ++i) multipliers_[i] = -row_scale_[i] * residual[i];
        solve_dense();
    }
    std::fill(delta, delta + pattern_.columns, S(0));
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e) {
        const auto [row, column] = pattern_.entries[e];
        delta[column] += entries[e] * row_scale_[row] * multipliers_[row];
    }
    for (int j = 0; j < pattern_.columns; ++j) delta[j] *= weights[j];
    return true;
}

template class MinimumNorm<double>;
template class MinimumNorm<Quad>;

}  // namespace involute
