// SPDX-License-Identifier: Apache-2.0
// When to give up: steps, and the patience of whoever asked (base/patience.hpp).
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "involute/observe/stop_reasons.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

class State;  // base/state.hpp

class Limits {
public:
    explicit Limits(const SolveOptions& options) : options_(options) {}

    /// Asked before every step; x: where the run stands, for the reason.
    std::optional<Stop> reached(long steps, double x, const std::string& independent) const;
    double seconds() const;
    /// The seconds of a run that goes on are counted on.
    void visit_state(State& state);

private:
    using Clock = std::chrono::steady_clock;
    const SolveOptions& options_;
    Clock::time_point begin_ = Clock::now();
};

/// "2 seconds were used up at t = 3", "interrupted at t = 3": where is "at t = 3".
Stop out_of_patience(Outcome code, const SolveOptions& options, const std::string& where);

}  // namespace involute
