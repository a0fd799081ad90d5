// SPDX-License-Identifier: Apache-2.0
#include "involute/step/doubling.hpp"

#include "involute/base/state_limits.hpp"

#include <algorithm>
#include <cmath>

namespace involute {

template <class S>
Doubling<S>::Doubling(Problem<S>& problem, std::unique_ptr<Stepper<S>> inner,
                      const WalkOptions& options)
    : Stepper<S>(problem.size()), problem_(problem), inner_(std::move(inner)), options_(options)
{
    this->estimates = true;
    this->exponent = inner_->exponent;
    for (auto* vector : {&double_, &middle_, &middle_slope_, &taken_middle_, &taken_slope_,
                         &difference_, &weight_})
        vector->assign(std::size_t(padded(size_)), S(0));
}

template <class S>
Trial Doubling<S>::inner_step(const Stand<S>& from, S t_next)
{
    const Trial found = inner_->attempt(from, t_next);
    this->far = inner_->far;
    if (found != Trial::accepted) this->failed = inner_->failed;
    return found;
}

/// t + h/2 and the middle of t and t + h are the same up to their roundings.
template <class S>
bool Doubling<S>::is_first_kept(const Stand<S>& from, S t_next) const
{
    using std::abs;
    const S rounding = S(4) * unit_roundoff<S>() * std::max<S>(abs(from.t), abs(t_next));
    return first_kept_ && from_t_ == from.t && abs(middle_t_ - t_next) <= rounding;
}

template <class S>
Trial Doubling<S>::double_step(const Stand<S>& from, S t_next)
{
    if (is_first_kept(from, t_next)) {
        double_ = middle_;
        problem_.at_parameter(double_.data(), t_next);
        return Trial::accepted;
    }
    const Trial found = inner_step(from, t_next);
    double_ = inner_->end;
    return found;
}

template <class S>
Trial Doubling<S>::attempt(const Stand<S>& from, S t_next)
{
    if (const Trial found = double_step(from, t_next); found != Trial::accepted) return found;
    const S t_middle = from.t + (t_next - from.t) / S(2);
    first_kept_ = false;
    if (const Trial found = inner_step(from, t_middle); found != Trial::accepted) return found;
    first_kept_ = true;
    from_t_ = from.t;
    middle_t_ = t_middle;
    middle_ = inner_->end;
    middle_slope_ = inner_->end_slope;
    const Stand<S> half{middle_.data(), middle_slope_.data(), t_middle, from.negative};
    if (const Trial found = inner_step(half, t_next); found != Trial::accepted) return found;
    this->end = inner_->end;
    this->end_slope = inner_->end_slope;

    error_weights(options_.tolerance(), from.p, this->end.data(), size_, weight_.data());
    for (int c = 0; c < size_; ++c) difference_[c] = this->end[c] - double_[c];
    this->error = weighted_norm(difference_.data(), weight_.data(), size_);
    if (this->error <= 1) return Trial::accepted;
    return std::isfinite(this->error) ? Trial::too_inaccurate : Trial::not_finite;
}

template <class S>
void Doubling<S>::taken()
{
    first_kept_ = false;
    taken_middle_.swap(middle_);
    taken_slope_.swap(middle_slope_);
}

/// Each half has its own cubic.
template <class S>
void Doubling<S>::interpolate(const TakenStep<S>& step, S theta, S* p)
{
    const bool second = theta > S(1) / S(2);
    Stepper<S>::interpolate(half_of(step, second), second ? S(2) * theta - S(1) : S(2) * theta, p);
}

template <class S>
TakenStep<S> Doubling<S>::half_of(const TakenStep<S>& step, bool second) const
{
    TakenStep<S> part = step;
    part.h = step.h / S(2);
    (second ? part.p0 : part.p1) = taken_middle_.data();
    (second ? part.v0 : part.v1) = taken_slope_.data();
    return part;
}

template <class S>
void Doubling<S>::polynomial(const TakenStep<S>& step, int piece, std::span<const int> coordinates,
                             StepPolynomial& out)
{
    this->cubic(half_of(step, piece > 0), 0.5 * piece, 0.5 * (piece + 1), coordinates, out);
}

template <class S>
void Doubling<S>::visit_state(State& state)
{
    const State::Part part(state, "doubling");
    Stepper<S>::visit_state(state);
    inner_->visit_state(state);
    state("from", from_t_);
    state("to middle", middle_t_);
    state("first kept", first_kept_);
    visit_sized(state, "middle", middle_);
    visit_sized(state, "middle slope", middle_slope_);
    visit_sized(state, "taken middle", taken_middle_);
    visit_sized(state, "taken slope", taken_slope_);
}

template class Doubling<double>;
template class Doubling<Quad>;

}  // namespace involute
