// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination in a fixed order for small sparse matrices that are factored at every step:
// which numbers meet is worked out once, when the order is chosen, so that factoring and solving
// are loops over lists without a search, a swap or a zero. The order serves while multipliers stay
// small; where one does not, another is chosen from the numbers of that moment.
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "involute/base/scalar.hpp"
#include "involute/base/sparse_pattern.hpp"

namespace involute {

class State;  // base/state.hpp

class EliminationPlan {
public:
    EliminationPlan() = default;
    EliminationPlan(int size, std::vector<SparseEntry> entries);

    /// Whether an order has been chosen.
    explicit operator bool() const { return !rows_.empty() || size_ == 0; }
    /// Changes with every order.
    int version() const { return version_; }
    int size() const { return size_; }
    /// Numbers that a factored matrix consists of.
    int slots() const { return first_.empty() ? 0 : first_.back(); }

    /// Chooses an order from the values of the entries: pivots that are not small in their column
    /// and make few others nonzero [Markowitz, Management Sci. 3 (1957) 255-269]. False: singular.
    template <class T>
    bool choose(const std::vector<T>& values);

    /// The slot of an entry; entries at the same place share one.
    int slot(std::size_t entry) const { return slot_[entry]; }

    /// L and U in place of A, in `values`; one over the pivots in `inverses`. The largest
    /// multiplier, infinite or not a number where there is no such thing. With is_complex a number
    /// is two, its real and its imaginary part.
    template <bool is_complex, class S>
    S factor(S* values, S* inverses) const;
    /// b := A⁻¹ b; x: room for as many numbers.
    template <bool is_complex, class S>
    void solve(const S* values, const S* inverses, S* b, S* x) const;

    void visit_state(State& state);

private:
    void work_out();

    int size_ = 0;
    int version_ = 0;
    std::vector<SparseEntry> entries_;
    std::vector<int> rows_, columns_;  // rows_[k], columns_[k]: the k-th pivot
    // Row k of L and U: slots first_[k] .. first_[k+1], its pivot at pivot_[k].
    std::vector<int> first_, pivot_;
    std::vector<int> step_;     // of a slot: the step at which its column is eliminated
    std::vector<int> slot_;     // of an entry
    std::vector<int> targets_;  // where products of the elimination go, in their order
};

template <bool is_complex, class S>
S EliminationPlan::factor(S* values, S* inverses) const
{
    using std::abs;
    S largest(0);
    const int* target = targets_.data();
    for (int k = 0; k < size_; ++k) {
        const int pivot = pivot_[std::size_t(k)];
        for (int l = first_[std::size_t(k)]; l < pivot; ++l) {
            const int step = step_[std::size_t(l)];
            const int from = pivot_[std::size_t(step)] + 1, to = first_[std::size_t(step) + 1];
            if constexpr (is_complex) {
                const S re = values[2 * l], im = values[2 * l + 1];
                const S pre = inverses[2 * step], pim = inverses[2 * step + 1];
                const S x = re * pre - im * pim, y = re * pim + im * pre;
                values[2 * l] = x;
                values[2 * l + 1] = y;
                const S size = abs(x) + abs(y);
                if (!(size <= largest)) largest = size;
                for (int u = from; u < to; ++u, ++target) {
                    S* const at = values + 2 * *target;
                    at[0] -= x * values[2 * u] - y * values[2 * u + 1];
                    at[1] -= x * values[2 * u + 1] + y * values[2 * u];
                }
            } else {
                const S x = values[l] * inverses[step];
                values[l] = x;
                if (!(abs(x) <= largest)) largest = abs(x);
                for (int u = from; u < to; ++u, ++target) values[*target] -= x * values[u];
            }
        }
        if constexpr (is_complex) {
            const S re = values[2 * pivot], im = values[2 * pivot + 1];
            const S part = S(1) / (re * re + im * im);
            inverses[2 * k] = re * part;
            inverses[2 * k + 1] = -im * part;
        } else {
            inverses[k] = S(1) / values[pivot];
        }
    }
    // The last pivot multiplies nothing: what is wrong with it shows in the solution alone.
    for (int k = 0; k < (is_complex ? 2 : 1) * size_; ++k)
        if (!(abs(inverses[k]) < std::numeric_limits<S>::infinity()))
            return std::numeric_limits<S>::infinity();
    return largest;
}

template <bool is_complex, class S>
void EliminationPlan::solve(const S* values, const S* inverses, S* b, S* x) const
{
    for (int k = 0; k < size_; ++k) {
        const int row = rows_[std::size_t(k)], end = pivot_[std::size_t(k)];
        if constexpr (is_complex) {
            S re = b[2 * row], im = b[2 * row + 1];
            for (int l = first_[std::size_t(k)]; l < end; ++l) {
                const S *const v = values + 2 * l, *const at = x + 2 * step_[std::size_t(l)];
                re -= v[0] * at[0] - v[1] * at[1];
                im -= v[0] * at[1] + v[1] * at[0];
            }
            x[2 * k] = re;
            x[2 * k + 1] = im;
        } else {
            S sum = b[row];
            for (int l = first_[std::size_t(k)]; l < end; ++l)
                sum -= values[l] * x[step_[std::size_t(l)]];
            x[k] = sum;
        }
    }
    for (int k = size_ - 1; k >= 0; --k) {
        const int column = columns_[std::size_t(k)], end = first_[std::size_t(k) + 1];
        if constexpr (is_complex) {
            S re = x[2 * k], im = x[2 * k + 1];
            for (int u = pivot_[std::size_t(k)] + 1; u < end; ++u) {
                const S *const v = values + 2 * u, *const at = x + 2 * step_[std::size_t(u)];
                re -= v[0] * at[0] - v[1] * at[1];
                im -= v[0] * at[1] + v[1] * at[0];
            }
            const S* const inverse = inverses + 2 * k;
            b[2 * column] = x[2 * k] = re * inverse[0] - im * inverse[1];
            b[2 * column + 1] = x[2 * k + 1] = re * inverse[1] + im * inverse[0];
        } else {
            S sum = x[k];
            for (int u = pivot_[std::size_t(k)] + 1; u < end; ++u)
                sum -= values[u] * x[step_[std::size_t(u)]];
            b[column] = x[k] = sum * inverses[k];
        }
    }
}

}  // namespace involute
