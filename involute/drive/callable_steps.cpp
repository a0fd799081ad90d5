// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/callable_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace involute {
namespace {

constexpr std::size_t intervals = CallableStep::places - 1;

/// Where polynomials through points with slopes oscillate least: Chebyshev's places, ends included.
double place_within(std::size_t k)
{
    return (1 - std::cos(std::numbers::pi * double(k) / double(intervals))) / 2;
}

}  // namespace

CallableSteps::CallableSteps(StepObserver observer, CallableProblem& problem)
    : observer_(std::move(observer)),
      problem_(problem),
      unknowns_(std::size_t(problem.size()) - 1),
      point_(unknowns_ + 1),
      slope_(unknowns_ + 1),
      x_(CallableStep::places),
      y_(CallableStep::places * unknowns_),
      slopes_(CallableStep::places * unknowns_)
{
}

void CallableSteps::put(std::size_t place, const double* p)
{
    x_[place] = p[0];
    std::copy_n(p + 1, unknowns_, &y_[place * unknowns_]);
    problem_.slope(p, slope_.data());  // not finite: so it is told
    std::copy_n(slope_.data() + 1, unknowns_, &slopes_[place * unknowns_]);
}

void CallableSteps::tell(WalkView<double>& view)
{
    if (!observer_) return;
    const Walker<double>& walker = view.walker;
    if (std::exchange(began_, true)) {  // a step begins as the last one ended
        x_[0] = x_[intervals];
        std::copy_n(&y_[intervals * unknowns_], unknowns_, y_.data());
        std::copy_n(&slopes_[intervals * unknowns_], unknowns_, slopes_.data());
    } else {
        put(0, walker.p_before.data());
    }
    for (std::size_t k = 1; k < intervals; ++k) {
        const double theta = place_within(k);
        const double x = walker.t_before + theta * (walker.t - walker.t_before);
        if (!view.points.at(theta, point_.data(), &x)) {
            view.stop(Outcome::projection_failed,
                      fmt::format("the dense output could not be projected near {}",
                                  view.place(walker.p.data())));
            return;
        }
        put(k, point_.data());
    }
    put(intervals, walker.p.data());
    if (observer_({.x = x_, .y = y_, .slopes = slopes_})) return;
    view.stop(Outcome::observer_stopped,
              fmt::format("the observer stopped at {}", view.place(walker.p.data())));
}

}  // namespace involute
