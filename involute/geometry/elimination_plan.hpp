// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination in a fixed order for sparse matrices that are factored at every step: which
// numbers meet is worked out once, when the order is chosen, so that factoring and solving are
// loops over lists without a search, a swap or a zero. The order serves while multipliers stay
// small; where one does not, another is chosen from the numbers of that moment.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "involute/base/scalar.hpp"
#include "involute/base/sparse_pattern.hpp"

namespace involute {

class State;  // base/state.hpp

template <class N>
N larger(const N& a, const N& b)
{
    return a > b ? a : b;
}
/// 0, unless it is not finite.
template <class N>
N vanishing(const N& a)
{
    return a - a;
}

class EliminationPlan {
public:
    EliminationPlan() = default;
    EliminationPlan(int size, std::vector<SparseEntry> entries);

    /// Whether an order has been chosen.
    explicit operator bool() const { return !rows_.empty() || size_ == 0; }
    /// Which of the orders chosen so far is in use, from 0 on; -1: none.
    int version() const { return version_; }
    bool has_order_of(const EliminationPlan& other) const
    {
        return rows_ == other.rows_ && columns_ == other.columns_;
    }
    /// Numbers that a factored matrix consists of.
    int slots() const { return first_.empty() ? 0 : first_.back(); }

    /// Chooses an order from the values of the entries (elimination_order.hpp). False: singular.
    template <class T>
    bool choose(const std::vector<T>& values);
    /// Takes this order, whatever the values are.
    void take(std::vector<int> rows, std::vector<int> columns);

    /// The slot of the k-th pivot.
    int pivot(int k) const { return pivot_[std::size_t(k)]; }
    /// The slot of an entry; entries at the same place share one.
    int slot(std::size_t entry) const { return slot_[entry]; }

    /// L and U in place of A, in `values`; one over the pivots in `inverses`. Several matrices of
    /// the same pattern at once, a slot holding a number of each: of a real one first, then real
    /// and imaginary parts of `pairs` complex ones; x: room for a row of such numbers. The largest
    /// multiplier of each; that of the first is no number where a pivot has no inverse. N: a
    /// scalar, or what writes the same operations into a tape.
    template <int pairs, class N>
    std::array<N, pairs + 1> factor(N* values, N* inverses, N* x) const;
    /// b := A⁻¹ D b, the same way, D diagonal; x: room for as many numbers.
    template <int pairs, class S>
    void solve(const S* values, const S* inverses, const S* diagonal, S* b, S* x) const;
    /// The same for the real one alone, in one number a row.
    template <int pairs, class S>
    void solve_real(const S* values, const S* inverses, const S* diagonal, S* b, S* x) const;

    void visit_state(State& state);

private:
    // It is listed where each product goes, unless that list would be so many times longer than the
    // factors: then a row is spread out while it is eliminated.
    static constexpr int longest_list = 8;

    void work_out();
    void list_targets();

    int size_ = 0;
    int version_ = -1;
    std::vector<SparseEntry> entries_;
    std::vector<int> rows_, columns_;       // rows_[k], columns_[k]: the k-th pivot
    std::vector<std::vector<int>> orders_;  // those chosen so far: their rows, then their columns
    // Row k of L and U: slots first_[k] .. first_[k+1], its pivot at pivot_[k].
    std::vector<int> first_, pivot_;
    std::vector<int> step_;  // of a slot: the step at which its column is eliminated
    std::vector<int> slot_;  // of an entry
    bool listed_ = false;
    std::vector<int> targets_;  // where products of the elimination go, in their order; if listed
};

template <int pairs, class N>
std::array<N, pairs + 1> EliminationPlan::factor(N* values, N* inverses, N* x) const
{
    using std::abs;
    constexpr int width = 2 * pairs + 1;
    std::array<N, pairs + 1> largest;
    largest.fill(N(0));
    const auto see = [&](int matrix, const N& size) {
        N& seen = largest[std::size_t(matrix)];
        seen = larger(size, seen);
    };
    const int *const first = first_.data(), *const pivots = pivot_.data(),
                     *const steps = step_.data();
    const bool listed = listed_;
    const int* target = targets_.data();
    const auto copy = [](const N* from, N* to) {
        for (int m = 0; m < width; ++m) to[m] = from[m];
    };
    // What is wrong with a pivot need not show in a multiplier: the last one has none.
    N nothing(0);
    for (int k = 0; k < size_; ++k) {
        const int pivot = pivots[k];
        if (!listed)
            for (int l = first[k]; l < first[k + 1]; ++l)
                copy(values + width * l, x + width * steps[l]);
        for (int l = first[k]; l < pivot; ++l) {
            const int step = steps[l];
            N* const at = values + width * l;
            if (!listed) copy(x + width * step, at);
            const N* const inverse = inverses + width * step;
            N factor[width];
            factor[0] = at[0] = at[0] * inverse[0];
            see(0, abs(factor[0]));
            for (int m = 1; m < width; m += 2) {
                const N re = at[m] * inverse[m] - at[m + 1] * inverse[m + 1];
                const N im = at[m] * inverse[m + 1] + at[m + 1] * inverse[m];
                factor[m] = at[m] = re;
                factor[m + 1] = at[m + 1] = im;
                see(1 + m / 2, abs(re) + abs(im));
            }
            const auto subtract = [&](const N* u, N* to) {
                to[0] -= factor[0] * u[0];
                for (int m = 1; m < width; m += 2) {
                    to[m] -= factor[m] * u[m] - factor[m + 1] * u[m + 1];
                    to[m + 1] -= factor[m] * u[m + 1] + factor[m + 1] * u[m];
                }
            };
            const int end = first[step + 1];
            if (listed)
                for (int u = pivots[step] + 1; u < end; ++u)
                    subtract(values + width * u, values + width * *target++);
            else
                for (int u = pivots[step] + 1; u < end; ++u)
                    subtract(values + width * u, x + width * steps[u]);
        }
        if (!listed)
            for (int l = pivot; l < first[k + 1]; ++l)
                copy(x + width * steps[l], values + width * l);
        const N* const at = values + width * pivot;
        N* const inverse = inverses + width * k;
        inverse[0] = N(1) / at[0];
        for (int m = 1; m < width; m += 2) {
            const N part = N(1) / (at[m] * at[m] + at[m + 1] * at[m + 1]);
            inverse[m] = at[m] * part;
            inverse[m + 1] = -at[m + 1] * part;
        }
        for (int m = 0; m < width; ++m) nothing += vanishing(inverse[m]);
    }
    largest[0] += nothing;
    return largest;
}

template <int pairs, class S>
void EliminationPlan::solve(const S* values, const S* inverses, const S* diagonal, S* b, S* x) const
{
    constexpr int width = 2 * pairs + 1;
    const int *const first = first_.data(), *const pivots = pivot_.data(),
                     *const steps = step_.data();
    S sum[width];
    const auto subtract = [&](int from, int to) {
        for (int l = from; l < to; ++l) {
            const S *const v = values + width * l, *const at = x + width * steps[l];
            sum[0] -= v[0] * at[0];
            for (int m = 1; m < width; m += 2) {
                sum[m] -= v[m] * at[m] - v[m + 1] * at[m + 1];
                sum[m + 1] -= v[m] * at[m + 1] + v[m + 1] * at[m];
            }
        }
    };
    for (int k = 0; k < size_; ++k) {
        const int row = rows_[std::size_t(k)];
        for (int m = 0; m < width; ++m) sum[m] = b[width * row + m] * diagonal[row];
        subtract(first[k], pivots[k]);
        for (int m = 0; m < width; ++m) x[width * k + m] = sum[m];
    }
    for (int k = size_ - 1; k >= 0; --k) {
        for (int m = 0; m < width; ++m) sum[m] = x[width * k + m];
        subtract(pivots[k] + 1, first[k + 1]);
        const S* const inverse = inverses + width * k;
        S *const at = x + width * k, *const out = b + width * columns_[std::size_t(k)];
        out[0] = at[0] = sum[0] * inverse[0];
        for (int m = 1; m < width; m += 2) {
            out[m] = at[m] = sum[m] * inverse[m] - sum[m + 1] * inverse[m + 1];
            out[m + 1] = at[m + 1] = sum[m] * inverse[m + 1] + sum[m + 1] * inverse[m];
        }
    }
}

template <int pairs, class S>
void EliminationPlan::solve_real(const S* values, const S* inverses, const S* diagonal, S* b,
                                 S* x) const
{
    constexpr int width = 2 * pairs + 1;
    for (int k = 0; k < size_; ++k) {
        const int row = rows_[std::size_t(k)];
        S sum = b[row] * diagonal[row];
        for (int l = first_[std::size_t(k)]; l < pivot_[std::size_t(k)]; ++l)
            sum -= values[width * l] * x[step_[std::size_t(l)]];
        x[k] = sum;
    }
    for (int k = size_ - 1; k >= 0; --k) {
        S sum = x[k];
        for (int u = pivot_[std::size_t(k)] + 1; u < first_[std::size_t(k) + 1]; ++u)
            sum -= values[width * u] * x[step_[std::size_t(u)]];
        b[columns_[std::size_t(k)]] = x[k] = sum * inverses[width * k];
    }
}

}  // namespace involute
