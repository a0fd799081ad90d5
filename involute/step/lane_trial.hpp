// SPDX-License-Identifier: Apache-2.0
// A trial step that a walk waits for (lanes.hpp).
#pragma once

#include <optional>

#include "involute/step/stepper.hpp"

namespace involute {

template <class S>
class XProblem;
template <class S, class P>
class RungeKutta;
class LaneStep;

/// A trial step that somebody waits for.
struct LaneTrial {
    RungeKutta<double, XProblem<double>>* stepper = nullptr;
    const Stand<double>* from = nullptr;
    double t_next = 0;
    int lane = 0;
    std::optional<Trial> outcome{};  // none: it must be made alone
};

/// Where something of a walk lies among the numbers of a packed step.
struct LanePlace {
    LaneStep* step = nullptr;  // none: nothing does
    int buffer = 0, lane = 0;
    bool operator==(const LanePlace&) const = default;
};

}  // namespace involute
