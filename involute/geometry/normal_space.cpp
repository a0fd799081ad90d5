// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/normal_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace involute {

template <class S>
NormalSpace<S>::NormalSpace(const SparsePattern& pattern)
    : pattern_(pattern),
      all_rows_(std::size_t(pattern.rows)),
      entries_(pattern.entries.size()),
      lengths_(std::size_t(pattern.columns)),
      q_(pattern.rows, pattern.columns),
      l_(pattern.rows, pattern.rows),
      coordinates_(pattern.rows),
      scratch_(pattern.columns),
      rows_(pattern.rows)
{
    kept_.reserve(std::size_t(pattern.rows));
    std::iota(all_rows_.begin(), all_rows_.end(), 0);
}

template <class S>
bool NormalSpace<S>::stand(const S* entries, const S* lengths)
{
    return stand(entries, lengths, all_rows_);
}

/// Gram and Schmidt, each row orthogonalised twice ("twice is enough", Parlett, The Symmetric
/// Eigenvalue Problem, 6.9). What is left of a dependent row is as small as in MinimumNorm.
template <class S>
bool NormalSpace<S>::stand(const S* entries, const S* lengths, const std::vector<int>& rows)
{
    using std::isfinite;
    using std::sqrt;
    std::copy(entries, entries + entries_.size(), entries_.begin());
    std::copy(lengths, lengths + lengths_.size(), lengths_.begin());
    kept_.clear();
    q_.setZero();
    l_.setZero();
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e) {
        const auto [row, column] = pattern_.entries[e];
        if (!isfinite(entries[e])) return false;
        q_(row, column) += entries[e] * lengths[column];
    }
    const S small = S(100 * pattern_.rows) * unit_roundoff<S>();
    for (const int i : rows) {
        const int k = rank();
        scratch_ = q_.row(i).transpose();
        const S before = scratch_.squaredNorm();
        for (int pass = 0; pass < 2; ++pass)
            for (int j = 0; j < k; ++j) {
                const S part = q_.row(j).dot(scratch_);
                l_(k, j) += part;
                scratch_ -= part * q_.row(j).transpose();
            }
        const S rest = scratch_.squaredNorm();
        if (!(rest > small * before)) {
            l_.row(k).setZero();
            continue;
        }
        l_(k, k) = sqrt(rest);
        q_.row(k) = scratch_.transpose() / l_(k, k);  // k <= i: row i has been read
        kept_.push_back(i);
    }
    return true;
}

template <class S>
void NormalSpace<S>::differential(const S* v, S* r) const
{
    for (int i = 0; i < pattern_.rows; ++i) r[i] = S(0);
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e)
        r[pattern_.entries[e].row] += entries_[e] * v[pattern_.entries[e].column];
}

template <class S>
void NormalSpace<S>::to_coordinates(const S* r)
{
    for (int k = 0; k < rank(); ++k) {
        S sum = r[kept_[k]];
        for (int j = 0; j < k; ++j) sum -= l_(k, j) * coordinates_[j];
        coordinates_[k] = sum / l_(k, k);
    }
}

template <class S>
void NormalSpace<S>::lift(const S* r, S* n)
{
    to_coordinates(r);
    for (int i = 0; i < pattern_.columns; ++i) {
        S sum(0);
        for (int k = 0; k < rank(); ++k) sum += coordinates_[k] * q_(k, i);
        n[i] = sum * lengths_[i];
    }
}

template <class S>
void NormalSpace<S>::multipliers(const S* r, S* mu)
{
    to_coordinates(r);
    for (int k = rank(); k-- > 0;) {
        for (int j = k + 1; j < rank(); ++j) coordinates_[k] -= l_(j, k) * coordinates_[j];
        coordinates_[k] /= l_(k, k);
    }
    for (int i = 0; i < pattern_.rows; ++i) mu[i] = S(0);
    for (int k = 0; k < rank(); ++k) mu[kept_[k]] = coordinates_[k];
}

template <class S>
void NormalSpace<S>::make_tangent(S* v)
{
    for (int pass = 0; pass < 2; ++pass) {  // the second takes away the rounding of the first
        differential(v, rows_.data());
        lift(rows_.data(), scratch_.data());
        for (int i = 0; i < pattern_.columns; ++i) v[i] -= scratch_[i];
    }
}

template class NormalSpace<double>;
template class NormalSpace<Quad>;

}  // namespace involute
