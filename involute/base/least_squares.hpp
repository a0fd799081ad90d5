// SPDX-License-Identifier: Apache-2.0
// A matrix factored once, for the least-squares solutions of several right sides.
#pragma once

#include <memory>

#include <Eigen/Core>

namespace involute {

/// The shortest x that minimises |A x - b|, as least_squares (dense.hpp) finds it.
class LeastSquares {
public:
    LeastSquares(const Eigen::MatrixXd& a, double threshold);
    ~LeastSquares();
    Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

private:
    struct Factors;
    std::unique_ptr<Factors> factors_;
};

}  // namespace involute
