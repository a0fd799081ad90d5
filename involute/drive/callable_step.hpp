// SPDX-License-Identifier: Apache-2.0
// What lies within an accepted step of a walk along callables (drive/callable.hpp): enough for a
// polynomial of degree nine.
#pragma once

#include <functional>
#include <span>

namespace involute {

/// Its ends and three places between, in order of travel.
struct CallableStep {
    static constexpr int places = 5;
    std::span<const double> x{};       // one a place
    std::span<const double> y{};       // all components of the first, of the second, ..
    std::span<const double> slopes{};  // the field there, likewise
};

/// Whether the run is to go on.
using StepObserver = std::function<bool(const CallableStep&)>;

}  // namespace involute
