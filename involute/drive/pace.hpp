// SPDX-License-Identifier: Apache-2.0
// What every run shares, whatever it walks on: which method, where rows are wanted, when to give
// up.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "involute/drive/solve.hpp"
#include "involute/drive/walk_options.hpp"
#include "involute/method/tableau.hpp"

namespace involute {

/// The method asked for; `auto` chooses by the tolerance. Throws Error for an unknown name.
const Tableau& choose_method(const SolveOptions& options);

/// What of the options concerns single steps.
WalkOptions walk_options(const SolveOptions& options);

/// The parameter values at which rows are wanted, in order of travel; empty: at accepted steps.
std::vector<double> wanted_parameters(const Sampling& sampling, double from, double to);

/// Steps, seconds and the user's patience.
class Limits {
public:
    explicit Limits(const SolveOptions& options) : options_(options) {}

    struct Reached {
        Outcome code{};
        std::string reason{};
    };
    /// place: where the run stands, for the reason.
    std::optional<Reached> reached(long steps, double x, const std::string& independent) const;
    double seconds() const;

private:
    using Clock = std::chrono::steady_clock;
    const SolveOptions& options_;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace involute
