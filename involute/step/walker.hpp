// SPDX-License-Identifier: Apache-2.0
// Step after step along the solution: the stepper tries, the walker decides.
#pragma once

#include <memory>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/step/stepper.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

template <class S>
class Walker {
public:
    /// The stepper must belong to the same problem.
    Walker(Problem<S>& problem, std::unique_ptr<Stepper<S>> stepper, const WalkOptions& options);

    /// Stands at p (a point of M) with parameter t; direction is +1 or -1. False if the field
    /// cannot be evaluated there.
    bool stand(const S* p, S t, int direction);

    /// One accepted step that does not pass t_end and hits it exactly if it gets there.
    /// finished: a step was taken. Anything else: none was, and `trial` says why.
    Outcome advance(S t_end);

    // For a step that must end at a place which only trials can find (singular/kinks.hpp):
    /// Undoes the last step: the walk stands where it began.
    void retreat();
    /// The next step is no longer than this.
    void limit_next(S size) { limit_ = size; }
    /// How long the next step would be if nothing were in its way.
    S next_size() const { return h_; }
    /// One trial from where it stands; `trial_end` is its end if it was accepted.
    Trial try_to(S t_next);
    const S* trial_end() const { return stepper_->end.data(); }
    /// Takes the last trial, which was accepted.
    void take_trial(S t_next) { take(t_next, t_next - t); }
    /// Whether a stage of the last trial lay where `admits` forbids it.
    bool strayed() const { return stepper_->strayed; }
    bool is_blind() const { return stepper_->blind; }
    void admit_stages(std::function<bool(const S* p)> admits)
    {
        stepper_->admits = std::move(admits);
    }
    /// Over a place where something jumps to a point of M just beyond it, and starts anew there
    /// with a step of this size. False if the field cannot be evaluated there.
    bool leap(const S* to, S t_next, S size);

    /// The point at t_before + θ h of the last step, not yet projected.
    void interpolate(S theta, S* p);
    /// The same by a step of the method from where the last step began: its full order, at the
    /// price of a step. False if the step fails.
    bool step_within(S theta, S* p);
    /// The same by the cubic Hermite polynomial, whatever the method has.
    void interpolate_cubic(S theta, S* p);

    /// The polynomials behind interpolate() and interpolate_cubic(), and how many make up a step.
    void polynomial(int piece, std::span<const int> coordinates, StepPolynomial& out);
    int polynomial_pieces() const { return stepper_->polynomial_pieces(); }
    void polynomial_cubic(std::span<const int> coordinates, StepPolynomial& out);

    // where it stands, and where the last step began; padded with zeros to a multiple of four
    S t{}, t_before{};
    std::vector<S> p, p_before, v, v_before;
    Trial trial = Trial::accepted;
    const std::vector<S>& failed() const
    {
        return stepper_->failed;
    }                                                                // where the last trial failed
    std::string complaint() const { return stepper_->complaint(); }  // of the last trial
    std::span<const MethodChange> changes() const { return stepper_->changes(); }  // of the method
    /// Interpolation within the last step is less accurate than its ends; step_within() is not.
    bool rough_between() const { return stepper_->rough_between; }
    int order_between() const { return stepper_->order_between; }  // of step_within() then
    long iterations() const { return stepper_->iterations; }       // of Newton's method
    bool negative = false;                                         // sign of det J where it stands
    long steps = 0, rejected = 0;
    double error = 0;  // the scaled estimate of the last accepted step

    /// Where it stands, and all that the next step depends on; of the problem: what it knows.
    void visit_state(State& state);

private:
    S choose_first_step(S t_end);
    S estimate_first_step(S remaining);
    double scaled_norm(const S* value) const;
    void take(S t_next, S h);
    TakenStep<S> taken_step() const;

    Problem<S>& problem_;
    std::unique_ptr<Stepper<S>> stepper_;
    WalkOptions options_;
    StepController control_;
    int size_ = 0;
    int direction_ = 1;
    S h_{};                            // next step, absolute; 0: not chosen yet
    S h_last_{};                       // signed size of the last accepted step
    S limit_{};                        // of the next step; 0: none
    Trial refused_ = Trial::accepted;  // why the last attempt failed that did
    std::vector<S> trial_point_, trial_slope_;
};

extern template class Walker<double>;
extern template class Walker<Quad>;

}  // namespace involute
