// SPDX-License-Identifier: Apache-2.0
// least_squares behind dense.hpp; included by the files that instantiate it and by nobody else.
#pragma once

#include <Eigen/QR>

#include "involute/base/dense.hpp"

namespace involute {

template <class T>
VectorOf<T> least_squares(const MatrixOf<T>& a, const VectorOf<T>& b, const T& threshold)
{
    Eigen::CompleteOrthogonalDecomposition<MatrixOf<T>> factors;
    factors.setThreshold(threshold);
    factors.compute(a);
    return factors.solve(b);
}

}  // namespace involute
