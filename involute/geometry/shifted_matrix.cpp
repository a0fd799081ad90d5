// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/shifted_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace involute {
namespace {

// An order of elimination serves while no multiplier is larger: so many digits of a change in
// Newton's method may be lost, for the next iteration finds them.
constexpr double largest_multiplier = 1e6;

/// body(std::integral_constant<int, pairs>()).
template <class F>
decltype(auto) with_pairs(std::size_t pairs, F&& body)
{
    switch (pairs) {
        case 0:
            return body(std::integral_constant<int, 0>());
        case 1:
            return body(std::integral_constant<int, 1>());
        case 2:
            return body(std::integral_constant<int, 2>());
        default:
            return body(std::integral_constant<int, 3>());
    }
}

}  // namespace

EliminationPlan elimination_plan(const StageRows& rows)
{
    std::vector<SparseEntry> entries;
    for (const StageRows::Entry& e : rows.entries) entries.push_back({e.row, e.unknown});
    return {int(rows.rows.size()), std::move(entries)};
}

template <class S>
ShiftedMatrices<S>::ShiftedMatrices(const StageRows& rows, S gamma,
                                    std::vector<std::complex<S>> pairs)
    : size_(int(rows.rows.size())),
      deepest_(rows.deepest),
      gamma_(gamma),
      pairs_(std::move(pairs)),
      powers_(std::size_t((2 * deepest_ + 1) * width())),
      diagonal_(rows.rows.size()),
      inverses_(rows.rows.size() * std::size_t(width())),
      work_(inverses_.size())
{
    if (std::ranges::any_of(rows.lift, [](int lift) { return lift > 0; })) lifts_ = rows.lift;
}

/// The powers of hγ, for every γ; those below 0 only where rows are divided by them.
template <class S>
void ShiftedMatrices<S>::raise(S h)
{
    const int w = width();
    S* const one = powers_.data() + deepest_ * w;
    one[0] = S(1);
    for (int m = 1; m < w; m += 2) one[m] = S(1), one[m + 1] = S(0);
    for (int k = 1; k <= deepest_; ++k) {
        S *const at = one + k * w, *const before = at - w, *const below = one - k * w;
        at[0] = before[0] * (h * gamma_);
        if (!lifts_.empty()) below[0] = S(1) / at[0];
        for (int m = 1; m < w; m += 2) {
            const std::complex<S>& gamma = pairs_[std::size_t(m / 2)];
            const S re = h * gamma.real(), im = h * gamma.imag();
            at[m] = before[m] * re - before[m + 1] * im;
            at[m + 1] = before[m] * im + before[m + 1] * re;
            if (lifts_.empty()) continue;
            const S part = S(1) / (at[m] * at[m] + at[m + 1] * at[m + 1]);
            below[m] = at[m] * part;
            below[m + 1] = -at[m + 1] * part;
        }
    }
}

/// add(entry, row, powers, factor): the entry of N is the factor times the powers.
template <class S>
template <class Add>
void ShiftedMatrices<S>::for_each_entry(const StageRows& rows, const std::vector<S>& derivatives,
                                        Add&& add) const
{
    const int w = width();
    const S* const one = powers_.data() + deepest_ * w;
    for (std::size_t e = 0; e < rows.entries.size(); ++e) {
        const StageRows::Entry& at = rows.entries[e];
        const int depth = lifts_.empty() ? at.depth : at.depth - lifts_[std::size_t(at.row)];
        add(e, at.row, one + depth * w, derivatives[e]);
    }
}

/// Rows are divided by their largest entry: pivots are compared in the scale of their row. That of
/// the real matrix serves all, whose powers differ little.
template <class S>
bool ShiftedMatrices<S>::scale_rows(const StageRows& rows, const std::vector<S>& derivatives)
{
    using std::abs;
    using std::isfinite;
    std::fill(diagonal_.begin(), diagonal_.end(), S(0));
    S all(0);
    for_each_entry(rows, derivatives, [&](std::size_t, int row, const S* powers, const S& factor) {
        const S size = abs(S(powers[0] * factor));
        if (size > diagonal_[std::size_t(row)]) diagonal_[std::size_t(row)] = size;
        all += size;
    });
    if (!isfinite(all)) return false;
    for (S& scale : diagonal_) {
        if (!(scale > S(0))) return false;
        scale = S(1) / scale;
    }
    return true;
}

template <class S>
bool ShiftedMatrices<S>::factor(const StageRows& rows, const std::vector<S>& derivatives, S h,
                                EliminationPlan& plan, bool may_choose)
{
    raise(h);
    if (!scale_rows(rows, derivatives)) return false;
    if (!plan && !choose(rows, derivatives, plan, 0)) return false;
    return with_pairs(pairs_.size(), [&](auto pairs) {
        return factor_planned<pairs>(rows, derivatives, plan, may_choose);
    });
}

template <class S>
template <int pairs>
bool ShiftedMatrices<S>::factor_planned(const StageRows& rows, const std::vector<S>& derivatives,
                                        EliminationPlan& plan, bool may_choose)
{
    constexpr int w = 2 * pairs + 1;
    for (;; may_choose = false) {
        values_.assign(std::size_t(plan.slots() * w), S(0));
        for_each_entry(rows, derivatives,
                       [&](std::size_t e, int row, const S* powers, const S& factor) {
                           S* const to = values_.data() + plan.slot(e) * w;
                           const S scaled = factor * diagonal_[std::size_t(row)];
                           for (int m = 0; m < w; ++m) to[m] += scaled * powers[m];
                       });
        const auto found = plan.factor<pairs>(values_.data(), inverses_.data(), work_.data());
        const auto worst = std::ranges::max_element(found);
        if (*worst <= S(largest_multiplier)) return true;
        if (!may_choose) return *worst < std::numeric_limits<S>::infinity();
        if (!choose(rows, derivatives, plan, int(worst - found.begin()))) return false;
    }
}

/// A new order, from one of the matrices: the real one, or one of the pairs.
template <class S>
bool ShiftedMatrices<S>::choose(const StageRows& rows, const std::vector<S>& derivatives,
                                EliminationPlan& plan, int matrix) const
{
    const std::size_t at = matrix == 0 ? 0 : std::size_t(2 * matrix - 1);
    std::vector<std::complex<S>> values;
    for_each_entry(rows, derivatives, [&](std::size_t, int row, const S* powers, const S& factor) {
        const S scaled = factor * diagonal_[std::size_t(row)];
        values.emplace_back(scaled * powers[at], matrix == 0 ? S(0) : S(scaled * powers[at + 1]));
    });
    return plan.choose(values);
}

/// Rows of b divided like those of N.
template <class S>
void ShiftedMatrices<S>::lift(S* b, int numbers) const
{
    const int w = width();
    for (std::size_t i = 0; i < lifts_.size(); ++i) {
        const S* const powers = powers_.data() + (deepest_ - lifts_[i]) * w;
        S* const at = b + i * std::size_t(numbers);
        at[0] *= powers[0];
        for (int m = 1; m < numbers; m += 2) {
            const S re = at[m] * powers[m] - at[m + 1] * powers[m + 1];
            at[m + 1] = at[m] * powers[m + 1] + at[m + 1] * powers[m];
            at[m] = re;
        }
    }
}

template <class S>
void ShiftedMatrices<S>::solve(const EliminationPlan& plan, S* b)
{
    lift(b, width());
    with_pairs(pairs_.size(), [&](auto pairs) {
        plan.solve<pairs>(values_.data(), inverses_.data(), diagonal_.data(), b, work_.data());
    });
}

template <class S>
void ShiftedMatrices<S>::solve_real(const EliminationPlan& plan, S* b)
{
    lift(b, 1);
    with_pairs(pairs_.size(), [&](auto pairs) {
        plan.solve_real<pairs>(values_.data(), inverses_.data(), diagonal_.data(), b, work_.data());
    });
}

template <class S>
S* ShiftedMatrices<S>::copy_factors(S* to) const
{
    for (const auto* part : {&values_, &inverses_, &diagonal_})
        to = std::copy(part->begin(), part->end(), to);
    return to;
}

template class ShiftedMatrices<double>;
template class ShiftedMatrices<Quad>;

}  // namespace involute
