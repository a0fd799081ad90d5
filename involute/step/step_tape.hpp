// SPDX-License-Identifier: Apache-2.0
// The trial step of an explicit Runge-Kutta method along a completed system as straight-line code:
// RungeKutta::attempt (runge_kutta_impl.hpp) written down, the same operations in the same order,
// so that it can be run for several walks at once. Newton's sweeps to the surface lie between two
// parts of it, as often as they are needed.
#pragma once

#include <optional>
#include <vector>

#include "involute/geometry/tapes.hpp"
#include "involute/step/combination.hpp"

namespace involute {

/// The sums of a method, as RungeKutta has them.
struct StepSums {
    std::vector<std::vector<WeightedSlope<double>>> rows{};  // by slope; row `end` is the end point
    std::vector<WeightedSlope<double>> error{}, error2{};
    int end = 0;         // the slope at the end point
    bool early = false;  // the error is estimated before the end point is projected
};

/// Where what was watched on the way stands among the outputs of a part.
struct WatchedPlaces {
    int x = 0;         // of the last evaluation
    int unfinite = 0;  // zero unless a top was not finite
    int lowest = 0, determinant = 0;
    int least = 0, greatest = 0;  // of every pivot: two lists
    int tops = 0;                 // of the last evaluation
};

struct StepTapes {
    /// `stages` is over the inputs; its outputs begin with the slopes 1 .. end - 1.
    /// `arrival` is over the inputs, the outputs of `stages`, and the point projected.
    Tape stages{}, arrival{};
    /// (p, floors, zero) -> p after a sweep, its distance from p, pivots. Absent: no projection.
    std::optional<Tape> sweep{};

    struct Inputs {
        int p = 0, v = 0, h = 0, to = 0, lowest = 0, zero = 0, one = 0;
        int unit = 0, rtol = 0, share = 0, atol = 0, floors = 0, inverses = 0, count = 0;
    } in{};
    struct StageOutputs {
        int end = 0, norms = 0;
        WatchedPlaces watched{};
    } found{};
    struct ArrivalOutputs {
        int slope = 0, distance = 0, norms = 0;
        WatchedPlaces watched{};
    } arrived{};
    int pivots = 0, sweep_pivots = 0;
};

/// How many instructions that takes, roughly; and the tapes.
std::size_t expected_size(const Tape& field, const StepSums& sums, int size);
StepTapes write_step(CompletedSystem& completed, const BlockOrders& orders, const StepSums& sums);

}  // namespace involute
