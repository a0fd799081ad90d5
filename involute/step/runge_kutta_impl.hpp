// SPDX-License-Identifier: Apache-2.0
// The bodies of runge_kutta.hpp, for the few places that instantiate it.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "involute/base/state_limits.hpp"
#include "involute/step/lane_step.hpp"
#include "involute/step/lanes.hpp"
#include "involute/step/runge_kutta.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

/// Whether slopes at the same place in x cancel in the estimate, as in Fehlberg's of order 7(8): of
/// what depends on x alone it tells nothing, nor of a jump that all slopes at one place are beyond.
template <class S>
bool is_blind(const Coefficients<S>& tableau)
{
    using std::abs;
    const auto weight_at = [&](const S& place) {
        S sum(0);
        for (std::size_t j = 0; j < tableau.e.size(); ++j)
            if (tableau.c[j] == place) sum += tableau.e[j];
        return abs(sum);
    };
    return !tableau.e.empty() && std::ranges::all_of(tableau.c, [&](const S& place) {
        return weight_at(place) <= S(100) * unit_roundoff<S>();
    });
}

/// The highest difference of slopes at the places that the method uses: as large as what tells
/// Weddle's rule from Newton's and Cotes's, whose places are those of Fehlberg's method.
template <class S>
std::vector<S> highest_difference(const Coefficients<S>& tableau)
{
    using std::abs;
    constexpr double size = 64.0 / 840;
    std::vector<S> weights(std::size_t(tableau.slopes), S(0));
    std::vector<int> used;
    const auto place = [&](int j) { return tableau.c[std::size_t(j)]; };
    for (int j = 0; j < tableau.end; ++j)
        if (tableau.a(tableau.end, j) != S(0) &&
            std::ranges::none_of(used, [&](int i) { return place(i) == place(j); }))
            used.push_back(j);
    S sum(0);
    for (const int j : used) {
        S product(1);
        for (const int i : used)
            if (i != j) product *= place(j) - place(i);
        weights[std::size_t(j)] = S(1) / product;
        sum += abs(weights[std::size_t(j)]);
    }
    for (S& weight : weights) weight *= S(size) / sum;
    return weights;
}

template <class S, class P>
RungeKutta<S, P>::RungeKutta(P& problem, const Coefficients<S>& tableau, const WalkOptions& options)
    : Stepper<S>(problem.size()),
      problem_(problem),
      options_(options),
      tableau_(tableau),
      stride_(padded(size_))
{
    const auto terms = [](const S* weights, int count) {
        std::vector<Term> result;
        result.reserve(std::size_t(count));
        for (int j = 0; j < count; ++j)
            if (weights[j] != S(0)) result.push_back({j, weights[j]});
        return result;
    };
    for (int i = 0; i < tableau_.slopes; ++i) rows_.push_back(terms(&tableau_.a(i, 0), i));
    if (!tableau_.e.empty()) error_ = terms(tableau_.e.data(), tableau_.slopes);
    if (!tableau_.e2.empty()) error2_ = terms(tableau_.e2.data(), tableau_.slopes);
    this->estimates = !error_.empty();
    this->blind = is_blind(tableau_);
    if (this->blind) difference_ = terms(highest_difference(tableau_).data(), tableau_.slopes);
    for (const Term& term : error_)
        if (tableau_.c[std::size_t(term.slope)] == tableau_.c[0]) twin_ = term.slope;
    constant_ = options.step > 0 || error_.empty();
    // DOP853's combined estimate behaves like h^order, a plain one like h^(error order + 1), and
    // the error of the method itself like h^(order + 1).
    this->exponent = 1.0 / (constant_         ? tableau_.order + 1
                            : error2_.empty() ? tableau_.error_order + 1
                                              : tableau_.order);

    const auto n = std::size_t(stride_);
    stage_.assign(n, S(0));
    weight_.assign(n, S(0));
    k_.assign(n * std::size_t(tableau_.slopes), S(0));
    k_last_ = k_;
    dense_.assign(n * std::size_t(3 + tableau_.dense_rows), S(0));
    suits_lanes_ = suits_lanes();
}

template <class S, class P>
RungeKutta<S, P>::~RungeKutta()
{
    if constexpr (std::is_same_v<P, XProblem<double>>) {
        LaneStep::drop(k_place_, *this);
        LaneStep::drop(k_last_place_, *this);
    }
}

/// Of what depends on x alone the estimate of a blind method is round-off, and the slope of the
/// second stage at the beginning is that of the first: there the difference of slopes tells.
template <class S, class P>
void RungeKutta<S, P>::look_at_quadratures(S h)
{
    using std::abs;
    constexpr double roundings = 100;
    for (int c = 0; c < size_; ++c) {
        if (slope_at(0)[c] != slope_at(twin_)[c]) continue;
        S largest(0), difference(0);
        for (const Term& term : difference_) {
            const S slope = slope_at(term.slope)[c];
            largest = std::max<S>(largest, abs(slope));
            difference += term.weight * slope;
        }
        const S nothing = S(roundings) * unit_roundoff<S>() * abs(h) * largest;
        if (abs(stage_[std::size_t(c)]) <= nothing) stage_[std::size_t(c)] = h * difference;
    }
}

/// √(Σ (h Σ_j e_j k_j)²) in scale; DOP853 mixes two of them (tableau.hpp).
template <class S, class P>
double RungeKutta<S, P>::embedded_norm(S h)
{
    const auto norm = [&](const std::vector<Term>& terms) {
        combine(terms, k_.data(), stride_, h, static_cast<const S*>(nullptr), stage_.data());
        if (!difference_.empty()) look_at_quadratures(h);
        return weighted_norm(stage_.data(), weight_.data(), size_);
    };
    const double first = norm(error_);
    if (error2_.empty()) return first;
    return mixed_norm(first, norm(error2_));
}

/// The distance of the two formulas' end points, both projected.
template <class S, class P>
double RungeKutta<S, P>::projected_norm(const S* from, S h, bool& projected)
{
    combine(rows_[std::size_t(tableau_.end)], k_.data(), stride_, h, from, stage_.data());
    for (const Term& term : error_)
        for (int c = 0; c < size_; ++c) stage_[c] -= h * term.weight * slope_at(term.slope)[c];
    projected = problem_.project(stage_.data(), options_.rtol).converged;
    for (int c = 0; c < size_; ++c) stage_[c] -= this->end[c];
    return weighted_norm(stage_.data(), weight_.data(), size_);
}

template <class S, class P>
Trial RungeKutta<S, P>::estimate(const Stand<S>& from, S h)
{
    error_weights(options_.tolerance(), from.p, this->end.data(), size_, weight_.data());
    bool projected = true;
    this->error =
        options_.technique.project_stages ? projected_norm(from.p, h, projected) : embedded_norm(h);
    if (!projected) return Trial::off_manifold;
    if (this->error <= 1) return Trial::accepted;
    return std::isfinite(this->error) ? Trial::too_inaccurate : Trial::not_finite;
}

template <class S, class P>
Trial RungeKutta<S, P>::stages(const Stand<S>& from, S h)
{
    std::copy_n(from.v, stride_, k_.begin());
    this->strayed = false;
    const bool asks = bool(this->admits);
    for (int i = 1; i < tableau_.end; ++i) {
        combine(rows_[std::size_t(i)], k_.data(), stride_, h, from.p, stage_.data());
        if (options_.technique.project_stages) {
            problem_.at_parameter(stage_.data(), from.t + h * tableau_.c[std::size_t(i)]);
            const Trial found = this->checked_projection(problem_, stage_.data(), options_.rtol, 0);
            if (found != Trial::accepted) return found;
        }
        if (asks && !this->admits(stage_.data())) this->strayed = true;
        const Factored found = problem_.slope(stage_.data(), slope_at(i));
        if (found.health != Health::good || found.negative != from.negative)
            return this->refuse_slope(found, stage_.data());
    }
    combine(rows_[std::size_t(tableau_.end)], k_.data(), stride_, h, from.p, this->end.data());
    return Trial::accepted;
}

/// Whether the packed step (lane_step.hpp) is this one.
template <class S, class P>
bool RungeKutta<S, P>::suits_lanes() const
{
    if constexpr (std::is_same_v<P, XProblem<double>>)
        return problem_.is_compiled() && !constant_ && !this->blind &&
               !options_.technique.project_stages && options_.technique.norm == Norm::scaled;
    return false;
}

template <class S, class P>
Trial RungeKutta<S, P>::attempt(const Stand<S>& from, S t_next)
{
    if constexpr (std::is_same_v<P, XProblem<double>>)
        if (Lanes* const lanes = suits_lanes_ ? Lanes::here() : nullptr; lanes && !this->admits)
            if (const auto trial = lanes->attempt({this, &from, t_next})) return *trial;
    return attempt_alone(from, t_next);
}

template <class S, class P>
Trial RungeKutta<S, P>::attempt_alone(const Stand<S>& from, S t_next)
{
    this->far = false;
    k_place_ = {};
    const S h = t_next - from.t;
    problem_.begin_step(from.p, from.v);
    if (const Trial found = stages(from, h); found != Trial::accepted) return found;
    problem_.at_parameter(this->end.data(), t_next);
    // Estimate the error early if possible: a rejected step then costs no projection and no slope.
    const bool early = estimates_early();
    if (!constant_ && early)
        if (const Trial found = estimate(from, h); found != Trial::accepted) return found;

    const Trial projected = this->checked_projection(problem_, this->end.data(), options_.rtol,
                                                     options_.farthest_projection());
    if (projected != Trial::accepted) return projected;
    const Factored found = problem_.slope(this->end.data(), slope_at(tableau_.end));
    if (found.health != Health::good || found.negative != from.negative)
        return this->refuse_slope(found, this->end.data());
    if (!constant_ && !early)
        if (const Trial good = estimate(from, h); good != Trial::accepted) return good;
    std::copy_n(slope_at(tableau_.end), size_, this->end_slope.begin());
    return Trial::accepted;
}

template <class S, class P>
void RungeKutta<S, P>::taken()
{
    k_last_.swap(k_);
    k_last_place_ = std::exchange(k_place_, {});
    dense_ready_ = false;
}

/// They may still lie where a step beside others has left them.
template <class S, class P>
void RungeKutta<S, P>::fetch_last_slopes()
{
    if constexpr (std::is_same_v<P, XProblem<double>>)
        LaneStep::fetch(k_last_place_, k_last_.data(), stride_);
}

/// F0, F1, F2 and the rows of the tableau; the extra stages are evaluated only here.
template <class S, class P>
void RungeKutta<S, P>::prepare_dense(const TakenStep<S>& step)
{
    if (dense_ready_) return;
    dense_ready_ = true;
    fetch_last_slopes();
    k_.swap(k_last_);
    int rows = tableau_.dense_rows;
    for (int i = tableau_.first_extra(); i < tableau_.slopes && rows > 0; ++i) {
        combine(rows_[std::size_t(i)], k_.data(), stride_, step.h, step.p0, stage_.data());
        if (problem_.slope(stage_.data(), slope_at(i)).health != Health::good)
            rows = 0;  // no field here: use the cubic polynomial
    }
    for (int c = 0; c < size_; ++c) {
        const S difference = step.p1[c] - step.p0[c];
        dense_[c] = difference;
        dense_[size_ + c] = step.h * step.v0[c] - difference;
        dense_[2 * size_ + c] = S(2) * difference - step.h * (step.v0[c] + step.v1[c]);
        for (int r = 0; r < tableau_.dense_rows; ++r) {
            S sum(0);
            for (int j = 0; j < tableau_.slopes && rows > 0; ++j)
                sum += tableau_.d(r, j) * slope_at(j)[c];
            dense_[std::size_t(3 + r) * size_ + c] = step.h * sum;
        }
    }
    k_.swap(k_last_);
}

template <class S, class P>
void RungeKutta<S, P>::interpolate(const TakenStep<S>& step, S theta, S* p)
{
    prepare_dense(step);
    const int last = 2 + tableau_.dense_rows;
    for (int c = 0; c < size_; ++c) {
        S sum = dense_[std::size_t(last) * size_ + c];
        for (int r = last; r-- > 0;)
            sum = dense_[std::size_t(r) * size_ + c] + (r % 2 == 0 ? S(1) - theta : theta) * sum;
        p[c] = step.p0[c] + theta * sum;
    }
}

template <class S, class P>
void RungeKutta<S, P>::polynomial(const TakenStep<S>& step, int, std::span<const int> coordinates,
                                  StepPolynomial& out)
{
    prepare_dense(step);
    const int count = 3 + tableau_.dense_rows;
    nested_.resize(std::size_t(count));
    out.reset(0, 1, int(coordinates.size()), count);
    for (int i = 0; i < out.coordinates(); ++i) {
        const int c = coordinates[std::size_t(i)];
        for (int r = 0; r < count; ++r)
            nested_[std::size_t(r)] = to_double(dense_[std::size_t(r) * size_ + c]);
        expand_nested(to_double(step.p0[c]), nested_, out.of(i));
    }
    out.finish();
}

template <class S, class P>
void RungeKutta<S, P>::visit_state(State& state)
{
    const State::Part part(state, "runge-kutta");
    Stepper<S>::visit_state(state);
    fetch_last_slopes();
    // those that dense output adds are computed when it is asked for
    std::vector<S> slopes(k_last_.begin(), k_last_.begin() + tableau_.first_extra() * stride_);
    visit_sized(state, "slopes", slopes);
    if (state.restoring()) std::copy(slopes.begin(), slopes.end(), k_last_.begin());
    state("dense ready", dense_ready_);
    if (dense_ready_) visit_sized(state, "dense", dense_);
}

}  // namespace involute
