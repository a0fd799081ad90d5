// SPDX-License-Identifier: Apache-2.0
#include "involute/step/stage_newton.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"

namespace involute {
namespace {

constexpr double too_slow = 0.99;
// Where it is too slow, the step becomes so much shorter that it should contract like this, if it
// contracts in proportion to the step.
constexpr double aimed_at = 0.35;
// So many iterations may pass before changes must shrink: far from a solution the first ones need
// not.
constexpr int patience = 8;

/// Below 1 for a contraction; an exponent below 1 counts as 0.
double power(double base, int exponent)
{
    double product = 1;
    for (; exponent > 0; --exponent) product *= base;
    return product;
}

}  // namespace

template <class S>
StageSolver<S>::StageSolver(Geometry<S>& geometry, StageEquations<S>& equations)
    : geometry_(geometry),
      equations_(equations),
      n_(geometry.layout().unknowns),
      size_(geometry.layout().size),
      stride_(std::size_t(size_ + n_)),
      plan_(elimination_plan(equations.rows()))
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
        matrices_->numbers = StageNumbers<S>(*table_);
        std::vector<std::complex<S>> pairs;
        for (const auto& mode : table_->pairs) pairs.push_back(mode.gamma);
        matrices_->shifted =
            ShiftedMatrices<S>(equations_.rows(), table_->error_gamma, std::move(pairs));
    }
    const auto total = std::size_t(stages) * stride_;
    for (auto* vector : {&states_, &changes_}) vector->resize(std::max(vector->size(), total));
    residuals_.resize(std::max(residuals_.size(), std::size_t(stages * n_)));
    modes_.resize(std::max(modes_.size(), std::size_t(n_ * matrices_->shifted.width())));
}

template <class S>
void StageSolver<S>::integrate(const S* base, S t, S h)
{
    const StageNumbers<S>& numbers = matrices_->numbers;
    for (int i = 0; i < table_->stages; ++i) state(i)[0] = t + table_->c[std::size_t(i)] * h;
    with_stages(table_->stages, [&](auto stages) {
        constexpr int s = stages;
        S* const states = states_.data();
        for (const Link& link : links_) {
            S slope[s];
            for_each_stage<s>(
                [&](std::size_t k) { slope[k] = states[k * stride_ + link.derivative]; });
            for_each_stage<s>([&](std::size_t i) {
                states[i * stride_ + link.at] =
                    base[link.at] + h * stage_sum<s>(numbers.a[i], slope);
            });
        }
    });
}

template <class S>
bool StageSolver<S>::factor(S h)
{
    factored_h_ = h;
    factored_ =
        matrices_->shifted.factor(equations_.rows(), equations_.derivatives(), h, plan_, true);
    ++geometry_.counts.factorizations;
    return factored_;
}

template <class S>
void StageSolver<S>::filter(S* b)
{
    matrices_->shifted.solve_real(plan_, b);
}

/// Evaluates the rows at all stages; if a value is not finite, result says where.
template <class S>
bool StageSolver<S>::evaluate(StageNewtonResult& result)
{
    using std::isfinite;
    for (int i = 0; i < table_->stages; ++i) {
        S* rows = &residuals_[std::size_t(i * n_)];
        equations_.values(state(i), rows);
        if (all_finite(rows, std::size_t(n_))) continue;
        const S* bad = std::find_if(rows, rows + n_, [](const S& v) { return !isfinite(v); });
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
    const StageNumbers<S>& numbers = matrices_->numbers;
    with_stages(table_->stages, [&](auto stages) {
        to_modes<stages>(numbers, n_, residuals_.data(), modes_.data());
        matrices_->shifted.solve(plan_, modes_.data());
        from_modes<stages>(numbers, n_, modes_.data(), changes_.data() + size_, stride_);
    });
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
    if (!all_finite(together_rhs_.data(), std::size_t(s * n_))) return false;
    for (int i = 0; i < s; ++i)
        std::copy_n(&together_rhs_[i * n_], n_, &changes_[i * stride_ + size_]);
    ++geometry_.counts.factorizations;
    return true;
}

/// Adds the changes of the tops to the states, and what follows for the points; their size.
template <class S>
double StageSolver<S>::apply(S h, const S* weight)
{
    const S squares = with_stages(table_->stages, [&](auto stages) {
        return add_changes<stages>(matrices_->numbers, links_, size_, n_, stride_, h, weight,
                                   changes_.data(), states_.data());
    });
    return change_size(squares, weight);
}

/// The root mean square of weighted changes.
template <class S>
double StageSolver<S>::change_size(S sum, const S* weight) const
{
    const int s = table_->stages;
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
void StageSolver<S>::restart_with_order_of(const StageSolver& other)
{
    restart();
    if (plan_.has_order_of(other.plan_)) return;
    plan_ = other.plan_;
    // Code is found by the number of an order, which is another one now.
    for (const auto& matrices : made_) matrices->codes = {};
}

/// The place of native code for the present order of elimination, if there can be any.
template <class S>
NewtonCode* StageSolver<S>::code()
{
    if (!std::is_same_v<S, double> || !geometry_.native() || links_.empty()) return nullptr;
    const auto order = std::size_t(plan_.version());
    if (!matrices_->shifted.is_planned() || order >= matrices_->codes.size()) return nullptr;
    return &matrices_->codes[order];
}

/// Writes native code where it is due.
template <class S>
void StageSolver<S>::count_iteration()
{
    if constexpr (std::is_same_v<S, double>)
        if (NewtonCode* const native = code(); native && native->is_due())
            native->write(geometry_.completed(), equations_.rows(), plan_, matrices_->numbers,
                          {table_->stages, size_, n_, links_});
}

/// Whether the iterations of this step run as native code.
template <class S>
bool StageSolver<S>::begin_native(S h, const S* weight)
{
    if constexpr (std::is_same_v<S, double>) {
        NewtonCode* const native = code();
        if (!native || !*native) return false;
        native->begin(states_.data(), matrices_->shifted, weight, h);
        return true;
    }
    return false;
}

template <class S>
StageNewtonResult StageSolver<S>::iterate(S h, const S* weight, const StageNewtonRule& rule,
                                          StageNewton how)
{
    using Kind = StageNewtonResult::Kind;
    double last = 0, last_theta = 0;
    const bool native = how == StageNewton::simplified && begin_native(h, weight);
    // What was known of the last step is less certain here.
    const double root = std::sqrt(std::max(contraction_, 1e-16));
    contraction_ = root * std::sqrt(root);
    for (iterations_ = 0; iterations_ < rule.most;) {
        StageNewtonResult result;
        double change = 0;
        if (native) {
            if constexpr (std::is_same_v<S, double>)
                change = change_size(code()->iterate(states_.data(), changes_.data()), weight);
            if (!std::isfinite(change) && !evaluate(result)) return result;
            geometry_.counts.fields += table_->stages;
        } else {
            if (!evaluate(result)) return result;
            if (how == StageNewton::full) {
                if (!solve_together(h)) return {Kind::singular};
            } else {
                solve_by_modes();
                count_iteration();
            }
            change = apply(h, weight);
            if (!all_finite(changes_.data(), std::size_t(table_->stages) * stride_))
                return {Kind::diverged};
        }
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
            const double expected = contraction_ * change * power(theta_, left) / rule.target;
            if (expected >= 1 && !rule.patient && how == StageNewton::simplified) {
                const double q = std::clamp(expected, 1e-4, 20.0);
                const double by_rate = 0.8 * std::pow(q, -1.0 / (4 + std::max(0, left)));
                return {Kind::slow, std::min(by_rate, aimed_at / theta_)};
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
