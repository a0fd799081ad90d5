// SPDX-License-Identifier: Apache-2.0
// The parts of a Radau step that are done again and again, as native code: factors of the stage
// matrices, where the stages begin, an iteration of Newton's method, the error estimate. With the
// bits of the loops they are written by (shifted_loops.hpp, stage_loops.hpp, EliminationPlan);
// made only where a walk is so long that it pays.
#pragma once

#include <span>
#include <vector>

#include "involute/geometry/shifted_matrix.hpp"
#include "involute/step/stage_loops.hpp"

namespace involute {

/// Where things stand in the memory that loops and native code share.
struct StagePlaces {
    StagePlaces() = default;
    StagePlaces(int stages, int size, int unknowns, std::size_t entries);

    std::size_t stride = 0;
    std::size_t states = 0;  // how many numbers: they come first
    std::size_t base = 0;    // where the step begins: a point, its tops
    std::size_t weight = 0, derivatives = 0;
    std::size_t kept = 0;              // tops at the stages of the last step
    std::size_t h = 0;                 // the size of this one
    std::size_t begin = 0, ratio = 0;  // where its stages lie in the last one: begin + c ratio
    std::size_t factors = 0;           // what EliminationPlan::solve takes; the last
};

/// For one order of elimination.
class NewtonCode {
public:
    /// What it is made for.
    struct Shape {
        const Radau<double>* table = nullptr;
        int size = 0, unknowns = 0;  // of a point, of its tops
        std::span<const StageLink> links{};
        std::span<const int> unlinked{}, entry_places{};
        StagePlaces places{};
    };

    /// Whether there is code.
    explicit operator bool() const { return iterate_.is_native(); }
    /// Counts iterations made without it; true when it is time to write it.
    bool is_due();
    void write(CompletedSystem& completed, const StageRows& rows, const EliminationPlan& plan,
               const StageNumbers<double>& numbers, const ShiftedMatrices<double>& matrices,
               const Shape& shape);

    /// Numbers of the memory.
    std::size_t memory_size() const { return found_ + std::size_t(matrices_); }
    /// Factors, from derivatives and h. False where the order does not serve, or loops are faster.
    bool factor(double* memory);
    /// The stages, from what is kept of the last step.
    void predict(double* memory);
    /// The sum of squares of the weighted changes, which are added to the states. No number, and
    /// states as before, where it is not finite.
    double iterate(double* memory);
    /// The changes of the last iteration.
    const double* changes() const { return out_.data() + shape_.places.states; }
    /// The sum of squares of weighted errors, which go to `error`, by coordinate.
    double estimate(const double* memory, double* error);

private:
    Program<double> factor_{}, predict_{}, iterate_{}, estimate_{};
    std::vector<double> factor_work_, predict_work_, iterate_work_, estimate_work_, out_;
    Shape shape_{};
    int matrices_ = 0;       // factored together
    std::size_t found_ = 0;  // where the largest multipliers stand after a factorisation
    long without_ = 0;
};

}  // namespace involute
