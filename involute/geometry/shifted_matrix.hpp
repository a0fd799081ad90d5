// SPDX-License-Identifier: Apache-2.0
// N(γ) = Σ_m (hγ)^m ∂T/∂y^(d-m), factored: what is left of the stage equations of a Runge-Kutta
// method for one eigenvalue γ of its matrix; here for all of them together, since their zeros are
// the same. N -> J as h -> 0; rows that are not differentiated are divided by the power of hγ they
// begin with.
#pragma once

#include <complex>
#include <vector>

#include "involute/geometry/elimination_plan.hpp"
#include "involute/geometry/stage_rows.hpp"

namespace involute {

/// A plan for matrices of these rows.
EliminationPlan elimination_plan(const StageRows& rows);

// An order of elimination serves while no multiplier is larger: so many digits of a change in
// Newton's method may be lost, for the next iteration finds them.
inline constexpr double largest_multiplier = 1e6;

/// Whether all of these multipliers, as a factorisation found them, are that small.
template <class Multipliers>
bool are_small(const Multipliers& found)
{
    bool small = true;
    for (const auto& multiplier : found) small = small && multiplier <= largest_multiplier;
    return small;
}

/// The matrices for one real number γ and some pairs of conjugate ones, of which one is given. A
/// right side has `width` numbers a row: of the real matrix, then real and imaginary parts.
template <class S>
class ShiftedMatrices {
public:
    ShiftedMatrices() = default;
    ShiftedMatrices(const StageRows& rows, S gamma, std::vector<std::complex<S>> pairs);

    int width() const { return 1 + 2 * int(pairs_.size()); }
    /// derivatives: in the order of rows.entries. Where the order of the plan does not serve,
    /// another is chosen if it may be. False: singular, or not finite.
    bool factor(const StageRows& rows, const std::vector<S>& derivatives, S h,
                EliminationPlan& plan, bool may_choose);
    /// b := N⁻¹ b, rows of b divided like those of N.
    void solve(const EliminationPlan& plan, S* b);
    /// With the real matrix alone: one number a row.
    void solve_real(const EliminationPlan& plan, S* b);

    /// Whether solving is EliminationPlan::solve and nothing else.
    bool is_planned() const { return lifts_.empty(); }
    /// What EliminationPlan::solve takes: values, inverses, diagonal, one after the other; and the
    /// same from elsewhere.
    void copy_factors(S* to) const;
    void take_factors(const EliminationPlan& plan, const S* from);
    /// The γ they are made of.
    const S& gamma() const { return gamma_; }
    const std::vector<std::complex<S>>& pairs() const { return pairs_; }

private:
    void raise(S h);
    bool scale_rows(const StageRows& rows, const std::vector<S>& derivatives);
    template <class Body>
    decltype(auto) with_depths(const StageRows& rows, Body&& body) const;
    template <int pairs>
    bool factor_planned(const StageRows& rows, const std::vector<S>& derivatives,
                        EliminationPlan& plan, bool may_choose);
    bool choose(const StageRows& rows, const std::vector<S>& derivatives, EliminationPlan& plan,
                int matrix) const;
    void lift(S* b, int numbers) const;

    int size_ = 0, deepest_ = 0;
    S gamma_{};
    std::vector<std::complex<S>> pairs_;
    std::vector<int> lifts_;   // of rows; empty where all are differentiated
    std::vector<S> powers_;    // (hγ)^k, k = -deepest .. deepest, of all γ one after the other
    std::vector<S> diagonal_;  // what rows of N are multiplied by
    std::vector<S> values_, inverses_, work_;
};

extern template class ShiftedMatrices<double>;
extern template class ShiftedMatrices<Quad>;

}  // namespace involute
