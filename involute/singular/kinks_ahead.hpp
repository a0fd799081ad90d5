// SPDX-License-Identifier: Apache-2.0
// Kinks that depend on x alone are known before the walk gets there, with proof: no pulse of theirs
// is too short to be seen.
#pragma once

#include <optional>
#include <vector>

#include "involute/expr/roots_ahead.hpp"
#include "involute/geometry/switches.hpp"

namespace involute {

class KinksAhead {
public:
    KinksAhead() = default;
    /// Of those switches that depend on x alone.
    KinksAhead(CompletedSystem& completed, const std::vector<Switch>& switches);

    bool empty() const { return functions_.empty(); }
    void begin(double from, double to);

    /// One kink or several that cannot be told apart lie between.
    struct Place {
        double before = 0, after = 0;
        int number = 0;  // of the switch that comes first
    };
    /// The first one beyond x.
    std::optional<Place> next(double x);
    /// Whether all kinks of a switch are found; else it is too wild.
    bool finds(int number) const;
    void visit_state(State& state);

private:
    struct Function {
        int number = 0;
        RootsAhead roots;
        std::optional<RootsAhead::Root> root{};
    };
    std::vector<Function> functions_{};
    int direction_ = 1;
};

}  // namespace involute
