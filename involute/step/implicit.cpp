// SPDX-License-Identifier: Apache-2.0
#include "involute/step/implicit.hpp"

#include <algorithm>
#include <cmath>

#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

constexpr int most_fixed_points = 200;
constexpr int most_newtons = 12;
// If an iteration of the fixed point reduces the error by less than this factor, Newton takes over.
constexpr double slowest_contraction = 0.5;

}  // namespace

template <class S>
ImplicitStepper<S>::ImplicitStepper(Problem<S>& problem, ImplicitForm form, const Tableau& tableau,
                                    const WalkOptions& options)
    : Stepper<S>(problem.size()), problem_(problem), form_(form), options_(options)
{
    if (form == ImplicitForm::runge_kutta) {
        stages_ = tableau.stages;
        for (int i = 0; i < stages_; ++i)
            for (int j = 0; j < stages_; ++j) {
                const Row& row = tableau.A[std::size_t(i)];
                a_.push_back(std::size_t(j) < row.size() ? row[std::size_t(j)].as<S>() : S(0));
            }
        for (int i = 0; i < stages_; ++i) {
            b_.push_back(tableau.b[std::size_t(i)].as<S>());
            c_.push_back(tableau.c[std::size_t(i)].as<S>());
        }
    }
    this->estimates = options.technique.estimate == Estimate::implicit_euler;
    this->exponent = 1.0 / (this->estimates ? 2 : tableau.order + 1);
    target_ = std::max(1e-3 * local_share * options.rtol, 4 * to_double(unit_roundoff<S>()));

    const auto n = std::size_t(padded(size_));
    for (auto* vector : {&k_, &k_new_, &k_shifted_}) vector->assign(n * std::size_t(stages_), S(0));
    for (auto* vector : {&point_, &middle_, &middle_slope_, &weight_}) vector->assign(n, S(0));
    rhs_.resize(Eigen::Index(size_) * stages_);
    matrix_.resize(rhs_.size(), rhs_.size());
}

template <class S>
int ImplicitStepper<S>::stages_of(ImplicitForm form) const
{
    return form == ImplicitForm::runge_kutta ? stages_ : 1;
}

/// The largest |h δ| of `count` differences δ of slopes; not finite if one of them is not.
template <class S>
double ImplicitStepper<S>::size_in_scale(const S* k_differences, int stride, int count, const S* p,
                                         S h) const
{
    using std::abs;
    double worst = 0;
    for (int i = 0; i < count; ++i)
        for (int c = 0; c < size_; ++c) {
            const S change = abs(h * k_differences[i * stride + c]);
            const double part = to_double(S(change / (abs(p[c]) + S(options_.floor_of(c)))));
            if (!std::isfinite(part)) return part;
            worst = std::max(worst, part);
        }
    return worst;
}

template <class S>
Trial ImplicitStepper<S>::evaluate_stage(const Stand<S>& from, S h, const S* k, int stage, S* k_new)
{
    const S* row = &a_[std::size_t(stage) * std::size_t(stages_)];
    const int stride = padded(size_);
    if (std::all_of(row, row + stages_, [](const S& a) { return a == S(0); })) {
        std::copy_n(from.v, size_, k_new);
        return Trial::accepted;
    }
    for (int c = 0; c < size_; ++c) {
        S sum(0);
        for (int j = 0; j < stages_; ++j) sum += row[j] * k[j * stride + c];
        point_[c] = from.p[c] + h * sum;
    }
    problem_.at_parameter(point_.data(), from.t + c_[std::size_t(stage)] * h);
    const Trial found = this->checked_projection(problem_, point_.data(), options_.rtol, 0);
    if (found != Trial::accepted) return found;
    return this->checked_slope(problem_, point_.data(), from.negative, k_new);
}

/// k_new := Φ(k).
template <class S>
Trial ImplicitStepper<S>::evaluate(const Stand<S>& from, S h, ImplicitForm form, const S* k,
                                   S* k_new)
{
    if (form == ImplicitForm::runge_kutta) {
        for (int i = 0; i < stages_; ++i) {
            const Trial found = evaluate_stage(from, h, k, i, k_new + i * padded(size_));
            if (found != Trial::accepted) return found;
        }
        return Trial::accepted;
    }
    for (int c = 0; c < size_; ++c) point_[c] = from.p[c] + h * k[c];
    problem_.at_parameter(point_.data(), from.t + h);
    if (form == ImplicitForm::euler_at_start) {
        const Projection moved = problem_.project_along(from.p, point_.data(), options_.rtol);
        const Trial found = this->judge(moved, point_.data(), 0);
        if (found != Trial::accepted) return found;
    } else {
        Trial found = this->checked_projection(problem_, point_.data(), options_.rtol, 0);
        if (found != Trial::accepted) return found;
        for (int c = 0; c < size_; ++c) point_[c] = (from.p[c] + point_[c]) / S(2);
        problem_.at_parameter(point_.data(), from.t + h / S(2));
        found = this->checked_projection(problem_, point_.data(), options_.rtol, 0);
        if (found != Trial::accepted) return found;
    }
    return this->checked_slope(problem_, point_.data(), from.negative, k_new);
}

/// Fixed-point iteration; contracts := whether it converges fast enough to go on with it.
template <class S>
Trial ImplicitStepper<S>::iterate(const Stand<S>& from, S h, ImplicitForm form, bool& contracts)
{
    const int stride = padded(size_), count = stages_of(form);
    double last = 0;
    contracts = false;
    for (int iteration = 0; iteration < most_fixed_points; ++iteration) {
        const Trial found = evaluate(from, h, form, k_.data(), k_new_.data());
        if (found != Trial::accepted) return found;
        for (int i = 0; i < count * stride; ++i) k_[i] -= k_new_[i];
        const double increment = size_in_scale(k_.data(), stride, count, from.p, h);
        k_.swap(k_new_);
        if (!std::isfinite(increment)) break;
        const double rate = iteration > 0 ? increment / last : 0;
        if (increment <= target_ ||
            (iteration > 0 && rate < 1 && increment * rate / (1 - rate) <= 0.1 * target_)) {
            contracts = true;
            return Trial::accepted;
        }
        // Only round-off is left: no further progress is possible.
        if (iteration > 3 && rate > slowest_contraction && increment <= 100 * target_) {
            contracts = true;
            return Trial::accepted;
        }
        if (iteration > 2 && rate > slowest_contraction) break;
        last = increment;
    }
    return Trial::accepted;
}

/// matrix_ := I - Φ'(k) by differences, factored.
template <class S>
Trial ImplicitStepper<S>::differentiate(const Stand<S>& from, S h, ImplicitForm form)
{
    using std::abs;
    using std::sqrt;
    const int stride = padded(size_), count = stages_of(form);
    const S relative = sqrt(unit_roundoff<S>());
    Trial found = evaluate(from, h, form, k_.data(), k_new_.data());
    if (found != Trial::accepted) return found;
    matrix_.resize(Eigen::Index(count) * size_, Eigen::Index(count) * size_);
    for (int j = 0; j < count; ++j)
        for (int c = 0; c < size_; ++c) {
            S& entry = k_[j * stride + c];
            const S keep = entry, size = abs(from.p[c]) + S(options_.floor_of(c)),
                    shift = relative * (abs(keep) + size / abs(h));
            entry = keep + shift;
            found = evaluate(from, h, form, k_.data(), k_shifted_.data());
            entry = keep;
            if (found != Trial::accepted) return found;
            for (int i = 0; i < count; ++i)
                for (int r = 0; r < size_; ++r)
                    matrix_(i * size_ + r, j * size_ + c) =
                        S(i == j && r == c ? 1 : 0) -
                        (k_shifted_[i * stride + r] - k_new_[i * stride + r]) / shift;
        }
    lu_.compute(matrix_);
    return Trial::accepted;
}

template <class S>
Trial ImplicitStepper<S>::newton(const Stand<S>& from, S h, ImplicitForm form)
{
    const int stride = padded(size_), count = stages_of(form);
    for (int i = 0; i < count; ++i) std::copy_n(from.v, size_, &k_[i * stride]);
    if (const Trial found = differentiate(from, h, form); found != Trial::accepted) return found;
    double last = 0;
    for (int iteration = 0; iteration < most_newtons; ++iteration) {
        const Trial found = evaluate(from, h, form, k_.data(), k_new_.data());
        if (found != Trial::accepted) return found;
        rhs_.resize(Eigen::Index(count) * size_);
        for (int i = 0; i < count; ++i)
            for (int c = 0; c < size_; ++c)
                rhs_[i * size_ + c] = k_new_[i * stride + c] - k_[i * stride + c];
        rhs_ = lu_.solve(rhs_);
        const double increment = size_in_scale(rhs_.data(), size_, count, from.p, h);
        if (!std::isfinite(increment)) break;  // the matrix is singular
        for (int i = 0; i < count; ++i)
            for (int c = 0; c < size_; ++c) k_[i * stride + c] += rhs_[i * size_ + c];
        if (increment <= target_ ||
            (iteration > 1 && increment > 0.5 * last && increment <= 100 * target_))
            return Trial::accepted;
        if (iteration > 1 && increment > 0.5 * last)
            if (const Trial again = differentiate(from, h, form); again != Trial::accepted)
                return again;
        last = increment;
    }
    return Trial::unsolved;
}

template <class S>
Trial ImplicitStepper<S>::solve(const Stand<S>& from, S h, ImplicitForm form)
{
    for (int i = 0; i < stages_of(form); ++i) std::copy_n(from.v, size_, &k_[i * padded(size_)]);
    bool contracts = false;
    const Trial found = iterate(from, h, form, contracts);
    if (found == Trial::accepted && contracts) return found;
    // A diverging iterate does not mean that the step is impossible.
    return newton(from, h, form);
}

/// end := the projected end point, end_slope := the slope there.
template <class S>
Trial ImplicitStepper<S>::finish(const Stand<S>& from, S t_next, ImplicitForm form)
{
    const S h = t_next - from.t;
    const int stride = padded(size_);
    for (int c = 0; c < size_; ++c) {
        S sum = form == ImplicitForm::runge_kutta ? S(0) : k_[c];
        if (form == ImplicitForm::runge_kutta)
            for (int j = 0; j < stages_; ++j) sum += b_[std::size_t(j)] * k_[j * stride + c];
        this->end[c] = from.p[c] + h * sum;
    }
    problem_.at_parameter(this->end.data(), t_next);
    if (form == ImplicitForm::euler_at_start) {
        const Projection moved = problem_.project_along(from.p, this->end.data(), options_.rtol);
        const Trial found = this->judge(moved, this->end.data(), 0);
        if (found != Trial::accepted) return found;
    } else {
        const Trial found = this->checked_projection(problem_, this->end.data(), options_.rtol, 0);
        if (found != Trial::accepted) return found;
    }
    return this->checked_slope(problem_, this->end.data(), from.negative, this->end_slope.data());
}

/// TA1 section 6.2: an implicit Euler step of half the size from the middle, against the end.
template <class S>
Trial ImplicitStepper<S>::compare_with_implicit_euler(const Stand<S>& from, S h)
{
    const S half = h / S(2);
    for (int c = 0; c < size_; ++c) middle_[c] = (from.p[c] + this->end[c]) / S(2);
    problem_.at_parameter(middle_.data(), from.t + half);
    Trial found = this->checked_projection(problem_, middle_.data(), options_.rtol, 0);
    if (found != Trial::accepted) return found;
    found = this->checked_slope(problem_, middle_.data(), from.negative, middle_slope_.data());
    if (found != Trial::accepted) return found;
    const std::vector<S> q = this->end, q_slope = this->end_slope;
    const Stand<S> middle{middle_.data(), middle_slope_.data(), from.t + half, from.negative};
    found = solve(middle, half, ImplicitForm::euler_at_start);
    if (found == Trial::accepted)
        found = finish(middle, middle.t + half, ImplicitForm::euler_at_start);
    for (int c = 0; c < size_; ++c) point_[c] = this->end[c] - q[c];
    this->end = q;
    this->end_slope = q_slope;
    if (found != Trial::accepted) return found;
    error_weights(options_.tolerance(), from.p, this->end.data(), size_, weight_.data());
    this->error = weighted_norm(point_.data(), weight_.data(), size_);
    if (this->error <= 1) return Trial::accepted;
    return std::isfinite(this->error) ? Trial::too_inaccurate : Trial::not_finite;
}

template <class S>
Trial ImplicitStepper<S>::attempt(const Stand<S>& from, S t_next)
{
    this->far = false;
    const S h = t_next - from.t;
    problem_.begin_step(from.p, from.v);
    Trial found = solve(from, h, form_);
    if (found == Trial::accepted) found = finish(from, t_next, form_);
    if (found != Trial::accepted || !this->estimates || options_.step > 0) return found;
    return compare_with_implicit_euler(from, h);
}

template class ImplicitStepper<double>;
template class ImplicitStepper<Quad>;

}  // namespace involute
