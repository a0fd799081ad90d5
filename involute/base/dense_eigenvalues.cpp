// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>

#include "involute/base/dense.hpp"

namespace involute {

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& a)
{
    return Eigen::EigenSolver<Eigen::MatrixXd>(a, false).eigenvalues();
}

EigenPairs eigenpairs(const Eigen::MatrixXd& a)
{
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(a);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace involute
