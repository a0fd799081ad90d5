// SPDX-License-Identifier: Apache-2.0
#include "involute/step/walker.hpp"

#include "involute/base/state_limits.hpp"

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

constexpr int most_rejections = 200;

/// Nothing finite times zero is anything but zero. One by one: what a step has just written number
/// by number is slow to be read four at a time.
template <class S>
bool all_finite(const std::vector<S>& values, int size)
{
    S sum(0);
    for (int i = 0; i < size; ++i) sum += values[std::size_t(i)] * S(0);
    return sum == S(0);
}

}  // namespace

template <class S>
Walker<S>::Walker(Problem<S>& problem, std::unique_ptr<Stepper<S>> stepper,
                  const WalkOptions& options)
    : problem_(problem),
      stepper_(std::move(stepper)),
      options_(options),
      control_(make_controller(options.technique.rule, stepper_->exponent)),
      size_(problem.size())
{
    for (auto* vector : {&p, &p_before, &v, &v_before, &trial_point_, &trial_slope_})
        vector->assign(std::size_t(padded(size_)), S(0));
}

template <class S>
bool Walker<S>::stand(const S* at, S parameter, int direction)
{
    std::copy(at, at + size_, p.begin());
    t = t_before = parameter;
    direction_ = direction;
    h_ = S(0);
    control_ = make_controller(options_.technique.rule, stepper_->exponent);
    stepper_->restart();
    const Factored found = problem_.slope(p.data(), v.data());
    negative = found.negative;
    if (found.health != Health::good) {
        trial = found.health == Health::singular ? Trial::singular : Trial::not_finite;
        stepper_->failed = p;
        return false;
    }
    problem_.accepted(p.data(), v.data());
    return true;
}

/// Root mean square of value_c / (atol + rtol |p_c|).
template <class S>
double Walker<S>::scaled_norm(const S* value) const
{
    using std::abs;
    S sum(0);
    for (int c = 0; c < size_; ++c) {
        const S scaled = value[c] / (S(options_.atol_of(c)) + S(options_.rtol) * abs(p[c]));
        sum += scaled * scaled;
    }
    return std::sqrt(to_double(sum) / size_);
}

/// The first step (Hairer, Nørsett, Wanner, Solving ODE I, II.4): two slopes give the size of the
/// solution's derivatives; the error estimated from it is to be one per cent of the scale.
template <class S>
S Walker<S>::estimate_first_step(S remaining)
{
    const double d0 = scaled_norm(p.data());
    const double d1 = scaled_norm(v.data());
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    h0 = std::min(h0, to_double(remaining));
    for (int attempts = 0; attempts < 20; ++attempts, h0 /= 16) {
        for (int c = 0; c < size_; ++c) trial_point_[c] = p[c] + S(direction_ * h0) * v[c];
        if (problem_.slope(trial_point_.data(), trial_slope_.data()).health != Health::good)
            continue;
        for (int c = 0; c < size_; ++c) trial_slope_[c] -= v[c];
        const double d2 = scaled_norm(trial_slope_.data()) / h0;
        const double largest = std::max(d1, d2);
        const double h1 = largest <= 1e-15 ? std::max(1e-6, h0 * 1e-3)
                                           : std::pow(0.01 / largest, control_.exponent);
        return S(std::min({100 * h0, h1, to_double(remaining)}));
    }
    return S(h0);
}

template <class S>
S Walker<S>::choose_first_step(S t_end)
{
    using std::abs;
    if (options_.step > 0) return S(options_.step);
    if (options_.first_step > 0) return S(options_.first_step);
    return estimate_first_step(abs(t_end - t));
}

template <class S>
void Walker<S>::take(S t_next, S h)
{
    stepper_->taken();
    p_before.swap(p);
    v_before.swap(v);
    std::copy(stepper_->end.begin(), stepper_->end.end(), p.begin());
    std::copy(stepper_->end_slope.begin(), stepper_->end_slope.end(), v.begin());
    t_before = t;
    t = t_next;
    h_last_ = h;
    error = stepper_->error;
    steps += stepper_->substeps();
    problem_.accepted(p.data(), v.data());
}

template <class S>
void Walker<S>::retreat()
{
    p_before.swap(p);
    v_before.swap(v);
    t = t_before;
    steps -= stepper_->substeps();
    ++rejected;
    stepper_->undone();
    if (!problem_.along_curve()) return;
    problem_.slope(p.data(), trial_slope_.data());  // the orientation is that of here
    problem_.accepted(p.data(), v.data());
}

/// A trial whose end is no point is never accepted, whatever the method thinks of its error.
template <class S>
Trial Walker<S>::try_to(S t_next)
{
    trial = stepper_->attempt({p.data(), v.data(), t, negative}, t_next);
    if (trial == Trial::accepted &&
        !(all_finite(stepper_->end, size_) && all_finite(stepper_->end_slope, size_))) {
        stepper_->failed = stepper_->end;
        trial = Trial::not_finite;
    }
    return trial;
}

template <class S>
bool Walker<S>::leap(const S* to, S t_next, S size)
{
    std::copy(to, to + size_, trial_point_.begin());
    const Factored found = problem_.slope(trial_point_.data(), trial_slope_.data());
    if (found.health != Health::good) {
        trial = found.health == Health::singular ? Trial::singular : Trial::not_finite;
        std::copy(trial_point_.begin(), trial_point_.end(), stepper_->failed.begin());
        return false;
    }
    p_before.swap(p);
    v_before.swap(v);
    p.swap(trial_point_);
    v.swap(trial_slope_);
    t_before = t;
    t = t_next;
    negative = found.negative;  // det J may jump from one sign to the other
    problem_.accepted(p.data(), v.data());
    stepper_->jump();
    control_ = make_controller(options_.technique.rule, stepper_->exponent);
    h_ = size;
    return true;
}

template <class S>
Outcome Walker<S>::advance(S t_end)
{
    using std::abs;
    const Stand<S> from{p.data(), v.data(), t, negative};
    const S proposed = options_.step > 0 ? S(0) : stepper_->proposed_step(from);
    if (proposed > S(0))
        h_ = proposed;
    else if (h_ == S(0))
        h_ = choose_first_step(t_end);
    if (limit_ > S(0)) h_ = std::min<S>(h_, limit_);
    limit_ = S(0);
    for (int tries = 0; tries < most_rejections; ++tries) {
        if (options_.max_step > 0) h_ = std::min<S>(h_, S(options_.max_step));
        const S remaining = abs(t_end - t);
        // Stretch the last step a little rather than follow it by a tiny one.
        const S stretch = options_.step > 0 ? S(1e-9) : S(0.01);
        const bool last = h_ * (S(1) + stretch) >= remaining;
        const S size = last ? remaining : h_;
        const S t_next = last ? t_end : S(t + S(direction_) * size);
        if (t_next == t || !(size > S(0))) break;

        if (try_to(t_next) == Trial::accepted) {
            take(t_next, t_next - t);
            if (options_.step == 0 && stepper_->estimates && !(last && size < h_))
                h_ = size * S(stepper_->advice > 0 ? stepper_->advice : control_.accept(error));
            return Outcome::finished;
        }
        ++rejected;
        refused_ = trial;
        if (options_.step > 0) return Outcome::step_too_small;
        if (stepper_->advice > 0)
            h_ = size * S(stepper_->advice);
        else if (trial == Trial::too_inaccurate)
            h_ = size * S(control_.reject(stepper_->error));
        else
            h_ = size * S(stepper_->far ? 0.5 : 0.25);
        control_.rejected = true;
    }
    // Too close to the obstacle for another attempt: the last one that failed tells why.
    if (trial == Trial::accepted) trial = refused_;
    return Outcome::step_too_small;
}

template <class S>
TakenStep<S> Walker<S>::taken_step() const
{
    return {p_before.data(), v_before.data(), p.data(), v.data(), h_last_};
}

template <class S>
void Walker<S>::interpolate(S theta, S* at)
{
    stepper_->interpolate(taken_step(), theta, at);
}

template <class S>
bool Walker<S>::step_within(S theta, S* at)
{
    const Stand<S> from{p_before.data(), v_before.data(), t_before, negative};
    if (stepper_->attempt_within(from, t_before + theta * h_last_) != Trial::accepted) return false;
    std::copy_n(stepper_->end.begin(), size_, at);
    return true;
}

template <class S>
void Walker<S>::interpolate_cubic(S theta, S* at)
{
    stepper_->Stepper<S>::interpolate(taken_step(), theta, at);
}

template <class S>
void Walker<S>::polynomial(int piece, std::span<const int> coordinates, StepPolynomial& out)
{
    stepper_->polynomial(taken_step(), piece, coordinates, out);
}

template <class S>
void Walker<S>::polynomial_cubic(std::span<const int> coordinates, StepPolynomial& out)
{
    stepper_->Stepper<S>::polynomial(taken_step(), 0, coordinates, out);
}

template <class S>
void Walker<S>::visit_state(State& state)
{
    const State::Part part(state, "walker");
    state("t", t);
    state("t before", t_before);
    visit_sized(state, "p", p);
    visit_sized(state, "p before", p_before);
    visit_sized(state, "v", v);
    visit_sized(state, "v before", v_before);
    visit_below(state, "trial", trial, std::size_t(Trial::unsolved) + 1);
    state("refused", refused_);
    state("negative", negative);
    state("steps", steps);
    state("rejected", rejected);
    state("error", error);
    state("last error", control_.last_error);
    state("rejected before", control_.rejected);
    state("direction", direction_);
    state("next size", h_);
    state("last size", h_last_);
    state("limit", limit_);
    stepper_->visit_state(state);
}

template class Walker<double>;
template class Walker<Quad>;

}  // namespace involute
