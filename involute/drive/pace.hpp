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
#include "involute/method/methods.hpp"
#include "involute/text/number.hpp"

namespace involute {

/// The method asked for; `auto` chooses by the tolerance, and Taylor series only where they can be
/// had. Throws Error for an unknown name.
const MethodEntry& choose_method(const SolveOptions& options, bool series_can_be_had = false);

/// What of the options concerns single steps.
WalkOptions walk_options(const SolveOptions& options);

/// The parameter values at which rows are wanted, in order of travel; empty: at accepted steps.
template <class S>
std::vector<S> wanted_parameters(const Sampling& sampling, const S& from, const S& to);

extern template std::vector<double> wanted_parameters(const Sampling&, const double&,
                                                      const double&);
extern template std::vector<Quad> wanted_parameters(const Sampling&, const Quad&, const Quad&);

/// A number of the options in the precision of the run: 0.1 is meant to be 0.1.
template <class S>
S meant(double option)
{
    using std::isfinite;
    return isfinite(option) ? from_quad<S>(decimal_of(option)) : S(option);
}

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
