// SPDX-License-Identifier: Apache-2.0
// One iteration of Newton's method for the stages of a Radau step as native code: equations at all
// stages, both ways through the eigenvectors, all solves, the changes added. With the bits of the
// loops it is written by (stage_loops.hpp, EliminationPlan::solve); made only where a walk is so
// long that it pays.
#pragma once

#include <span>
#include <vector>

#include "involute/geometry/shifted_matrix.hpp"
#include "involute/step/stage_loops.hpp"

namespace involute {

/// For one order of elimination.
class NewtonCode {
public:
    /// What an iteration is made for.
    struct Shape {
        int stages = 0;
        int size = 0, unknowns = 0;  // of a point, of its tops
        std::span<const StageLink> links{};
    };

    /// Whether there is code.
    explicit operator bool() const { return program_.is_native(); }
    /// Counts iterations made without it; true when it is time to write it.
    bool is_due();
    void write(CompletedSystem& completed, const StageRows& rows, const EliminationPlan& plan,
               const StageNumbers<double>& numbers, const Shape& shape);

    /// Before the first iteration of a step: what stays the same.
    void begin(const double* states, const ShiftedMatrices<double>& matrices, const double* weight,
               double h);
    /// The sum of squares of the weighted changes. No number: changes are not finite, and states
    /// are as before.
    double iterate(double* states, double* changes);

private:
    Program<double> program_{};
    std::vector<double> work_, in_, out_;
    Shape shape_{};
    std::size_t states_ = 0;  // numbers of all stages
    long without_ = 0;
};

}  // namespace involute
