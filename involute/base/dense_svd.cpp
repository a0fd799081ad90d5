// SPDX-License-Identifier: Apache-2.0
#include <Eigen/SVD>

#include "involute/base/dense.hpp"

namespace involute {
namespace {

Svd decomposed(const Eigen::MatrixXd& a, unsigned parts)
{
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, parts);
    return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

}  // namespace

Svd full_svd(const Eigen::MatrixXd& a)
{
    return decomposed(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
}

Svd thin_svd(const Eigen::MatrixXd& a)
{
    return decomposed(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd& a)
{
    return Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
}

Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& a)
{
    return a.householderQr().householderQ();
}

}  // namespace involute
