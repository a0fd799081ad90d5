// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/linear_solver.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// Above this size a dense factorisation costs more than a sparse one on chain-like patterns.
// Extended precision stays dense: it is for small reference runs.
template <class S>
constexpr int dense_limit = std::is_same_v<S, double> ? 150 : std::numeric_limits<int>::max();

/// The sign of a permutation by its inversions: needs no memory, unlike Eigen's.
bool is_odd(const Eigen::VectorXi& image)
{
    bool odd = false;
    for (Eigen::Index i = 0; i < image.size(); ++i)
        for (Eigen::Index k = 0; k < i; ++k) odd ^= image[k] > image[i];
    return odd;
}

constexpr int scaling_passes = 4;

}  // namespace

template <class S>
LinearSolver<S>::LinearSolver(int size, std::vector<SparseEntry> entries)
    : size_(size),
      entries_(std::move(entries)),
      row_scale_(size),
      column_scale_(size),
      row_top_(size),
      column_top_(size),
      rhs_(size),
      solution_(size),
      scaled_(entries_.size())
{
    if (size_ <= dense_limit<S>) {
        dense_.resize(size_, size_);
        lu_ = Lu<S>(size_);
    } else {
        sparse_ = std::make_unique<SparseLu>(size_, entries_);
        probe_.resize(size_);
        for (int i = 0; i < size_; ++i) probe_[i] = std::sin(i + 1.0);
    }
}

/// Divides rows and columns by the roots of their largest entries, a few times over: all maxima
/// tend to 1 whatever the units were. False: not finite, or a zero row or column.
/// [Ruiz, A scaling algorithm to equilibrate both rows and columns norms in matrices, 2001]
template <class S>
bool LinearSolver<S>::equilibrate(const S* values)
{
    using std::abs;
    using std::isfinite;
    using std::sqrt;
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        if (!isfinite(values[e])) return false;
        scaled_[e] = values[e];
    }
    row_scale_.setOnes();
    column_scale_.setOnes();
    for (int pass = 0; pass < scaling_passes; ++pass) {
        row_top_.setZero();
        column_top_.setZero();
        for (std::size_t e = 0; e < entries_.size(); ++e) {
            const auto [row, column] = entries_[e];
            row_top_[row] = std::max<S>(row_top_[row], abs(scaled_[e]));
            column_top_[column] = std::max<S>(column_top_[column], abs(scaled_[e]));
        }
        for (int i = 0; i < size_; ++i) {
            if (!(row_top_[i] > 0) || !(column_top_[i] > 0)) return false;
            row_top_[i] = sqrt(row_top_[i]);
            column_top_[i] = sqrt(column_top_[i]);
            row_scale_[i] *= row_top_[i];
            column_scale_[i] *= column_top_[i];
        }
        for (std::size_t e = 0; e < entries_.size(); ++e)
            scaled_[e] /= row_top_[entries_[e].row] * column_top_[entries_[e].column];
    }
    return true;
}

template <class S>
bool LinearSolver<S>::factor_dense()
{
    using std::abs;
    dense_.setZero();
    for (std::size_t e = 0; e < entries_.size(); ++e)
        dense_(entries_[e].row, entries_[e].column) += scaled_[e];
    lu_.compute(dense_);
    S smallest = 1, largest = 0;
    negative_ = is_odd(lu_.permutation());
    for (int k = 0; k < size_; ++k) {
        const S pivot = lu_.pivot(k);
        negative_ ^= pivot < 0;
        const S size = abs(pivot);
        smallest = k == 0 ? size : std::min<S>(smallest, size);
        largest = std::max<S>(largest, size);
    }
    pivot_ratio_ = largest > 0 ? to_double(S(smallest / largest)) : 0;
    return smallest > 0;
}

template <class S>
bool LinearSolver<S>::factor_sparse()
{
    sparse_->set_zero();
    for (std::size_t e = 0; e < entries_.size(); ++e) sparse_->add(e, to_double(scaled_[e]));
    if (!sparse_->factor()) return false;
    negative_ = sparse_->determinant_is_negative();
    // Sparse factors do not show their pivots; instead measure how much the inverse magnifies a
    // vector. The vector is irregular, because a regular one may be consistent with dependent rows
    // (a vector of ones is, with two equal rows).
    Eigen::VectorXd image(size_);
    sparse_->solve(probe_, image);
    const double growth = image.lpNorm<Eigen::Infinity>();
    pivot_ratio_ = std::isfinite(growth) && growth > 0 ? std::min(1.0, 1 / growth) : 0;
    return pivot_ratio_ > 0;
}

template <class S>
bool LinearSolver<S>::factor(const S* values)
{
    pivot_ratio_ = 0;
    if (!equilibrate(values)) return false;
    return sparse_ ? factor_sparse() : factor_dense();
}

template <class S>
void LinearSolver<S>::solve(S* b)
{
    Eigen::Map<VectorOf<S>> x(b, size_);
    rhs_ = x.cwiseQuotient(row_scale_);
    if constexpr (std::is_same_v<S, double>) {
        if (sparse_) sparse_->solve(rhs_, solution_);
    }
    if (!sparse_) lu_.solve(rhs_, solution_);
    x = solution_.cwiseQuotient(column_scale_);
}

template class LinearSolver<double>;
template class LinearSolver<Quad>;

}  // namespace involute
