// SPDX-License-Identifier: Apache-2.0
// Whether the end will ever be reached: a run to t = 1e300 in steps of 0.1 should say so at once.
#pragma once

#include <optional>
#include <string>

namespace involute {

class State;  // base/state.hpp

/// Follows x at powers of two of the number of steps; costs nothing at others.
class Reach {
public:
    Reach() = default;
    Reach(double from, double to);

    /// Whether it is time to ask.
    static bool is_due(long steps) { return steps >= first_look && (steps & (steps - 1)) == 0; }
    /// Asked when it is due. The way goes on as it did from half of the steps to here, x - from
    /// growing like a power of their number; if that takes more steps than anybody can wait for,
    /// why the run ends.
    std::optional<std::string> out_of_reach(long steps, double x);
    void visit_state(State& state);

private:
    // Steps at the beginning say nothing: they may grow.
    static constexpr long first_look = 1 << 12;

    double from_ = 0;
    double distance_ = 0;  // 0: nobody asks
    double before_ = 0;    // x - from at half of the steps
};

}  // namespace involute
