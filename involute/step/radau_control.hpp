// SPDX-License-Identifier: Apache-2.0
// How long the next Radau step is and with how many stages.
// [Hairer, Wanner, Solving ODE II, IV.8; Stiff differential equations solved by Radau methods,
// J. Comput. Appl. Math. 111 (1999)]
#pragma once

#include <array>
#include <cstddef>

#include "involute/step/walk_options.hpp"

namespace involute {

class State;  // base/state.hpp

class RadauControl {
public:
    /// stages: 0 for automatic.
    RadauControl(int stages, const WalkOptions& options);

    int stages() const { return stages_; }
    /// The tolerance for the error estimate of a step. The estimate is of lower order than the
    /// method, so it may be larger than the error itself.
    double tolerance(int stages) const { return tolerances_[std::size_t(stages)]; }
    /// Where Newton's method may stop: the size of a change, in units of that tolerance.
    double newton_target(int stages) const;
    /// The number of iterations it may take.
    int most_iterations() const { return 7 + (stages_ - 3) * 5 / 2; }

    struct Seen {
        double h = 0;      // signed size of the step
        double error = 0;  // 1 is just accepted
        double theta = 0;  // contraction of Newton's method
        int iterations = 1;
        int most = 7;
    };
    /// The factor for the next step.
    double after_accepted(const Seen& seen);
    double after_rejected(const Seen& seen, bool first);
    /// The factor after Newton's method failed; advice: the factor that it suggests.
    double after_failure(double advice);
    /// Whether the next step can use the derivatives of this one.
    bool keeps_derivatives() const { return keeps_; }

    void visit_state(State& state);

private:
    double factor(const Seen& seen) const;
    void choose_order(const Seen& seen, double ratio);

    bool automatic_;
    int stages_;
    double rtol_;
    std::array<double, 8> tolerances_{};  // by the number of stages
    double last_h_ = 0, last_error_ = 1;
    bool rejected_ = false, any_ = false, keeps_ = false;
    int careful_ = 0;  // steps for which growth is forbidden, after Newton's method failed
    int since_change_ = 0;
};

}  // namespace involute
