// SPDX-License-Identifier: Apache-2.0
// The implementation of Lu (dense.hpp); only the files that instantiate it include this.
#pragma once

#include <Eigen/LU>

#include "involute/base/dense.hpp"

namespace involute {

template <class T>
struct Lu<T>::Factors {
    Eigen::PartialPivLU<MatrixOf<T>> lu;
};

template <class T>
Lu<T>::Lu() : factors_(std::make_unique<Factors>())
{
}
template <class T>
Lu<T>::Lu(int size) : Lu()
{
    factors_->lu = Eigen::PartialPivLU<MatrixOf<T>>(size);
}
template <class T>
Lu<T>::Lu(const MatrixOf<T>& a) : Lu()
{
    compute(a);
}
template <class T>
Lu<T>::~Lu() = default;
template <class T>
Lu<T>::Lu(Lu&&) noexcept = default;
template <class T>
Lu<T>& Lu<T>::operator=(Lu&&) noexcept = default;

template <class T>
void Lu<T>::compute(const MatrixOf<T>& a)
{
    factors_->lu.compute(a);
}

template <class T>
VectorOf<T> Lu<T>::solve(const VectorOf<T>& b) const
{
    return factors_->lu.solve(b);
}

template <class T>
MatrixOf<T> Lu<T>::solve(const MatrixOf<T>& b) const
{
    return factors_->lu.solve(b);
}

template <class T>
void Lu<T>::solve(const VectorOf<T>& b, VectorOf<T>& x) const
{
    x = factors_->lu.solve(b);
}

template <class T>
T Lu<T>::determinant() const
{
    return factors_->lu.determinant();
}

template <class T>
const T& Lu<T>::pivot(int k) const
{
    return factors_->lu.matrixLU().coeffRef(k, k);
}

template <class T>
const Eigen::VectorXi& Lu<T>::permutation() const
{
    return factors_->lu.permutationP().indices();
}

template <class T>
VectorOf<T> solve_square(const MatrixOf<T>& a, const VectorOf<T>& b)
{
    return Lu<T>(a).solve(b);
}

template <class T>
MatrixOf<T> solve_square(const MatrixOf<T>& a, const MatrixOf<T>& b)
{
    return Lu<T>(a).solve(b);
}

}  // namespace involute
