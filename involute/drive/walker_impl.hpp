// SPDX-License-Identifier: Apache-2.0
// The bodies of walker.hpp, for the few places that instantiate a walker.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/drive/walker.hpp"
#include "involute/method/explicit_methods.hpp"

namespace involute {
namespace detail {

// A projection that moves the end point this many tolerances says that the step was too long.
inline constexpr double farthest_projection = 100;
inline constexpr int most_rejections = 200;
// The estimate of a step must stay below this part of the tolerance, so that what accumulates
// over hundreds of steps is of the size of the tolerance and not hundreds of times larger.
inline constexpr double local_share = 0.01;

}  // namespace detail

template <class S, Walkable<S> P>
Walker<S, P>::Walker(P& problem, const Tableau& tableau, const WalkOptions& options)
    : problem_(problem),
      options_(options),
      tableau_(coefficients<S>(tableau)),
      size_(problem.size()),
      stride_((size_ + 3) / 4 * 4)
{
    const auto terms = [](const S* weights, int count) {
        std::vector<Term> result;
        for (int j = 0; j < count; ++j)
            if (weights[j] != S(0)) result.push_back({j, weights[j]});
        return result;
    };
    for (int i = 0; i < tableau_.slopes; ++i) rows_.push_back(terms(&tableau_.a(i, 0), i));
    if (!tableau_.e.empty()) error_ = terms(tableau_.e.data(), tableau_.slopes);
    if (!tableau_.e2.empty()) error2_ = terms(tableau_.e2.data(), tableau_.slopes);
    // DOP853's combined estimate behaves like h^order, a plain one like h^(error order + 1).
    control_.exponent = 1.0 / (error2_.empty() ? tableau_.error_order + 1 : tableau_.order);
    control_.integral = 0.2 * control_.exponent;

    const auto n = std::size_t(stride_);
    for (auto* vector : {&p, &p_before, &v, &v_before, &failed, &stage_, &end_, &weight_})
        vector->assign(n, S(0));
    k_.assign(n * std::size_t(tableau_.slopes), S(0));
    k_last_ = k_;
    dense_.assign(n * std::size_t(3 + tableau_.dense_rows), S(0));
}

template <class S, Walkable<S> P>
bool Walker<S, P>::stand(const S* at, S parameter, int direction)
{
    std::copy(at, at + size_, p.begin());
    t = t_before = parameter;
    direction_ = direction;
    h_ = S(0);
    const Factored found = problem_.slope(p.data(), v.data());
    negative = found.negative;
    if (found.health != Health::good) {
        trial = found.health == Health::singular ? Trial::singular : Trial::not_finite;
        failed = p;
        return false;
    }
    problem_.accepted(p.data(), v.data());
    return true;
}

/// to := from + h Σ_j a_ij k_j.
template <class S, Walkable<S> P>
void Walker<S, P>::stage_point(int i, S h, const S* from, S* to) const
{
    combine(rows_[i], k_.data(), stride_, h, from, to);
}

/// Root mean square of value_c / (atol + rtol |at_c|).
template <class S, Walkable<S> P>
double Walker<S, P>::scaled_norm(const S* value, const S* at) const
{
    using std::abs;
    S sum(0);
    for (int c = 0; c < size_; ++c) {
        const S scaled = value[c] / (S(options_.atol) + S(options_.rtol) * abs(at[c]));
        sum += scaled * scaled;
    }
    return std::sqrt(to_double(sum) / size_);
}

template <class S, Walkable<S> P>
double Walker<S, P>::error_norm(S h, const S* q)
{
    using std::abs;
    using std::max;
    const S factor = h / S(detail::local_share);
    for (int c = 0; c < size_; ++c)
        weight_[c] = S(1) / (S(options_.atol) + S(options_.rtol) * max(S(abs(p[c])), S(abs(q[c]))));
    const auto norm = [&](const std::vector<Term>& terms) {
        combine(terms, k_.data(), stride_, factor, static_cast<const S*>(nullptr), stage_.data());
        S sum(0);
        for (int c = 0; c < size_; ++c) sum += (stage_[c] * weight_[c]) * (stage_[c] * weight_[c]);
        return std::sqrt(to_double(sum) / size_);
    };
    const double first = norm(error_);
    if (error2_.empty()) return first;
    const double second = norm(error2_);
    const double mixed = std::sqrt(first * first + 0.01 * second * second);
    return mixed > 0 ? first * first / mixed : 0;
}

/// Hairer, Nørsett, Wanner, Solving ODE I, II.4: two slopes tell the size of the solution's
/// derivatives, and the first step is where an error of that size is one per cent of the scale.
template <class S, Walkable<S> P>
S Walker<S, P>::choose_first_step(S t_end)
{
    using std::abs;
    if (options_.step > 0) return S(options_.step);
    const S remaining = abs(t_end - t);
    if (options_.first_step > 0) return S(options_.first_step);
    const double d0 = scaled_norm(p.data(), p.data());
    const double d1 = scaled_norm(v.data(), p.data());
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    h0 = std::min(h0, to_double(remaining));
    for (int attempts = 0; attempts < 20; ++attempts, h0 /= 16) {
        for (int c = 0; c < size_; ++c) stage_[c] = p[c] + S(direction_ * h0) * v[c];
        if (problem_.slope(stage_.data(), end_.data()).health != Health::good) continue;
        for (int c = 0; c < size_; ++c) end_[c] -= v[c];
        const double d2 = scaled_norm(end_.data(), p.data()) / h0;
        const double largest = std::max(d1, d2);
        const double h1 = largest <= 1e-15 ? std::max(1e-6, h0 * 1e-3)
                                           : std::pow(0.01 / largest, control_.exponent);
        return S(std::min({100 * h0, h1, to_double(remaining)}));
    }
    return S(h0);
}

/// Tries one step to t_next. On success end_ holds the projected end point and the slope
/// there is k_[end].
template <class S, Walkable<S> P>
Trial Walker<S, P>::attempt(S t_next, bool& far)
{
    far = false;
    const S h = t_next - t;
    const auto slope = [&](int i, const S* at) {
        const Factored found = problem_.slope(at, slope_at(i));
        if (found.health == Health::good && found.negative == negative) return Trial::accepted;
        std::copy(at, at + size_, failed.begin());
        if (found.health == Health::not_finite) return Trial::not_finite;
        return found.health == Health::singular ? Trial::singular : Trial::sign_changed;
    };
    std::copy(v.begin(), v.end(), k_.begin());
    const int last = tableau_.end;
    for (int i = 1; i < last; ++i) {
        stage_point(i, h, p.data(), stage_.data());
        if (const Trial found = slope(i, stage_.data()); found != Trial::accepted) return found;
    }
    stage_point(last, h, p.data(), end_.data());
    problem_.at_parameter(end_.data(), t_next);
    const bool constant = options_.step > 0 || error_.empty();
    if (!constant && !tableau_.fsal) {
        error = error_norm(h, end_.data());
        if (!(error <= 1)) return std::isfinite(error) ? Trial::too_inaccurate : Trial::not_finite;
    }

    const Projection projection = problem_.project(end_.data(), options_.rtol);
    if (projection.health != Health::good || !projection.converged) {
        failed = end_;
        if (projection.health == Health::not_finite) return Trial::not_finite;
        return projection.health == Health::singular ? Trial::singular : Trial::off_manifold;
    }
    if (!constant && projection.moved > detail::farthest_projection * options_.rtol) {
        failed = end_;
        far = true;
        return Trial::off_manifold;
    }
    if (const Trial found = slope(last, end_.data()); found != Trial::accepted) return found;
    if (!constant && tableau_.fsal) {
        error = error_norm(h, end_.data());
        if (!(error <= 1)) return std::isfinite(error) ? Trial::too_inaccurate : Trial::not_finite;
    }
    return Trial::accepted;
}

template <class S, Walkable<S> P>
Outcome Walker<S, P>::advance(S t_end)
{
    using std::abs;
    if (h_ == S(0)) h_ = choose_first_step(t_end);
    for (int tries = 0; tries < detail::most_rejections; ++tries) {
        if (options_.max_step > 0) h_ = std::min<S>(h_, S(options_.max_step));
        const S remaining = abs(t_end - t);
        // The last step is stretched a little rather than followed by a tiny one.
        const S stretch = options_.step > 0 ? S(1e-9) : S(0.01);
        const bool last = h_ * (S(1) + stretch) >= remaining;
        const S size = last ? remaining : h_;
        const S t_next = last ? t_end : S(t + S(direction_) * size);
        if (t_next == t || !(size > S(0))) break;

        bool far = false;
        const S h = t_next - t;
        trial = attempt(t_next, far);
        if (trial == Trial::accepted) {
            p_before.swap(p);
            v_before.swap(v);
            k_last_.swap(k_);
            p = end_;
            std::copy_n(&k_last_[std::size_t(tableau_.end) * stride_], size_, v.begin());
            t_before = t;
            t = t_next;
            h_last_ = h;
            dense_ready_ = false;
            ++steps;
            if (options_.step == 0 && !error_.empty() && !(last && size < h_))
                h_ = size * S(control_.accept(error));
            problem_.accepted(p.data(), v.data());
            return Outcome::finished;
        }
        ++rejected;
        if (options_.step > 0) return Outcome::step_too_small;
        if (trial == Trial::too_inaccurate)
            h_ = size * S(control_.reject(error));
        else
            h_ = size * S(far ? 0.5 : 0.25);
        control_.rejected = true;
    }
    return Outcome::step_too_small;
}

/// F0, F1, F2 and the rows of the tableau; the extra stages are evaluated only here.
template <class S, Walkable<S> P>
void Walker<S, P>::prepare_dense()
{
    if (dense_ready_) return;
    dense_ready_ = true;
    k_.swap(k_last_);
    int rows = tableau_.dense_rows;
    for (int i = tableau_.first_extra(); i < tableau_.slopes && rows > 0; ++i) {
        stage_point(i, h_last_, p_before.data(), stage_.data());
        if (problem_.slope(stage_.data(), slope_at(i)).health != Health::good)
            rows = 0;  // the field ends here: the cubic must do
    }
    for (int c = 0; c < size_; ++c) {
        const S difference = p[c] - p_before[c];
        dense_[c] = difference;
        dense_[size_ + c] = h_last_ * v_before[c] - difference;
        dense_[2 * size_ + c] = S(2) * difference - h_last_ * (v_before[c] + v[c]);
        for (int r = 0; r < tableau_.dense_rows; ++r) {
            S sum(0);
            for (int j = 0; j < tableau_.slopes && rows > 0; ++j)
                sum += tableau_.d(r, j) * slope_at(j)[c];
            dense_[std::size_t(3 + r) * size_ + c] = h_last_ * sum;
        }
    }
    k_.swap(k_last_);
}

template <class S, Walkable<S> P>
void Walker<S, P>::interpolate(S theta, S* at)
{
    prepare_dense();
    const int last = 2 + tableau_.dense_rows;
    for (int c = 0; c < size_; ++c) {
        S sum = dense_[std::size_t(last) * size_ + c];
        for (int r = last; r-- > 0;)
            sum = dense_[std::size_t(r) * size_ + c] + (r % 2 == 0 ? S(1) - theta : theta) * sum;
        at[c] = p_before[c] + theta * sum;
    }
}

}  // namespace involute
