// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/reach.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/state.hpp"

namespace involute {
namespace {

// Thirty years of a million steps a second.
constexpr double most_steps = 1e15;

}  // namespace

Reach::Reach(double from, double to) : from_(from), distance_(std::abs(to - from))
{
    if (!std::isfinite(distance_)) distance_ = 0;
}

std::optional<std::string> Reach::out_of_reach(long steps, double x)
{
    const double done = std::abs(x - from_), before = before_;
    before_ = done;
    if (distance_ == 0 || before == 0 || !(done > 0)) return {};
    const double power = std::log2(done / before);
    if (distance_ / done <= most_steps / double(steps)) return {};
    const double digits =
        power > 0 ? std::log10(double(steps)) + std::log10(distance_ / done) / power : INFINITY;
    if (digits <= std::log10(most_steps)) return {};
    const std::string needed = digits < 300 ? fmt::format("some 10^{:.0f} steps", digits)
                                            : "more steps than can be counted";
    return fmt::format(
        "the end is out of reach: {} steps came {:.3g} of {:.3g}, and at this pace the "
        "rest takes {}; stopped",
        steps, done, distance_, needed);
}

void Reach::visit_state(State& state)
{
    const State::Part part(state, "reach");
    state("from", from_);
    state("distance", distance_);
    state("before", before_);
}

}  // namespace involute
