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
    for (int j = 0; j < n_; ++j)
        if (layout.d[j] == 0) unlinked_.push_back(j);
    for (const auto& [row, unknown, depth] : equations.rows().entries)
        entry_places_.push_back(depth == 0 ? size_ + unknown
                                           : layout.position(unknown, layout.d[unknown] - depth));
    scratch_.assign(std::size_t(size_ + 3 * n_), S(0));
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
    if (matrices_->memory.empty()) {
        matrices_->places = {stages, size_, n_, equations_.rows().entries.size()};
        matrices_->memory.assign(matrices_->places.factors, S(0));
    }
    memory_ = matrices_->memory.data();
    changes_.resize(std::max(changes_.size(), total));
    residuals_.resize(std::max(residuals_.size(), std::size_t(stages * n_)));
    modes_.resize(std::max(modes_.size(), std::size_t(n_ * matrices_->shifted.width())));
    native_ = code();
}

/// For the factors and what else native code leaves in the memory.
template <class S>
void StageSolver<S>::make_room(std::size_t numbers)
{
    if (matrices_->memory.size() < numbers) matrices_->memory.resize(numbers, S(0));
    memory_ = matrices_->memory.data();
}

template <class S>
void StageSolver<S>::begin_step(const S* p, const S* z, const S* weight, S h)
{
    begin_at(p, z);
    copy_few(weight, std::size_t(size_), memory_ + matrices_->places.weight);
    step_size() = h;
}

template <class S>
void StageSolver<S>::begin_at(const S* p, const S* z)
{
    S* const base = memory_ + matrices_->places.base;
    copy_few(p, std::size_t(size_), base);
    copy_few(z, std::size_t(n_), base + size_);
}

template <class S>
void StageSolver<S>::predict(const Earlier& earlier)
{
    const StagePlaces& places = matrices_->places;
    const S *const base = memory_ + places.base, h = step_size();
    const S ratio = earlier.stages == 0 ? S(0) : S(h / earlier.h);
    if constexpr (std::is_same_v<S, double>)
        if (native_ && earlier.stages == table_->stages) {
            double* kept = memory_ + places.kept;
            for (int i = 0; i < table_->stages; ++i, kept += n_)
                copy_few(earlier.states + std::size_t(i) * stride_ + size_, std::size_t(n_), kept);
            memory_[places.begin] = earlier.begin;
            memory_[places.ratio] = ratio;
            native_->predict(memory_);
            return;
        }
    S* const tops = memory_ + size_;
    if (earlier.stages == 0)
        for (int i = 0; i < table_->stages; ++i)
            std::copy_n(base + size_, n_, tops + std::size_t(i) * stride_);
    else
        with_stages(earlier.stages, [&](auto old) {
            continue_tops<old>(*table_, radau<S>(old), n_, earlier.states + size_, stride_,
                               earlier.begin, ratio, tops, stride_);
        });
    with_stages(table_->stages, [&](auto stages) {
        integrate_stages<stages>(*table_, matrices_->numbers, links_, stride_, base, h, memory_);
    });
}

template <class S>
bool StageSolver<S>::factor(S h)
{
    factored_h_ = h;
    step_size() = h;
    ++geometry_.counts.factorizations;
    if (factor_natively()) return factored_ = true;
    factored_ =
        matrices_->shifted.factor(equations_.rows(), equations_.derivatives(), h, plan_, true);
    native_ = code();
    if (factored_ && native_) load_factors();
    return factored_;
}

template <class S>
bool StageSolver<S>::factor_natively()
{
    if constexpr (std::is_same_v<S, double>) {
        if (!native_) return false;
        const std::vector<double>& derivatives = equations_.derivatives();
        copy_few(derivatives.data(), derivatives.size(), memory_ + matrices_->places.derivatives);
        return native_->factor(memory_);
    }
    return false;
}

/// Native code goes on with what was factored without it.
template <class S>
void StageSolver<S>::load_factors()
{
    if constexpr (std::is_same_v<S, double>) {
        make_room(native_->memory_size());
        const std::vector<double>& derivatives = equations_.derivatives();
        std::copy(derivatives.begin(), derivatives.end(), memory_ + matrices_->places.derivatives);
        matrices_->shifted.copy_factors(memory_ + matrices_->places.factors);
    }
}

template <class S>
double StageSolver<S>::estimate(S* error)
{
    S squares(0);
    if (native_) {
        if constexpr (std::is_same_v<S, double>) squares = native_->estimate(memory_, error);
    } else {
        squares = error_of_step(*table_, equations_.rows(), entry_places_, links_, size_, n_,
                                step_size(), memory_ + matrices_->places.base, memory_, stride_,
                                equations_.derivatives().data(), weight(), scratch_.data(), error,
                                [&](S* b) { matrices_->shifted.solve_real(plan_, b); });
    }
    return std::sqrt(to_double(squares) / double(std::max<std::size_t>(1, links_.size())));
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
double StageSolver<S>::apply()
{
    const S squares = with_stages(table_->stages, [&](auto stages) {
        return add_changes<stages>(matrices_->numbers, links_, unlinked_, size_, n_, stride_,
                                   step_size(), weight(), changes_.data(), memory_);
    });
    return change_size(squares);
}

/// The root mean square of weighted changes.
template <class S>
double StageSolver<S>::change_size(S sum) const
{
    const int s = table_->stages;
    if (links_.empty()) {
        // No coordinates at all: the tops are the solution.
        for (int i = 0; i < s; ++i)
            for (int j = 0; j < n_; ++j) {
                using std::abs;
                const S relative = changes_[i * stride_ + size_ + j] * weight()[0] /
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
    native_ = nullptr;
}

/// Native code for the present order of elimination, if there is.
template <class S>
NewtonCode* StageSolver<S>::code()
{
    NewtonCode* const place = code_place();
    return place && *place ? place : nullptr;
}

/// Where it is if there can be any.
template <class S>
NewtonCode* StageSolver<S>::code_place()
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
    if constexpr (std::is_same_v<S, double>) {
        NewtonCode* const place = code_place();
        if (!place || !place->is_due()) return;
        place->write(geometry_.completed(), equations_.rows(), plan_, matrices_->numbers,
                     matrices_->shifted,
                     {table_, size_, n_, links_, unlinked_, entry_places_, matrices_->places});
        native_ = code();
        if (native_) load_factors();
    }
}

/// The changes that the last iteration made.
template <class S>
const S* StageSolver<S>::last_changes() const
{
    if constexpr (std::is_same_v<S, double>)
        if (native_changes_ && native_) return native_->changes();
    return changes_.data();
}

template <class S>
StageNewtonResult StageSolver<S>::iterate(const StageNewtonRule& rule, StageNewton how)
{
    using Kind = StageNewtonResult::Kind;
    double last = 0, last_theta = 0;
    native_changes_ = native_ && how == StageNewton::simplified;
    const bool native = native_changes_;
    for (iterations_ = 0; iterations_ < rule.most;) {
        StageNewtonResult result;
        double change = 0;
        if (native) {
            if constexpr (std::is_same_v<S, double>)
                change = change_size(native_->iterate(memory_));
            if (!std::isfinite(change) && !evaluate(result)) return result;
            geometry_.counts.fields += table_->stages;
        } else {
            if (!evaluate(result)) return result;
            if (how == StageNewton::full) {
                if (!solve_together(step_size())) return {Kind::singular};
            } else {
                solve_by_modes();
                count_iteration();
            }
            change = apply();
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
    const S* const changes = last_changes();
    for (int i = 0; i < table_->stages; ++i)
        for (int j = 0; j < n_; ++j) {
            const S change = abs(changes[i * stride_ + size_ + j]);
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
