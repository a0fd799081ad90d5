// SPDX-License-Identifier: Apache-2.0
#include "involute/base/dense_least_squares.hpp"
#include "involute/base/least_squares.hpp"

namespace involute {

struct LeastSquares::Factors {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> of{};
    Eigen::Index columns = 0;
    bool empty = false;  // Eigen wants a largest column
};

LeastSquares::LeastSquares(const Eigen::MatrixXd& a, double threshold)
    : factors_(std::make_unique<Factors>())
{
    factors_->columns = a.cols();
    factors_->empty = a.size() == 0;
    if (factors_->empty) return;
    factors_->of.setThreshold(threshold);
    factors_->of.compute(a);
}

LeastSquares::~LeastSquares() = default;

Eigen::VectorXd LeastSquares::solve(const Eigen::VectorXd& b) const
{
    if (factors_->empty) return Eigen::VectorXd::Zero(factors_->columns);
    return factors_->of.solve(b);
}

template Eigen::VectorXd least_squares(const Eigen::MatrixXd&, const Eigen::VectorXd&,
                                       const double&);

}  // namespace involute
