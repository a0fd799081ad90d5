// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/shifted_matrix.hpp"

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

}  // namespace

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
    std::vector<SparseEntry> entries;
    for (const StageRows::Entry& e : rows.entries) entries.push_back({e.row, e.unknown});
    sparse_ = std::make_unique<SparseLu<Stored>>(size_, entries);
    solution_.resize(size_);
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
        sparse_->set_zero();
        if constexpr (std::is_same_v<S, double>)
            for (std::size_t e = 0; e < rows.entries.size(); ++e)
                sparse_->add(e, entry(e) * row_scale_[std::size_t(rows.entries[e].row)]);
    } else {
        dense_.set_zero();
        for (std::size_t e = 0; e < rows.entries.size(); ++e)
            dense_.add(rows.entries[e].row, rows.entries[e].unknown,
                       entry(e) * row_scale_[std::size_t(rows.entries[e].row)]);
    }
    for (int i = 0; i < size_; ++i)
        row_scale_[std::size_t(i)] *= powers_[std::size_t(deepest - rows.lift[std::size_t(i)])];
    return sparse_ ? sparse_->factor() : dense_.factor();
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
        sparse_->solve(rhs_, solution_);
        x = solution_;
    }
}

template class ShiftedMatrix<double, double>;
template class ShiftedMatrix<Quad, Quad>;
template class ShiftedMatrix<std::complex<double>, double>;
template class ShiftedMatrix<std::complex<Quad>, Quad>;

}  // namespace involute
