// SPDX-License-Identifier: Apache-2.0
// The papers' implicit methods on M, all with the same unknowns, the slopes K_i = V(q_i):
//
//   runge_kutta     q_i = π(p + h Σ a_ij K_j),  q = π(p + h Σ b_j K_j)        TA2 (4.13)-(4.15)
//   euler_at_start  q = p + h V_q + (a normal at p)                           TA1 (5.3), first form
//   midpoint        q = π(p + h V_r),  r = π((p + q)/2)                       TA1 (5.4)
//
// K = Φ(K) is solved by fixed point while that contracts, by Newton's method otherwise.
#pragma once

#include "involute/base/dense.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/method/tableau.hpp"
#include "involute/step/stepper.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

enum class ImplicitForm { runge_kutta, euler_at_start, midpoint };

template <class S>
class ImplicitStepper final : public Stepper<S> {
public:
    /// tableau: for the form runge_kutta; the others only take their order from it.
    ImplicitStepper(Problem<S>& problem, ImplicitForm form, const Tableau& tableau,
                    const WalkOptions& options);

    Trial attempt(const Stand<S>& from, S t_next) override;

private:
    using Stepper<S>::size_;

    Trial solve(const Stand<S>& from, S h, ImplicitForm form);
    Trial iterate(const Stand<S>& from, S h, ImplicitForm form, bool& contracts);
    Trial newton(const Stand<S>& from, S h, ImplicitForm form);
    Trial differentiate(const Stand<S>& from, S h, ImplicitForm form);
    Trial evaluate(const Stand<S>& from, S h, ImplicitForm form, const S* k, S* k_new);
    Trial evaluate_stage(const Stand<S>& from, S h, const S* k, int stage, S* k_new);
    Trial finish(const Stand<S>& from, S t_next, ImplicitForm form);
    Trial compare_with_implicit_euler(const Stand<S>& from, S h);
    double size_in_scale(const S* k_differences, int stride, int count, const S* p, S h) const;
    int stages_of(ImplicitForm form) const;

    Problem<S>& problem_;
    ImplicitForm form_;
    WalkOptions options_;
    int stages_ = 1;
    std::vector<S> a_, b_, c_;
    double target_ = 0;  // increments of h K below this, in scale, end an iteration
    std::vector<S> k_, k_new_, k_shifted_, point_, middle_, middle_slope_, weight_;
    MatrixOf<S> matrix_;
    VectorOf<S> rhs_;
    Lu<S> lu_;
};

extern template class ImplicitStepper<double>;
extern template class ImplicitStepper<Quad>;

}  // namespace involute
