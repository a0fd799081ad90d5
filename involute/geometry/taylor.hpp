// SPDX-License-Identifier: Apache-2.0
// Taylor expansion of the solution through a point, to any order, for systems of any index: one
// factorisation of J serves all orders, and the equations are expanded as they were written.
#pragma once

#include <span>
#include <vector>

#include "involute/geometry/geometry.hpp"
#include "involute/geometry/taylor_tapes.hpp"

namespace involute {

template <class S>
class TaylorExpansion {
public:
    /// For expansions up to max_order. Has its own scratch memory: use one per thread.
    TaylorExpansion(Geometry<S>& geometry, int max_order);

    int max_order() const { return max_order_; }

    /// Coefficients are those of powers of (x - x0)/unit. A unit near the radius of convergence
    /// keeps them from overflowing; a power of two changes no bits otherwise.
    void set_unit(S unit);
    S unit() const { return in_[geometry_.layout().size]; }
    /// Which way x goes from the point of expansion: it tells the branch where a kink is met there.
    void set_direction(int direction) { direction_ = direction; }

    /// Expands at p, a point of M: y_j^(l) gets the degree order + d_j - 1 - l, so that every
    /// coordinate of p has at least the degree `order`.
    Factored expand(const S* p, int order);

    int order() const { return order_; }
    /// The coefficient n of y_j^(l), 0 <= l <= d_j.
    S coefficient(int unknown, int derivative, int n) const;
    /// The first ones.
    void coefficients(int unknown, int derivative, std::span<S> out) const;
    /// The tops z at the point of expansion.
    const S* tops() const { return row(0); }

    /// The point at x + h.
    void evaluate(S h, S* p);
    /// The tops at x + h.
    void evaluate_tops(S h, S* z);

    /// A part of [0, h] on which the equations have no kink (abs, min, max, sign), from 0 on: the
    /// polynomial holds there and not necessarily beyond.
    S smooth_until(S h) const;

    /// The last expansion, and the elimination it was compiled for.
    void visit_state(State& state);

private:
    /// The coefficients k of all tops z_j.
    const S* row(int k) const { return memory_ + layout_.at_row(k) + layout_.results; }
    bool order_is_good(const S* p);
    bool compile(const S* p);
    void compile_for(const BlockOrders& orders);
    void fill_scalars();
    void run_start();
    bool choose_branches(int coefficients);
    Factored start();
    Factored begin(const S* p);
    void extend(int order);
    void sum_tops(S h, int integrals);
    bool tells_nothing(int kink) const;

    Geometry<S>& geometry_;
    int max_order_;
    int order_ = 0;
    int most_jets_ = 0;  // max d
    SeriesLayout layout_{};
    Program<S> start_, stage_;
    int kinks_ = 0;
    int direction_ = 1;
    bool compiled_ = false;
    BlockOrders orders_{};   // it was compiled for
    bool negative_ = false;  // sign of det J = this xor the signs of the watched pivots
    std::vector<S> storage_, start_work_, stage_work_, floors_, sums_;
    std::vector<S> in_;       // p, the unit, the signs that choose branches at kinks
    std::vector<S> scalars_;  // by stage
    std::vector<S> weights_;  // [m][k] = k!/(k+m)!
    std::vector<S> inverse_factorials_;
    std::vector<S> unit_powers_;
    S* memory_ = nullptr;  // in storage_, aligned
};

extern template class TaylorExpansion<double>;
extern template class TaylorExpansion<Quad>;

}  // namespace involute
