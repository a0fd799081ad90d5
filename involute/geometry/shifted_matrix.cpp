// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/shifted_matrix.hpp"

#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// Above this size a sparse factorisation pays. Extended precision stays dense.
constexpr int dense_limit = 60;

template <class S>
S size_of(const S& x)
{
    using std::abs;
    return abs(x);
}

/// |Re| + |Im|: as good as the absolute value for choosing scales.
template <class S>
S size_of(const std::complex<S>& x)
{
    using std::abs;
    return abs(x.real()) + abs(x.imag());
}

template <class T>
using SparseMatrixOf = Eigen::SparseMatrix<T>;

}  // namespace

template <class T, class S>
struct ShiftedMatrix<T, S>::Sparse {
    using Stored = std::conditional_t<std::is_same_v<S, double>, T, double>;
    SparseMatrixOf<Stored> matrix;
    Eigen::SparseLU<SparseMatrixOf<Stored>> lu;
    std::vector<int> place;  // in the values of the matrix, by entry
    bool analyzed = false;
};

template <class T, class S>
ShiftedMatrix<T, S>::ShiftedMatrix() = default;
template <class T, class S>
ShiftedMatrix<T, S>::~ShiftedMatrix() = default;
template <class T, class S>
ShiftedMatrix<T, S>::ShiftedMatrix(ShiftedMatrix&&) noexcept = default;
template <class T, class S>
ShiftedMatrix<T, S>& ShiftedMatrix<T, S>::operator=(ShiftedMatrix&&) noexcept = default;

template <class T, class S>
ShiftedMatrix<T, S>::ShiftedMatrix(const StageRows& rows)
    : size_(int(rows.rows.size())),
      powers_(std::size_t(2 * rows.deepest + 1)),
      row_scale_(rows.rows.size()),
      rhs_(size_)
{
    if (!std::is_same_v<S, double> || size_ <= dense_limit) {
        dense_ = SmallLu<S, !std::is_same_v<T, S>>(size_);
        return;
    }
    sparse_ = std::make_unique<Sparse>();
    using Stored = typename Sparse::Stored;
    std::vector<Eigen::Triplet<Stored>> triplets;
    for (const StageRows::Entry& e : rows.entries)
        triplets.emplace_back(e.row, e.unknown, Stored(1));
    sparse_->matrix.resize(size_, size_);
    sparse_->matrix.setFromTriplets(triplets.begin(), triplets.end());
    sparse_->matrix.makeCompressed();
    for (const StageRows::Entry& e : rows.entries) {
        const int* const begin =
            sparse_->matrix.innerIndexPtr() + sparse_->matrix.outerIndexPtr()[e.unknown];
        const int* const end =
            sparse_->matrix.innerIndexPtr() + sparse_->matrix.outerIndexPtr()[e.unknown + 1];
        sparse_->place.push_back(
            int(std::lower_bound(begin, end, e.row) - sparse_->matrix.innerIndexPtr()));
    }
}

template <class T, class S>
bool ShiftedMatrix<T, S>::factor(const StageRows& rows, const std::vector<S>& derivatives, T shift)
{
    using std::isfinite;
    const int deepest = rows.deepest;
    powers_[std::size_t(deepest)] = T(1);
    for (int k = 1; k <= deepest; ++k) {
        powers_[std::size_t(deepest + k)] = powers_[std::size_t(deepest + k - 1)] * shift;
        powers_[std::size_t(deepest - k)] = T(1) / powers_[std::size_t(deepest + k)];
    }
    const auto entry = [&](std::size_t e) {
        const StageRows::Entry& at = rows.entries[e];
        return powers_[std::size_t(deepest + at.depth - rows.lift[std::size_t(at.row)])] *
               derivatives[e];
    };
    // Rows by their largest entry: pivots are compared in the scale of their row.
    std::fill(row_scale_.begin(), row_scale_.end(), T(0));
    for (std::size_t e = 0; e < rows.entries.size(); ++e) {
        const S size = size_of(entry(e));
        if (!isfinite(size)) return false;
        T& largest = row_scale_[std::size_t(rows.entries[e].row)];
        if (size > size_of(largest)) largest = T(size);
    }
    for (int i = 0; i < size_; ++i) {
        T& scale = row_scale_[std::size_t(i)];
        if (!(size_of(scale) > S(0))) return false;
        scale = T(1) / scale;
    }
    if (sparse_) {
        auto* values = sparse_->matrix.valuePtr();
        std::fill_n(values, sparse_->matrix.nonZeros(), typename Sparse::Stored(0));
        if constexpr (std::is_same_v<S, double>)
            for (std::size_t e = 0; e < rows.entries.size(); ++e)
                values[sparse_->place[e]] +=
                    entry(e) * row_scale_[std::size_t(rows.entries[e].row)];
    } else {
        dense_.set_zero();
        for (std::size_t e = 0; e < rows.entries.size(); ++e)
            dense_.add(rows.entries[e].row, rows.entries[e].unknown,
                       entry(e) * row_scale_[std::size_t(rows.entries[e].row)]);
    }
    for (int i = 0; i < size_; ++i)
        row_scale_[std::size_t(i)] *= powers_[std::size_t(deepest - rows.lift[std::size_t(i)])];
    if (sparse_) return factor_sparse();
    return dense_.factor();
}

template <class T, class S>
bool ShiftedMatrix<T, S>::factor_sparse()
{
    if (!sparse_->analyzed) sparse_->lu.analyzePattern(sparse_->matrix);
    sparse_->analyzed = true;
    sparse_->lu.factorize(sparse_->matrix);
    return sparse_->lu.info() == Eigen::Success;
}

template <class T, class S>
void ShiftedMatrix<T, S>::solve(T* b)
{
    for (int i = 0; i < size_; ++i) b[i] *= row_scale_[std::size_t(i)];
    if (!sparse_) {
        dense_.solve(b);
        return;
    }
    if constexpr (std::is_same_v<S, double>) {
        Eigen::Map<VectorOf<T>> x(b, size_);
        rhs_ = x;
        x = sparse_->lu.solve(rhs_);
    }
}

template class ShiftedMatrix<double, double>;
template class ShiftedMatrix<Quad, Quad>;
template class ShiftedMatrix<std::complex<double>, double>;
template class ShiftedMatrix<std::complex<Quad>, Quad>;

}  // namespace involute
