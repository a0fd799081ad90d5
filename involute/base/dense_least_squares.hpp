// SPDX-License-Identifier: Apache-2.0
// The implementation of least_squares (dense.hpp); only the files that instantiate it include this.
#pragma once

#include <Eigen/QR>

#include "involute/base/dense.hpp"

namespace involute {

template <class T>
VectorOf<T> least_squares(const MatrixOf<T>& a, const VectorOf<T>& b, const T& threshold)
{
    if (a.size() == 0) return VectorOf<T>::Zero(a.cols());  // Eigen wants a largest column
    Eigen::CompleteOrthogonalDecomposition<MatrixOf<T>> factors;
    factors.setThreshold(threshold);
    factors.compute(a);
    return factors.solve(b);
}

}  // namespace involute
