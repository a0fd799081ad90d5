// SPDX-License-Identifier: Apache-2.0
#include "involute/step/radau_control.hpp"

#include <algorithm>
#include <cmath>

#include "involute/method/radau.hpp"

namespace involute {
namespace {

constexpr double safety = 0.9;
constexpr double grow = 8, shrink = 0.2;
// If the step size would change by less than this, keep it: the factored matrices stay valid.
constexpr double worth_changing = 1.2;
// Derivatives are kept while Newton's method contracts faster than this with them.
constexpr double fast = 1e-3;
// More stages are faster if Newton's method contracts faster than this and step sizes are steady.
constexpr double very_fast = 1e-2;
constexpr double very_slow = 0.8;
// Steps after a failure of Newton's method are chosen so that it contracts like this.
constexpr double busy = 0.15;
constexpr int steps_between_changes = 10;
constexpr int usual_stages = 3;
constexpr int careful_steps = 3;

int neighbour(int stages, int by)
{
    const auto all = radau_stages();
    const auto here = std::ranges::find(all, stages) - all.begin();
    return all[std::size_t(std::clamp<long>(here + by, 0, long(all.size()) - 1))];
}

// An estimate of order s + 1 below K rtol^((s+1)/(2s-1)) leaves an error of order 2s - 1
// proportional to rtol. K by experiment: the error of the pendulum to 100 and of Andrews'
// mechanism is a few times rtol, that of dissipative systems far below it.
double tolerance_of(int stages, double rtol)
{
    const double exponent = stages == 1 ? 1 : (stages + 1.0) / (2.0 * stages - 1);
    const double part = stages == 1   ? local_share
                        : stages == 2 ? 0.06
                        : stages == 3 ? 0.05
                        : stages == 5 ? 0.01
                                      : 0.006;
    return part * std::pow(rtol, exponent);
}

/// The root of degree s + 1, by what is quicker than a power.
double root_of(double x, int stages)
{
    switch (stages) {
        case 1:
            return std::sqrt(x);
        case 2:
            return std::cbrt(x);
        case 3:
            return std::sqrt(std::sqrt(x));
        case 5:
            return std::cbrt(std::sqrt(x));
        default:
            return std::sqrt(std::sqrt(std::sqrt(x)));
    }
}

}  // namespace

RadauControl::RadauControl(int stages, const WalkOptions& options)
    : automatic_(stages == 0), stages_(stages == 0 ? usual_stages : stages), rtol_(options.rtol)
{
    for (const int s : radau_stages()) tolerances_[std::size_t(s)] = tolerance_of(s, rtol_);
}

double RadauControl::newton_target(int stages) const
{
    return std::min(0.03, 0.1 * local_share * rtol_ / tolerance(stages));
}

double RadauControl::factor(const Seen& seen) const
{
    // Many Newton iterations are another reason for a shorter step.
    const double safe =
        std::min(safety, safety * (1 + 2.0 * seen.most) / (seen.iterations + 2.0 * seen.most));
    const double e = std::max(seen.error, 1e-10);
    return std::clamp(safe / root_of(e, stages_), shrink, grow);
}

double RadauControl::after_accepted(const Seen& seen)
{
    double result = factor(seen);
    if (any_) {
        // Gustafsson's predictive control: extrapolate the trend of the errors.
        const double e = std::max(seen.error, 1e-10);
        const double predicted =
            safety * std::abs(seen.h / last_h_) * root_of(last_error_ / (e * e), stages_);
        result = std::min(result, std::clamp(predicted, shrink, grow));
    }
    any_ = true;
    const double ratio = last_h_ == 0 ? grow : std::abs(seen.h / last_h_);
    last_h_ = seen.h;
    last_error_ = std::max(1e-2, seen.error);
    if (rejected_ || careful_ > 0) result = std::min(result, 1.0);
    // Newton's method failed a moment ago: where it gets slower with every step, it will again.
    if (careful_ > 0 && seen.iterations > 1 && seen.theta > busy)
        result = std::min(result, busy / seen.theta);
    careful_ = std::max(0, careful_ - 1);
    rejected_ = false;
    keeps_ = seen.theta <= fast;
    if (keeps_ && result >= 1 && result <= worth_changing) result = 1;
    choose_order(seen, ratio);
    return result;
}

void RadauControl::choose_order(const Seen& seen, double ratio)
{
    ++since_change_;
    if (!automatic_) return;
    const int before = stages_;
    const bool steady = ratio < worth_changing && ratio > 1 / worth_changing;
    if (seen.theta <= very_fast && steady && since_change_ >= steps_between_changes)
        stages_ = neighbour(stages_, 1);
    else if (seen.theta >= very_slow && stages_ > usual_stages)
        stages_ = neighbour(stages_, -1);
    if (stages_ == before) return;
    since_change_ = 0;
    any_ = false;
}

double RadauControl::after_rejected(const Seen& seen, bool first)
{
    rejected_ = true;
    return first ? 0.1 : std::min(0.9, factor(seen));
}

double RadauControl::after_failure(double advice)
{
    rejected_ = true;
    any_ = false;
    careful_ = careful_steps;
    if (automatic_ && stages_ > usual_stages) {
        stages_ = neighbour(stages_, -1);
        since_change_ = 0;
    }
    return advice;
}

}  // namespace involute
