// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/shifted_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "involute/geometry/shifted_loops.hpp"

namespace involute {
namespace {

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
    raise_powers(gamma_, pairs_, deepest_, h, one);
    if (lifts_.empty()) return;
    for (int k = 1; k <= deepest_; ++k) {
        S *const at = one + k * w, *const below = one - k * w;
        below[0] = S(1) / at[0];
        for (int m = 1; m < w; m += 2) {
            const S part = S(1) / (at[m] * at[m] + at[m + 1] * at[m + 1]);
            below[m] = at[m] * part;
            below[m + 1] = -at[m + 1] * part;
        }
    }
}

/// body(depth): of an entry, the power of hγ that it is multiplied by.
template <class S>
template <class Body>
decltype(auto) ShiftedMatrices<S>::with_depths(const StageRows& rows, Body&& body) const
{
    const StageRows::Entry* const entries = rows.entries.data();
    if (lifts_.empty()) return body([=](std::size_t e) { return entries[e].depth; });
    const int* const lifts = lifts_.data();
    return body([=](std::size_t e) { return entries[e].depth - lifts[entries[e].row]; });
}

/// False: a row of zeros, or what is not finite.
template <class S>
bool ShiftedMatrices<S>::scale_rows(const StageRows& rows, const std::vector<S>& derivatives)
{
    return with_depths(rows, [&](auto depth) {
        return scale_shifted_rows(rows, derivatives.data(), powers_.data() + deepest_ * width(),
                                  width(), depth, diagonal_.data()) == S(0);
    });
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
        values_.resize(std::size_t(plan.slots() * w));
        const auto found = with_depths(rows, [&](auto depth) {
            return factor_shifted<pairs, S>(rows, derivatives.data(), powers_.data() + deepest_ * w,
                                            depth, diagonal_.data(), plan, values_.data(),
                                            inverses_.data(), work_.data());
        });
        if (are_small(found)) return true;
        const S infinite = std::numeric_limits<S>::infinity();
        if (!may_choose)
            return std::ranges::all_of(found, [&](const S& size) { return size < infinite; });
        int worst = 0;
        for (int m = 1; m <= pairs; ++m)
            if (found[std::size_t(m)] > found[std::size_t(worst)]) worst = m;
        if (!choose(rows, derivatives, plan, worst)) return false;
    }
}

/// A new order, from one of the matrices: the real one, or one of the pairs.
template <class S>
bool ShiftedMatrices<S>::choose(const StageRows& rows, const std::vector<S>& derivatives,
                                EliminationPlan& plan, int matrix) const
{
    const std::size_t at = matrix == 0 ? 0 : std::size_t(2 * matrix - 1);
    std::vector<std::complex<S>> values;
    with_depths(rows, [&](auto depth) {
        const S* const one = powers_.data() + deepest_ * width();
        for (std::size_t e = 0; e < rows.entries.size(); ++e) {
            const S scaled = derivatives[e] * diagonal_[std::size_t(rows.entries[e].row)];
            const S* const powers = one + depth(e) * width() + at;
            values.emplace_back(scaled * powers[0], matrix == 0 ? S(0) : S(scaled * powers[1]));
        }
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
void ShiftedMatrices<S>::copy_factors(S* to) const
{
    for (const auto* part : {&values_, &inverses_, &diagonal_})
        to = std::copy(part->begin(), part->end(), to);
}

template <class S>
void ShiftedMatrices<S>::take_factors(const EliminationPlan& plan, const S* from)
{
    values_.resize(std::size_t(plan.slots() * width()));
    for (auto* part : {&values_, &inverses_, &diagonal_}) {
        std::copy_n(from, part->size(), part->begin());
        from += part->size();
    }
}

template class ShiftedMatrices<double>;
template class ShiftedMatrices<Quad>;

}  // namespace involute
