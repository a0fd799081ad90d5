// SPDX-License-Identifier: Apache-2.0
// Dense vectors and matrices over any of our scalars.
#pragma once

#include <Eigen/Dense>
#include <boost/multiprecision/eigen.hpp>

#include "involute/base/scalar.hpp"

namespace involute {

template <class S>
using VectorOf = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using MatrixOf = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

}  // namespace involute
