// SPDX-License-Identifier: Apache-2.0
#include "involute/step/switching.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

constexpr int power_iterations = 3;
// Stiffness is looked for early, for a short run has no steps to lose, then less often.
constexpr long first_look = 2, steps_between_looks = 20, longest_pause = 20000;
// Explicit steps with h ρ above this may be limited by stability, directly or through their error
// estimate. Only then a Radau step is tried, and its length decides. What accuracy leaves follows
// the tolerance as the steps do: at rtol 1e-4 h ρ stays below 1.5 on the mechanisms, Kepler's and
// Hénon-Heiles' problem, where stability makes it 5 to 8.
constexpr double surely_stiff = 2, surely_stiff_at = 1e-4, least_stiff = 0.5;
// Radau is faster if its steps are this many times longer.
constexpr int longer = 8;
// Below this h ρ an explicit method can make the same steps.
constexpr double not_stiff = 0.4;
constexpr int most_failures = 12;

double stiff_above(double rtol, double exponent)
{
    const double follows = surely_stiff * std::pow(rtol / surely_stiff_at, exponent);
    return std::clamp(follows, least_stiff, surely_stiff);
}

}  // namespace

template <class S>
SpectralRadius<S>::SpectralRadius(Problem<S>& problem, const WalkOptions& options)
    : problem_(problem)
{
    for (int c = 0; c < problem.size(); ++c) floors_.push_back(S(options.floor_of(c)));
    const auto size = std::size_t(padded(problem.size()));
    for (auto* vector : {&direction_, &shifted_, &slope_}) vector->assign(size, S(0));
}

template <class S>
double SpectralRadius<S>::size_in_scale(const S* p, const S* difference) const
{
    using std::abs;
    S sum(0);
    const int size = int(floors_.size());
    for (int c = 1; c < size; ++c) {
        const S scaled = difference[c] / (abs(p[c]) + floors_[std::size_t(c)]);
        sum += scaled * scaled;
    }
    return std::sqrt(to_double(sum));
}

template <class S>
double SpectralRadius<S>::estimate(const S* p, const S* v)
{
    using std::abs;
    const double small = std::sqrt(to_double(unit_roundoff<S>()));
    const int count = int(floors_.size());
    double size = size_in_scale(p, direction_.data()), radius = 0, before = 0;
    if (!(size > 0))  // no direction yet: take an irregular one
        for (int c = 1; c < count; ++c)
            direction_[c] = S(std::sin(c + 1.0)) * (abs(p[c]) + floors_[std::size_t(c)]);
    for (int k = 0; k < power_iterations; ++k) {
        size = size_in_scale(p, direction_.data());
        if (!(size > 0) || !std::isfinite(size)) break;
        for (int c = 0; c < count; ++c)
            shifted_[c] = p[c] + (c == 0 ? S(0) : direction_[c] * S(small / size));
        if (problem_.slope(shifted_.data(), slope_.data()).health != Health::good) break;
        for (int c = 0; c < count; ++c) direction_[c] = slope_[c] - v[c];
        direction_[0] = S(0);
        before = radius;
        radius = size_in_scale(p, direction_.data()) / small;
    }
    // Of q'' = -ω² q the changes of q and of q' take turns in being large: two together are ω².
    if (before > 0) radius = std::sqrt(before * radius);
    if (!std::isfinite(radius)) forget();
    return radius;
}

template <class S>
SwitchingStepper<S>::SwitchingStepper(XProblem<S>& problem,
                                      std::unique_ptr<Stepper<S>> explicit_stepper,
                                      const WalkOptions& options)
    : Stepper<S>(problem.size()),
      problem_(problem),
      options_(options),
      explicit_(std::move(explicit_stepper)),
      current_(explicit_.get()),
      last_(current_),
      radius_(problem, options),
      may_be_stiff_(stiff_above(options.rtol, explicit_->exponent)),
      pause_(first_look)
{
    this->estimates = explicit_->estimates;
    this->exponent = explicit_->exponent;
}

template <class S>
void SwitchingStepper<S>::copy_trial(Trial trial)
{
    this->end.swap(current_->end);
    this->end_slope.swap(current_->end_slope);
    if (trial != Trial::accepted) this->failed = current_->failed;
    this->error = current_->error;
    this->far = current_->far;
    this->advice = current_->advice;
    this->estimates = current_->estimates;
    this->iterations = radau_ ? radau_->iterations : 0;
}

template <class S>
Trial SwitchingStepper<S>::attempt(const Stand<S>& from, S t_next)
{
    ++steps_;
    tried_ = t_next - from.t;
    const Trial trial = current_->attempt(from, t_next);
    copy_trial(trial);
    failures_ = trial == Trial::accepted ? 0 : failures_ + 1;
    // If Newton's method keeps failing, try shorter explicit steps.
    if (current_ == radau_.get() && failures_ == most_failures) change_to(*explicit_, from);
    // Where the solution has no Taylor series, as x' = sqrt(t) at 0, stages still have slopes.
    const bool cannot_begin = trial == Trial::not_finite && failures_ == 1 &&
                              std::equal(from.p, from.p + this->size_, this->failed.begin());
    if (current_ == explicit_.get() && cannot_begin) {
        make_radau();
        change_to(*radau_, from);
    }
    return trial;
}

template <class S>
Trial SwitchingStepper<S>::attempt_within(const Stand<S>& from, S t_next)
{
    const Trial trial = last_->attempt_within(from, t_next);
    this->end = last_->end;
    return trial;
}

template <class S>
void SwitchingStepper<S>::restart()
{
    explicit_->restart();
    if (radau_) radau_->restart();
    current_ = last_ = explicit_.get();
    radius_.forget();
    h_ = S(0);
    steps_ = failures_ = 0;
    pause_ = first_look;
    changes_.clear();
}

template <class S>
void SwitchingStepper<S>::jump()
{
    current_->jump();
    last_ = current_;
    radius_.forget();
    failures_ = 0;
}

template <class S>
void SwitchingStepper<S>::undone()
{
    last_->undone();
}

template <class S>
void SwitchingStepper<S>::taken()
{
    // The stepper may read its own `end`, so it must have it back.
    this->end.swap(current_->end);
    current_->taken();
    this->end.swap(current_->end);
    last_ = current_;
    this->advice = current_->advice;
    this->rough_between = current_->rough_between;
    this->order_between = current_->order_between;
    h_ = tried_;
}

template <class S>
void SwitchingStepper<S>::interpolate(const TakenStep<S>& step, S theta, S* p)
{
    last_->interpolate(step, theta, p);
}

template <class S>
void SwitchingStepper<S>::change_to(Stepper<S>& other, const Stand<S>& from)
{
    current_ = &other;
    steps_ = failures_ = 0;
    pause_ = steps_between_looks;
    changes_.push_back({to_double(from.t), &other == radau_.get() ? "radau" : "explicit steps"});
}

template <class S>
void SwitchingStepper<S>::make_radau()
{
    if (!radau_) radau_ = std::make_unique<RadauStepper<S>>(problem_, 0, options_);
}

/// Tries a Radau step of several times the length, and discards it.
template <class S>
bool SwitchingStepper<S>::radau_goes_further(const Stand<S>& from)
{
    make_radau();
    return radau_->attempt(from, from.t + S(longer) * h_) == Trial::accepted;
}

template <class S>
S SwitchingStepper<S>::proposed_step(const Stand<S>& from)
{
    using std::abs;
    if (steps_ >= pause_ && h_ != S(0)) {
        steps_ = 0;
        const double reach = std::abs(to_double(h_)) * radius_.estimate(from.p, from.v);
        if (current_ == explicit_.get() && reach > may_be_stiff_) {
            if (radau_goes_further(from)) {
                change_to(*radau_, from);
                return abs(h_) * S(longer);
            }
            pause_ = std::min(std::max(2 * pause_, steps_between_looks), longest_pause);
        } else if (current_ == explicit_.get()) {
            pause_ = std::max(pause_, std::min(2 * pause_, steps_between_looks));
        } else if (reach < not_stiff) {
            change_to(*explicit_, from);
            return explicit_->proposed_step(from);
        }
    }
    return current_ == explicit_.get() ? explicit_->proposed_step(from) : S(0);
}

template class SpectralRadius<double>;
template class SpectralRadius<Quad>;
template class SwitchingStepper<double>;
template class SwitchingStepper<Quad>;

}  // namespace involute
