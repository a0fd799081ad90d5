// SPDX-License-Identifier: Apache-2.0
#include "involute/step/tangent_taylor.hpp"

#include "involute/base/state_limits.hpp"

namespace involute {

int order_of(TangentForm form)
{
    switch (form) {
        case TangentForm::first:
            return 1;
        case TangentForm::third:
        case TangentForm::third_n:
            return 3;
        default:
            return 2;
    }
}

template <class S>
TangentTaylor<S>::TangentTaylor(Problem<S>& problem, Geometry<S>& geometry, TangentForm form,
                                const Metric& projection, bool x_free, const Metric& arclength,
                                const WalkOptions& options)
    : Stepper<S>(problem.size()),
      problem_(problem),
      form_(form),
      arclength_(arclength),
      x_free_(x_free),
      options_(options),
      series_(geometry, 3),
      frame_(geometry, projection, x_free),
      w2_(std::size_t(size_)),
      w3_(std::size_t(size_))
{
    this->exponent = 1.0 / (order_of(form) + 1);
}

/// w² and w³ at the start of the step; kept for a shorter trial from the same point.
template <class S>
Trial TangentTaylor<S>::expand(const Stand<S>& from)
{
    if (std::equal(expanded_at_.begin(), expanded_at_.end(), from.p, from.p + size_))
        return Trial::accepted;
    Health health =
        x_free_ ? series_.in_arclength(from.p, from.v, arclength_) : series_.in_x(from.p);
    if (health == Health::good) health = curve_geometry(frame_, series_, curve_);
    if (health != Health::good) return this->refuse_slope(Factored{health, from.negative}, from.p);
    const S half = S(1) / S(2), third = S(1) / S(3), sixth = S(1) / S(6);
    for (std::size_t c = 0; c < w2_.size(); ++c) {
        w2_[c] = w3_[c] = S(0);
        if (form_ != TangentForm::first) w2_[c] = half * curve_.nabla_v_v[c];
        if (form_ == TangentForm::third_n) w2_[c] += third * curve_.s_v[c];
        if (form_ == TangentForm::half_s) w2_[c] += half * curve_.s_v[c];
        if (order_of(form_) == 3 || form_ == TangentForm::without_x || form_ == TangentForm::half_s)
            w3_[c] = sixth * curve_.nabla_v_nabla_v_v[c];
        if (form_ == TangentForm::third) w3_[c] += third * curve_.x[c];
    }
    expanded_at_.assign(from.p, from.p + size_);
    return Trial::accepted;
}

template <class S>
Trial TangentTaylor<S>::attempt(const Stand<S>& from, S t_next)
{
    this->far = false;
    const S h = t_next - from.t;
    problem_.begin_step(from.p, from.v);
    Trial found = expand(from);
    if (found != Trial::accepted) return found;
    for (int c = 0; c < size_; ++c)
        this->end[c] =
            from.p[c] + h * (from.v[c] + h * (w2_[std::size_t(c)] + h * w3_[std::size_t(c)]));
    problem_.at_parameter(this->end.data(), t_next);
    found = this->checked_projection(problem_, this->end.data(), options_.rtol, 0);
    if (found != Trial::accepted) return found;
    return this->checked_slope(problem_, this->end.data(), from.negative, this->end_slope.data());
}

template <class S>
void TangentTaylor<S>::visit_state(State& state)
{
    const State::Part part(state, "tangent taylor");
    Stepper<S>::visit_state(state);
    visit_list(state, "expanded at", expanded_at_, std::size_t(size_));
    visit_sized(state, "second", w2_);
    visit_sized(state, "third", w3_);
}

template class TangentTaylor<double>;
template class TangentTaylor<Quad>;

}  // namespace involute
