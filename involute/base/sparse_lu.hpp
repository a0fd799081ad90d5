// SPDX-License-Identifier: Apache-2.0
// The implementation of SparseLu (sparse.hpp); only the files that instantiate it include this.
#pragma once

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <vector>

#include "involute/base/sparse.hpp"

namespace involute {

template <class T>
struct SparseLu<T>::Factors {
    Eigen::SparseMatrix<T> matrix;
    Eigen::SparseLU<Eigen::SparseMatrix<T>> lu;
    std::vector<int> place;  // in the values of the matrix, by entry
    bool analyzed = false;
};

template <class T>
SparseLu<T>::SparseLu(int size, std::span<const SparseEntry> entries)
    : factors_(std::make_unique<Factors>())
{
    Eigen::SparseMatrix<T>& matrix = factors_->matrix;
    std::vector<Eigen::Triplet<T>> triplets;
    triplets.reserve(entries.size());
    for (const auto [row, column] : entries) triplets.emplace_back(row, column, T(1));
    matrix.resize(size, size);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    matrix.makeCompressed();
    const int *rows = matrix.innerIndexPtr(), *columns = matrix.outerIndexPtr();
    for (const auto [row, column] : entries)
        factors_->place.push_back(
            int(std::lower_bound(rows + columns[column], rows + columns[column + 1], row) - rows));
}

template <class T>
SparseLu<T>::~SparseLu() = default;

template <class T>
void SparseLu<T>::set_zero()
{
    std::fill_n(factors_->matrix.valuePtr(), factors_->matrix.nonZeros(), T(0));
}

template <class T>
void SparseLu<T>::add(std::size_t entry, const T& value)
{
    factors_->matrix.valuePtr()[factors_->place[entry]] += value;
}

template <class T>
bool SparseLu<T>::factor()
{
    if (!factors_->analyzed) factors_->lu.analyzePattern(factors_->matrix);
    factors_->analyzed = true;
    factors_->lu.factorize(factors_->matrix);
    return factors_->lu.info() == Eigen::Success;
}

template <class T>
void SparseLu<T>::solve(const VectorOf<T>& b, VectorOf<T>& x) const
{
    x = factors_->lu.solve(b);
}

template <class T>
bool SparseLu<T>::determinant_is_negative() const
    requires std::same_as<T, double>
{
    return factors_->lu.signDeterminant() < 0;
}

}  // namespace involute
