// SPDX-License-Identifier: Apache-2.0
#include "involute/base/dense_least_squares.hpp"

namespace involute {

template Eigen::VectorXd least_squares(const Eigen::MatrixXd&, const Eigen::VectorXd&,
                                       const double&);

}  // namespace involute
