// SPDX-License-Identifier: Apache-2.0
// One trial step of several walks at once: RungeKutta::attempt with a number of each lane where
// that has one, the same operations in the same order. Walks whose step has anything unusual about
// it (a small pivot, a projection that goes far or does not converge, a number that is not finite)
// are left to make it alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "involute/geometry/lane_geometry.hpp"
#include "involute/step/lane_trial.hpp"
#include "involute/step/runge_kutta.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

class LaneStep {
public:
    /// For steppers of this one's method along the code of its geometry.
    LaneStep(const RungeKutta<double, XProblem<double>>& like, int lanes);
    explicit operator bool() const { return bool(geometry_); }
    bool serves(const RungeKutta<double, XProblem<double>>& stepper) const;
    /// Whether one serves both.
    static bool are_alike(const RungeKutta<double, XProblem<double>>& a,
                          const RungeKutta<double, XProblem<double>>& b);

    /// Sets the outcome of each but those that must be made alone; at most as many as lanes.
    void attempt(std::span<LaneTrial* const> trials);

private:
    using Stepper = RungeKutta<double, XProblem<double>>;

    void take(int lane, const LaneTrial& trial);
    void give(int lane, LaneTrial& trial, Trial outcome, int slopes,
              const std::vector<double>& end);
    double error_of(int lane) const;
    void scatter(const double* rows, int count, int lane, double* to) const;
    double* slopes_at(int i) { return slopes_.data() + std::ptrdiff_t(i) * row_; }

    template <int lanes>
    void attempt_in(std::span<LaneTrial* const> trials);
    template <int lanes>
    void make_stages();
    template <int lanes>
    void estimate(const double* end);
    template <int lanes>
    void project(std::span<LaneTrial* const> trials);
    bool goes_on(int lane, int sweep, const LaneTrial& trial);
    void judge_errors(std::span<LaneTrial* const> trials, int slopes,
                      const std::vector<double>& end);
    void attempt_in_4(std::span<LaneTrial* const> trials);
    void attempt_in_8(std::span<LaneTrial* const> trials);

    int lanes_, size_, row_;  // numbers of a point in all lanes
    const Coefficients<double>& tableau_;
    std::vector<std::vector<WeightedSlope<double>>> rows_;
    std::vector<WeightedSlope<double>> error_, error2_;
    bool early_;
    LaneGeometry geometry_;

    std::vector<double> from_, slopes_, stage_, end_, projected_, moved_, weight_, atol_, floors_;
    std::vector<double> h_, to_, share_, rtol_, norm_, norm2_, increment_, last_, distance_;
    std::vector<double> tops_;         // of one lane
    std::vector<std::int64_t> going_;  // a mask: still on the way to the surface
    std::vector<int> sweeps_;
    std::vector<char> settled_;  // rejected, or to be made alone
};

}  // namespace involute
