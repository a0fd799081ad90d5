// SPDX-License-Identifier: Apache-2.0
// `auto`: an explicit method or Taylor series while accuracy limits the steps, Radau where
// stability does. Both use the same points of M, so switching loses nothing.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "involute/step/radau.hpp"
#include "involute/step/stepper.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

/// An estimate of |∂V/∂p| in scale: the power method on differences, continued from point to point.
template <class S>
class SpectralRadius {
public:
    SpectralRadius(Problem<S>& problem, const WalkOptions& options);
    double estimate(const S* p, const S* v);
    void forget() { std::fill(direction_.begin(), direction_.end(), S(0)); }
    void visit_state(State& state);

private:
    double size_in_scale(const S* p, const S* difference) const;

    Problem<S>& problem_;
    std::vector<S> floors_{};
    std::vector<S> direction_, shifted_, slope_;
};

template <class S>
class SwitchingStepper final : public Stepper<S> {
public:
    SwitchingStepper(XProblem<S>& problem, std::unique_ptr<Stepper<S>> explicit_stepper,
                     const WalkOptions& options);

    Trial attempt(const Stand<S>& from, S t_next) override;
    Trial attempt_within(const Stand<S>& from, S t_next) override;
    void restart() override;
    void jump() override;
    void taken() override;
    void undone() override;
    void interpolate(const TakenStep<S>& step, S theta, S* p) override;
    void polynomial(const TakenStep<S>& step, int piece, std::span<const int> coordinates,
                    StepPolynomial& out) override
    {
        last_->polynomial(step, piece, coordinates, out);
    }
    int polynomial_pieces() const override { return last_->polynomial_pieces(); }
    S proposed_step(const Stand<S>& from) override;
    int substeps() const override { return current_->substeps(); }
    std::span<const MethodChange> changes() const override { return changes_; }
    std::string complaint() const override { return current_->complaint(); }
    void visit_state(State& state) override;

private:
    void make_radau();
    bool radau_goes_further(const Stand<S>& from);
    void change_to(Stepper<S>& other, const Stand<S>& from);
    void copy_trial(Trial trial);

    XProblem<S>& problem_;
    WalkOptions options_;
    std::unique_ptr<Stepper<S>> explicit_;
    std::unique_ptr<RadauStepper<S>> radau_;  // made when first needed
    Stepper<S>* current_;
    Stepper<S>* last_;  // took the last step
    SpectralRadius<S> radius_;
    double may_be_stiff_;  // h ρ of explicit steps
    S h_{};                // of the last step taken, signed
    S tried_{};            // of the last attempt
    long steps_ = 0;       // attempts since stiffness was last checked
    long pause_;           // attempts between two checks
    int failures_ = 0;
    std::vector<MethodChange> changes_;
};

extern template class SpectralRadius<double>;
extern template class SpectralRadius<Quad>;
extern template class SwitchingStepper<double>;
extern template class SwitchingStepper<Quad>;

}  // namespace involute
