// SPDX-License-Identifier: Apache-2.0
#include "involute/base/dense_lu.hpp"

namespace involute {

template class Lu<double>;
template class Lu<std::complex<double>>;
template Eigen::VectorXd solve_square(const Eigen::MatrixXd&, const Eigen::VectorXd&);
template Eigen::MatrixXd solve_square(const Eigen::MatrixXd&, const Eigen::MatrixXd&);
template Eigen::VectorXcd solve_square(const Eigen::MatrixXcd&, const Eigen::VectorXcd&);

Eigen::Matrix3d inverted(const Eigen::Matrix3d& a)
{
    return a.inverse();
}

Eigen::VectorXd damped_least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                     double damping)
{
    Eigen::MatrixXd normal = a * a.transpose();
    normal.diagonal().array() += damping * damping;
    return a.transpose() * solve_square(normal, b);
}

}  // namespace involute
