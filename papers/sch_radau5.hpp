// SPDX-License-Identifier: Apache-2.0
// The code RADAU5, with which Schropp made his tables, written again after its description: its
// control of steps, Newton iterations and derivatives decides the counts, so that these can be
// compared with the printed ones and errors can be given beside them.
// [Hairer, Wanner, Solving ODE II, IV.8, VI.3 and VII.8]
#pragma once

#include <Eigen/Core>
#include <functional>

namespace involute::papers {

/// M y' = f(y), M diagonal; the variables are sorted by index.
struct Radau5Problem {
    using Vector = Eigen::VectorXd;

    int index_1 = 0;  // how many variables of this index
    int index_2 = 0;
    int index_3 = 0;
    Vector mass{};  // the diagonal of M
    std::function<Vector(const Vector& y)> f{};
    std::function<Vector(const Vector& y)> project{};  // Schropp's (2.8); absent: as RADAU5 is
    std::function<void(double t, const Vector& y)> watch{};  // every accepted step

    int size() const { return index_1 + index_2 + index_3; }
};

struct Radau5Result {
    Eigen::VectorXd y{};
    bool finished = false;
    long evaluations = 0;  // without those for derivatives by differences
    long jacobians = 0;
    long steps = 0;
    long rejected = 0;
};

/// From t = 0, with rtol = atol = tolerance and a first step of 1e-6.
Radau5Result radau5(const Radau5Problem& problem, Eigen::VectorXd start, double end,
                    double tolerance);

}  // namespace involute::papers
