// SPDX-License-Identifier: Apache-2.0
// One trial step of several walks at once: RungeKutta::attempt as code for several lanes
// (step_tape.hpp), with the bits that each would have found. Walks whose step has anything unusual
// about it (a small pivot, a projection that goes far or does not converge, a number that is not
// finite) are left to make it alone.
//
// Slopes of a step stay here until somebody asks for them, or until their place is needed.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "involute/geometry/lane_geometry.hpp"
#include "involute/step/lane_program.hpp"
#include "involute/step/lane_rows.hpp"
#include "involute/step/lane_trial.hpp"
#include "involute/step/runge_kutta.hpp"
#include "involute/step/step_tape.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

class LaneStep {
public:
    using Stepper = RungeKutta<double, XProblem<double>>;

    /// For steppers of this one's method along the code of its geometry.
    LaneStep(Stepper& like, int lanes);
    bool serves(const Stepper& stepper) const;
    /// Whether one serves both.
    static bool are_alike(const Stepper& a, const Stepper& b);

    /// Sets the outcome of each but those that must be made alone; at most one in each lane. Code
    /// is made after so many of them that it pays: until then all are.
    void attempt(std::span<LaneTrial* const> trials);

    /// The slopes of a step that was made here, to where its stepper has them.
    static void fetch(LanePlace& place, double* slopes, int stride);
    /// The stepper goes, or does not need them any more.
    static void drop(LanePlace& place, const Stepper& stepper);

private:
    using Rows = std::vector<double>;

    bool is_ready(std::span<LaneTrial* const> trials);
    void make_code(Geometry<double>& geometry);
    void keep_slopes(std::span<LaneTrial* const> trials);
    void take(const LaneTrial& trial);
    void take_place(const LaneTrial& trial, int lane);
    void take_constants(const Stepper& stepper, int lane);
    void fill_others(const LaneTrial& trial);
    void make_stages(std::span<LaneTrial* const> trials);
    void project(std::span<LaneTrial* const> trials);
    bool goes_on(int lane, int sweep, const LaneTrial& trial);
    void arrive(std::span<LaneTrial* const> trials);
    void look_at_pivots(const double* found, const WatchedPlaces& watched);
    bool is_usual(const LaneTrial& trial, const double* found, const WatchedPlaces& watched) const;
    void judge_error(LaneTrial& trial, const double* found, const WatchedPlaces& watched,
                     const double* norms, bool arrived);
    void give(LaneTrial& trial, Trial outcome, const double* found, const WatchedPlaces& watched,
              bool arrived);

    // Rows of a number of each lane: inputs, what the stages found, the point projected, and what
    // was found there. Two of them, so that the slopes of the last step outlive the next trial.
    double* inputs() { return numbers_[std::size_t(buffer_)].data(); }
    double* found() { return inputs() + std::ptrdiff_t(tapes_.in.count) * lanes_; }
    double* projected() { return found() + std::ptrdiff_t(stage_outputs_) * lanes_; }
    double* arrived() { return projected() + std::ptrdiff_t(size_) * lanes_; }
    double& at(double* rows, int row, int lane) const { return rows[row * lanes_ + lane]; }
    double at(const double* rows, int row, int lane) const { return rows[row * lanes_ + lane]; }

    int lanes_, size_, tops_;
    const Coefficients<double>& tableau_;
    StepSums sums_;
    LaneGeometry geometry_;
    StepTapes tapes_{};
    int stage_outputs_ = 0;
    std::size_t seen_ = 0;  // trials
    LaneProgram stages_{}, arrival_{}, sweep_{};
    std::array<Rows, 2> numbers_{};
    std::array<std::vector<Stepper*>, 2> owners_{};  // who left slopes there
    std::array<bool, 2> is_filled_{};
    int buffer_ = 0;
    std::vector<Stepper*> holders_{};  // whose constants a lane has
    Rows sweep_in_, sweep_out_, floors_, sweep_floors_, tops_of_lane_, errors_, last_;
    std::vector<int> sweeps_;
    std::vector<char> settled_;                   // rejected, or to be made alone
    LaneFlags going_, kept_pivots_, odd_pivots_;  // on the way to the surface; of the last code run
};

}  // namespace involute
