// SPDX-License-Identifier: Apache-2.0
// An explicit Runge-Kutta step: stages on the extended field (or every stage projected, as in the
// papers), the end point projected, then the slope there, which the next step starts with.
//
// By the theorem in docs/theory.md a Runge-Kutta step for any smooth extension of V followed by
// any smooth retraction to M has the classical order, so nothing else is needed.
#pragma once

#include "involute/method/explicit_methods.hpp"
#include "involute/step/combination.hpp"
#include "involute/step/lane_trial.hpp"
#include "involute/step/stepper.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

/// P: Problem<S>, or a final class derived from it, whose calls are then not virtual.
template <class S, class P = Problem<S>>
class RungeKutta final : public Stepper<S> {
public:
    RungeKutta(P& problem, const Coefficients<S>& tableau, const WalkOptions& options);
    ~RungeKutta() override;
    RungeKutta(const RungeKutta&) = delete;
    RungeKutta& operator=(const RungeKutta&) = delete;

    Trial attempt(const Stand<S>& from, S t_next) override;
    void taken() override;
    void interpolate(const TakenStep<S>& step, S theta, S* p) override;
    void polynomial(const TakenStep<S>& step, int piece, std::span<const int> coordinates,
                    StepPolynomial& out) override;
    void visit_state(State& state) override;

private:
    friend class LaneStep;
    using Term = WeightedSlope<S>;
    using Stepper<S>::size_;

    S* slope_at(int i) { return &k_[std::size_t(i) * std::size_t(stride_)]; }
    bool suits_lanes() const;
    Trial attempt_alone(const Stand<S>& from, S t_next);
    Trial stages(const Stand<S>& from, S h);
    Trial estimate(const Stand<S>& from, S h);
    double embedded_norm(S h);
    void look_at_quadratures(S h);
    bool estimates_early() const { return !tableau_.fsal && !options_.technique.project_stages; }
    double projected_norm(const S* from, S h, bool& projected);
    void prepare_dense(const TakenStep<S>& step);
    void fetch_last_slopes();

    P& problem_;
    WalkOptions options_;
    const Coefficients<S>& tableau_;
    std::vector<std::vector<Term>> rows_;  // nonzero A, by stage; row `end` is b
    std::vector<Term> error_, error2_;
    std::vector<Term> difference_;  // of slopes, where the estimate is blind
    int twin_ = 0;                  // the last of its stages at the beginning
    int stride_ = 0;
    bool constant_ = false;
    bool suits_lanes_ = false;
    bool dense_ready_ = false;
    std::vector<S> k_, k_last_, stage_, weight_, dense_;
    std::vector<double> nested_;  // of one coordinate
    // Where slopes still lie if the step was made beside others, and what these know of this one.
    LanePlace k_place_{}, k_last_place_{}, constants_place_{};
};

}  // namespace involute
