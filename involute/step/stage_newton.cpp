// SPDX-License-Identifier: Apache-2.0
#include "involute/step/stage_newton.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"

namespace involute {
namespace {

constexpr double too_slow = 0.99;
// So many iterations may pass before changes must shrink: far from a solution the first ones need
// not.
constexpr int patience = 8;

template <class S>
bool all_finite(const S* values, int count)
{
    using std::isfinite;
    return std::all_of(values, values + count, [](const S& v) { return isfinite(v); });
}

}  // namespace

template <class S>
StageSolver<S>::StageSolver(Geometry<S>& geometry, StageEquations<S>& equations)
    : geometry_(geometry),
      equations_(equations),
      n_(geometry.layout().unknowns),
      size_(geometry.layout().size),
      stride_(std::size_t(size_ + n_))
{
    const Layout& layout = geometry.layout();
    for (int j = 0; j < n_; ++j)
        for (int l = layout.d[j] - 1; l >= 0; --l) {
            const int derivative = l + 1 == layout.d[j] ? size_ + j : layout.position(j, l + 1);
            links_.push_back({layout.position(j, l), derivative, layout.d[j] - l, j, l});
        }
}

template <class S>
void StageSolver<S>::set_stages(int stages)
{
    if (table_ && table_->stages == stages) return;
    factored_ = false;
    const auto same = std::ranges::find_if(
        made_, [&](const auto& matrices) { return matrices->table->stages == stages; });
    if (same != made_.end()) {
        matrices_ = same->get();
        table_ = matrices_->table;
    } else {
        made_.push_back(std::make_unique<Matrices>());
        matrices_ = made_.back().get();
        matrices_->table = table_ = &radau<S>(stages);
        matrices_->real = ShiftedMatrix<S, S>(equations_.rows());
        for (std::size_t k = 0; k < table_->pairs.size(); ++k)
            matrices_->pairs.emplace_back(equations_.rows());
    }
    const auto total = std::size_t(stages) * stride_;
    for (auto* vector : {&states_, &changes_}) vector->resize(std::max(vector->size(), total));
    residuals_.resize(std::max(residuals_.size(), std::size_t(stages * n_)));
    real_.resize(std::size_t(n_));
    complex_.resize(std::size_t(n_));
}

template <class S>
void StageSolver<S>::integrate(const S* base, S t, S h)
{
    const int s = table_->stages;
    for (int i = 0; i < s; ++i) state(i)[0] = t + table_->c[std::size_t(i)] * h;
    for (const Link& link : links_)
        for (int i = 0; i < s; ++i) {
            S sum(0);
            for (int k = 0; k < s; ++k) sum += table_->a(i, k) * state(k)[link.derivative];
            state(i)[link.at] = base[link.at] + h * sum;
        }
}

template <class S>
bool StageSolver<S>::factor(S h)
{
    const StageRows& rows = equations_.rows();
    const std::vector<S>& derivatives = equations_.derivatives();
    factored_h_ = h;
    factored_ = matrices_->real.factor(rows, derivatives, h * table_->error_gamma);
    for (std::size_t k = 0; factored_ && k < matrices_->pairs.size(); ++k)
        factored_ = matrices_->pairs[k].factor(rows, derivatives, h * table_->pairs[k].gamma);
    ++geometry_.counts.factorizations;
    return factored_;
}

template <class S>
void StageSolver<S>::filter(S* b)
{
    matrices_->real.solve(b);
}

/// Evaluates the rows at all stages; if a value is not finite, result says where.
template <class S>
bool StageSolver<S>::evaluate(StageNewtonResult& result)
{
    using std::isfinite;
    for (int i = 0; i < table_->stages; ++i) {
        S* rows = &residuals_[std::size_t(i * n_)];
        equations_.values(state(i), rows);
        const S* bad = std::find_if(rows, rows + n_, [](const S& v) { return !isfinite(v); });
        if (bad == rows + n_) continue;
        result.kind = StageNewtonResult::Kind::not_finite;
        result.stage = i;
        result.row = int(bad - rows);
        return false;
    }
    return true;
}

/// Changes of the tops, one eigenvalue after the other: w = N(γ)⁻¹ (T⁻¹ ⊗ I) residuals.
template <class S>
void StageSolver<S>::solve_by_modes()
{
    const int s = table_->stages;
    for (int i = 0; i < s; ++i)
        std::fill_n(&changes_[std::size_t(i) * stride_ + std::size_t(size_)], n_, S(0));
    if (table_->has_real) {
        for (int r = 0; r < n_; ++r) {
            S sum(0);
            for (int i = 0; i < s; ++i) sum += table_->real.left[i] * residuals_[i * n_ + r];
            real_[r] = sum;
        }
        matrices_->real.solve(real_.data());
        for (int i = 0; i < s; ++i)
            for (int j = 0; j < n_; ++j)
                changes_[i * stride_ + size_ + j] -= table_->real.right[i] * real_[j];
    }
    for (std::size_t k = 0; k < matrices_->pairs.size(); ++k) {
        const auto& mode = table_->pairs[k];
        for (int r = 0; r < n_; ++r) {
            S re(0), im(0);
            for (int i = 0; i < s; ++i) {
                const S& value = residuals_[i * n_ + r];
                re += mode.left[i].real() * value;
                im += mode.left[i].imag() * value;
            }
            complex_[r] = std::complex<S>(re, im);
        }
        matrices_->pairs[k].solve(complex_.data());
        for (int i = 0; i < s; ++i) {
            const S re = S(2) * mode.right[i].real(), im = S(2) * mode.right[i].imag();
            for (int j = 0; j < n_; ++j)
                changes_[i * stride_ + size_ + j] -=
                    re * complex_[j].real() - im * complex_[j].imag();
        }
    }
}

/// The same with the derivatives of every stage at its own point: one system of s n.
template <class S>
bool StageSolver<S>::solve_together(S h)
{
    const int s = table_->stages;
    const StageRows& rows = equations_.rows();
    std::vector<MatrixOf<S>> powers{MatrixOf<S>::Identity(s, s)};  // (hA)^m
    for (int m = 1; m <= rows.deepest; ++m) powers.push_back(powers.back() * (h * table_->a));
    together_.setZero(s * n_, s * n_);
    together_rhs_.resize(s * n_);
    for (int i = 0; i < s; ++i) {
        equations_.linearize(state(i));
        for (std::size_t e = 0; e < rows.entries.size(); ++e) {
            const StageRows::Entry& at = rows.entries[e];
            for (int k = 0; k < s; ++k)
                together_(i * n_ + at.row, k * n_ + at.unknown) +=
                    powers[std::size_t(at.depth)](i, k) * equations_.derivatives()[e];
        }
        for (int r = 0; r < n_; ++r) together_rhs_[i * n_ + r] = -residuals_[i * n_ + r];
    }
    for (int r = 0; r < s * n_; ++r) {
        const S largest = together_.row(r).cwiseAbs().maxCoeff();
        if (!(largest > S(0))) return false;
        together_.row(r) /= largest;
        together_rhs_[r] /= largest;
    }
    together_rhs_ = solve_square(together_, together_rhs_);
    if (!all_finite(together_rhs_.data(), s * n_)) return false;
    for (int i = 0; i < s; ++i)
        std::copy_n(&together_rhs_[i * n_], n_, &changes_[i * stride_ + size_]);
    ++geometry_.counts.factorizations;
    return true;
}

/// Adds the changes of the tops to the states, and what follows for the points; their size.
template <class S>
double StageSolver<S>::apply(S h, const S* weight)
{
    const int s = table_->stages;
    S sum(0);
    for (const Link& link : links_)
        for (int i = 0; i < s; ++i) {
            S change(0);
            for (int k = 0; k < s; ++k)
                change += table_->a(i, k) * changes_[k * stride_ + link.derivative];
            change *= h;
            changes_[i * stride_ + link.at] = change;
            state(i)[link.at] += change;
            const S weighted = change * weight[link.at];
            sum += weighted * weighted;
        }
    for (int i = 0; i < s; ++i)
        for (int j = 0; j < n_; ++j) state(i)[size_ + j] += changes_[i * stride_ + size_ + j];
    if (links_.empty()) {
        // No coordinates at all: the tops are the solution.
        for (int i = 0; i < s; ++i)
            for (int j = 0; j < n_; ++j) {
                using std::abs;
                const S relative = changes_[i * stride_ + size_ + j] * weight[0] /
                                   (abs(state(i)[size_ + j]) + S(1));
                sum += relative * relative;
            }
        return std::sqrt(to_double(sum) / (s * n_));
    }
    return std::sqrt(to_double(sum) / double(std::size_t(s) * links_.size()));
}

template <class S>
StageNewtonResult StageSolver<S>::iterate(S h, const S* weight, const StageNewtonRule& rule,
                                          StageNewton how)
{
    using Kind = StageNewtonResult::Kind;
    double last = 0, last_theta = 0;
    contraction_ = std::pow(std::max(contraction_, 1e-16), 0.8);
    for (iterations_ = 0; iterations_ < rule.most;) {
        StageNewtonResult result;
        if (!evaluate(result)) return result;
        if (how == StageNewton::full) {
            if (!solve_together(h)) return {Kind::singular};
        } else {
            solve_by_modes();
        }
        const double change = apply(h, weight);
        ++iterations_;
        if (!std::isfinite(change)) return {Kind::diverged};
        if (iterations_ > 1) {
            const double ratio = change / last;
            theta_ = iterations_ == 2 ? ratio : std::sqrt(ratio * last_theta);
            last_theta = ratio;
            // Only round-off is left: no further progress is possible.
            if (theta_ >= too_slow && change <= rule.rounding) return {};
            if (theta_ >= too_slow && !(rule.patient && iterations_ < patience))
                return {Kind::diverged};
            contraction_ = theta_ < 1 ? theta_ / (1 - theta_) : 1e3;
            const int left = rule.most - 1 - iterations_;
            const double expected =
                contraction_ * change * std::pow(theta_, std::max(0, left)) / rule.target;
            if (expected >= 1 && !rule.patient && how == StageNewton::simplified) {
                const double q = std::clamp(expected, 1e-4, 20.0);
                return {Kind::slow, 0.8 * std::pow(q, -1.0 / (4 + std::max(0, left)))};
            }
        }
        last = std::max(change, 1e-300);
        // A single change does not show convergence: with a matrix that is too large every change
        // is small.
        const bool known = iterations_ > 1 || change <= rule.rounding;
        if (known && (contraction_ * change <= rule.target || change <= rule.rounding)) return {};
    }
    return {Kind::slow};
}

template <class S>
int StageSolver<S>::least_settled() const
{
    using std::abs;
    double largest = -1;
    int unknown = 0;
    for (int i = 0; i < table_->stages; ++i)
        for (int j = 0; j < n_; ++j) {
            const S change = abs(changes_[i * stride_ + size_ + j]);
            const S size = abs(state(i)[size_ + j]) + change;
            const double relative = size > S(0) ? to_double(S(change / size)) : 0;
            if (!(relative <= largest)) {
                largest = relative;
                unknown = j;
            }
        }
    return unknown;
}

template class StageSolver<double>;
template class StageSolver<Quad>;

}  // namespace involute
