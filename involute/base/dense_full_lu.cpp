// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>

#include "involute/base/dense.hpp"

namespace involute {

template <class T>
struct FullLu<T>::Factors {
    explicit Factors(const MatrixOf<T>& a) : lu(a) {}
    Eigen::FullPivLU<MatrixOf<T>> lu;
};

template <class T>
FullLu<T>::FullLu(const MatrixOf<T>& a) : factors_(std::make_unique<Factors>(a))
{
}
template <class T>
FullLu<T>::FullLu(const MatrixOf<T>& a, const T& threshold) : FullLu(a)
{
    factors_->lu.setThreshold(threshold);
}
template <class T>
FullLu<T>::~FullLu() = default;

template <class T>
int FullLu<T>::rank() const
{
    return int(factors_->lu.rank());
}

template <class T>
MatrixOf<T> FullLu<T>::kernel() const
{
    return factors_->lu.kernel();
}

template <class T>
VectorOf<T> FullLu<T>::solve(const VectorOf<T>& b) const
{
    return factors_->lu.solve(b);
}

template <class T>
MatrixOf<T> FullLu<T>::solve(const MatrixOf<T>& b) const
{
    return factors_->lu.solve(b);
}

template <class T>
T FullLu<T>::determinant() const
{
    return factors_->lu.determinant();
}

template <class T>
std::vector<int> FullLu<T>::row_order() const
{
    const auto back = factors_->lu.permutationP().transpose().eval();
    const Eigen::VectorXi& rows = back.indices();
    return {rows.begin(), rows.end()};
}

template <class T>
std::vector<int> FullLu<T>::column_order() const
{
    const Eigen::VectorXi& columns = factors_->lu.permutationQ().indices();
    return {columns.begin(), columns.end()};
}

template class FullLu<double>;
template class FullLu<Quad>;

}  // namespace involute
