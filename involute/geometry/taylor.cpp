// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/taylor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "involute/base/state_limits.hpp"
#include "involute/expr/series_program_sums.hpp"
#include "involute/geometry/orders_state.hpp"

namespace involute {
namespace {

// One change is enough unless tops occur in the expression of a kink: then branches depend on each
// other.
constexpr int most_branch_changes = 4;

template <class S>
S scalar_value(const StageScalar& scalar, int k)
{
    S value(1);
    if (scalar.kind == StageScalar::Kind::order)
        value = S(k + scalar.shift);
    else
        for (int i = 1; i <= scalar.shift; ++i) value *= S(k + i);
    return scalar.inverse ? S(1) / value : value;
}

}  // namespace

template <class S>
TaylorExpansion<S>::TaylorExpansion(Geometry<S>& geometry, int max_order)
    : geometry_(geometry), max_order_(max_order), in_(geometry.layout().size + 1, S(1))
{
    for (const int d : geometry.layout().d) most_jets_ = std::max(most_jets_, d);
    for (int m = 0; m <= most_jets_; ++m)
        for (int k = 0; k < max_order; ++k)
            weights_.push_back(scalar_value<S>({StageScalar::Kind::rising, true, m}, k));
    for (int m = 0; m <= most_jets_; ++m)
        inverse_factorials_.push_back(scalar_value<S>({StageScalar::Kind::rising, true, m}, 0));
    unit_powers_.assign(std::size_t(most_jets_) + 1, S(1));
}

template <class S>
void TaylorExpansion<S>::set_unit(S unit)
{
    in_[geometry_.layout().size] = unit;
    for (std::size_t m = 1; m < unit_powers_.size(); ++m)
        unit_powers_[m] = unit_powers_[m - 1] * unit;
    fill_scalars();
    order_ = 0;
}

/// The stage scalars, (k+1)..(k+m) in the unit of x.
template <class S>
void TaylorExpansion<S>::fill_scalars()
{
    scalars_.clear();
    for (int k = 0; k < max_order_; ++k)
        for (const StageScalar& scalar : layout_.scalars) {
            S value = scalar_value<S>(scalar, k);
            if (scalar.kind == StageScalar::Kind::rising)
                value *=
                    scalar.inverse ? unit_powers_[scalar.shift] : S(1) / unit_powers_[scalar.shift];
            scalars_.push_back(value);
        }
}

/// Whether the field has an order of elimination, and can use it at p.
template <class S>
bool TaylorExpansion<S>::order_is_good(const S* p)
{
    if (geometry_.orders().empty()) return false;
    const long before = geometry_.counts.fallbacks;
    std::vector<S> z(geometry_.layout().unknowns);
    return geometry_.field(p, z.data()).health == Health::good &&
           geometry_.counts.fallbacks == before;
}

/// Tapes for an elimination, memory and tables to go with them.
template <class S>
void TaylorExpansion<S>::compile_for(const BlockOrders& orders)
{
    TaylorTapes tapes = write_taylor(geometry_.completed(), orders);
    layout_ = std::move(tapes.layout);
    kinks_ = tapes.kinks;
    in_.resize(std::size_t(geometry_.layout().size + 1 + kinks_), S(1));
    start_ = compile_program<S>(std::move(tapes.start), geometry_.native(), start_work_);
    stage_ = compile_program<S>(std::move(tapes.stage), geometry_.native(), stage_work_);

    constexpr std::size_t line = 64;  // bytes of a cache line
    storage_.assign(std::size_t(layout_.at_row(max_order_)) + line / sizeof(S), S(0));
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    memory_ = storage_.data() + (line - address % line) % line / sizeof(S);
    fill_scalars();
    sums_.assign(std::size_t(layout_.row - layout_.results), S(0));
}

/// For an elimination that is good at p.
template <class S>
bool TaylorExpansion<S>::compile(const S* p)
{
    using std::abs;
    if (!order_is_good(p) && !geometry_.choose_order(p)) return false;
    orders_ = geometry_.orders();
    compile_for(orders_);

    run_start();
    floors_.clear();
    negative_ = false;
    for (int i = 0; i < layout_.watched; ++i) {
        const S pivot = memory_[layout_.first_watched() + i];
        floors_.push_back(S(pivot_floor) * abs(pivot));
        negative_ ^= pivot < S(0);
    }
    std::vector<S> z(geometry_.layout().unknowns);
    negative_ ^= geometry_.field(p, z.data()).negative;
    compiled_ = true;
    return true;
}

/// The signs found must be those of the branches used: if one is wrong, expands again with it
/// changed.
template <class S>
void TaylorExpansion<S>::run_start()
{
    for (int tries = 0; tries < most_branch_changes; ++tries) {
        start_.run(in_.data(), memory_ + layout_.first_fixed(), start_work_.data());
        if (kinks_ == 0 || !choose_branches(1)) return;
    }
}

/// Sets the signs to those of the first nonzero coefficients: the signs just after the point in the
/// direction of travel. True if one changed.
template <class S>
bool TaylorExpansion<S>::choose_branches(int coefficients)
{
    const int unknowns = geometry_.layout().unknowns;
    bool changed = false;
    for (int i = 0; i < kinks_; ++i) {
        int k = 0;
        while (k < coefficients && row(k)[unknowns + i] == S(0)) ++k;
        S& branch = in_[geometry_.layout().size + 1 + i];
        const S before = branch;
        if (k < coefficients) {
            const S forward = row(k)[unknowns + i] * S(k % 2 == 1 ? direction_ : 1);
            branch = S(forward < S(0) ? -1 : 1);
        } else if (coefficients == order_ && order_ > 1) {
            branch = S(0);  // it stays zero: so does its sign
        }
        changed |= branch != before;
    }
    return changed;
}

template <class S>
Factored TaylorExpansion<S>::start()
{
    using std::abs;
    using std::isfinite;
    run_start();
    ++geometry_.counts.factorizations;
    Factored found{Health::good, negative_};
    const S* const pivots = memory_ + layout_.first_watched();
    for (int i = 0; i < layout_.watched; ++i) {
        if (!(abs(pivots[i]) >= floors_[i])) found.health = Health::singular;
        found.negative ^= pivots[i] < S(0);
    }
    const S* const z = tops();
    for (int j = 0; j < geometry_.layout().unknowns && found.health == Health::good; ++j)
        if (!isfinite(z[j])) found.health = Health::not_finite;
    return found;
}

template <class S>
Factored TaylorExpansion<S>::begin(const S* p)
{
    std::copy(p, p + geometry_.layout().size, in_.begin());
    order_ = 1;
    if (compiled_)
        if (const Factored found = start(); found.health != Health::singular) return found;
    // No elimination yet, or a pivot became small: another order of elimination, found here.
    if (!compile(p)) return {Health::singular, negative_};
    return start();
}

template <class S>
void TaylorExpansion<S>::extend(int order)
{
    const std::size_t scalars = layout_.scalars.size();
    for (; order_ < order; ++order_) {
        const int k = order_;
        add_products(layout_, k, memory_);
        std::copy_n(scalars_.data() + std::size_t(k) * scalars, scalars,
                    memory_ + layout_.first_scalar());
        S* in = memory_ + layout_.first_earlier();
        for (const EarlierValue& value : layout_.earlier)
            *in++ = memory_[layout_.at_row(k - value.back) + value.column];
        stage_.run(memory_, memory_ + layout_.at_row(k), stage_work_.data());
    }
}

template <class S>
Factored TaylorExpansion<S>::expand(const S* p, int order)
{
    Factored found{};
    for (int tries = 0; tries < most_branch_changes; ++tries) {
        found = begin(p);
        if (found.health != Health::good) break;
        extend(order);
        if (kinks_ == 0 || !choose_branches(order)) break;
    }
    return found;
}

template <class S>
S TaylorExpansion<S>::coefficient(int unknown, int derivative, int n) const
{
    const int m = geometry_.layout().d[unknown] - derivative;  // integrations from z
    if (n < m)
        return in_[geometry_.layout().position(unknown, derivative + n)] * inverse_factorials_[n] *
               unit_powers_[n];
    return row(n - m)[unknown] * weights_[std::size_t(m) * max_order_ + (n - m)] * unit_powers_[m];
}

template <class S>
void TaylorExpansion<S>::coefficients(int unknown, int derivative, std::span<S> out) const
{
    const int m = geometry_.layout().d[unknown] - derivative;
    for (int n = 0; n < m && n < int(out.size()); ++n)
        out[std::size_t(n)] = coefficient(unknown, derivative, n);
    const S* weights = &weights_[std::size_t(m) * max_order_];
    for (int n = m; n < int(out.size()); ++n)
        out[std::size_t(n)] = row(n - m)[unknown] * weights[n - m] * unit_powers_[m];
}

/// sums_ = Σ_k k!/(k+m)! (z)_k (h/unit)^k: times h^m the m-fold integral of z from x to x + h.
template <class S>
void TaylorExpansion<S>::sum_tops(S h, int m)
{
    sum_powers(row(0), layout_.row, int(sums_.size()), &weights_[std::size_t(m) * max_order_],
               order_, S(h / unit()), sums_.data());
}

template <class S>
void TaylorExpansion<S>::evaluate(S h, S* p)
{
    const Layout& l = geometry_.layout();
    p[0] = in_[0] + h;
    for (int m = 1; m <= most_jets_; ++m) {
        sum_tops(h, m);
        for (int j = 0; j < l.unknowns; ++j) {
            if (l.d[j] < m) continue;
            const S* const jets = &in_[l.offset[j] + l.d[j] - m];
            S sum = sums_[j];
            for (int i = m; i-- > 0;) sum = jets[i] * inverse_factorials_[i] + h * sum;
            p[l.offset[j] + l.d[j] - m] = sum;
        }
    }
}

template <class S>
void TaylorExpansion<S>::evaluate_tops(S h, S* z)
{
    sum_tops(h, 0);
    std::copy_n(sums_.begin(), geometry_.layout().unknowns, z);
}

/// An argument that stays zero, or has no value here, as in a condition of a branch not taken.
template <class S>
bool TaylorExpansion<S>::tells_nothing(int kink) const
{
    using std::isfinite;
    const int column = geometry_.layout().unknowns + kink;
    if (!isfinite(row(0)[column])) return true;
    for (int n = 0; n < order_; ++n)
        if (row(n)[column] != S(0)) return false;
    return true;
}

/// An expression e with a kink at its zero keeps its sign σ while
/// |e_0| + σ e_1 t - Σ_(n>=2) |e_n| |t|^n > 0, which is concave: true up to one point. A step to
/// that point leaves a distance to the kink of the order of its square.
template <class S>
S TaylorExpansion<S>::smooth_until(S h) const
{
    using std::abs;
    const int unknowns = geometry_.layout().unknowns;
    S reach = abs(h);
    for (int i = 0; i < kinks_; ++i) {
        if (tells_nothing(i)) continue;
        const S branch = in_[geometry_.layout().size + 1 + i];
        const auto keeps_sign = [&](const S& distance) {
            const S t = distance / unit();
            S sum(0);
            for (int n = order_ - 1; n > 1; --n) sum = (sum - abs(row(n)[unknowns + i])) * t;
            if (order_ > 1) sum = (sum + branch * S(h < S(0) ? -1 : 1) * row(1)[unknowns + i]) * t;
            return abs(row(0)[unknowns + i]) + sum > S(0);
        };
        S low = reach, high = reach;
        while (low > S(0) && !keeps_sign(low)) {
            high = low;
            low /= S(16);
        }
        for (int bisections = 0; bisections < 60 && low < high; ++bisections) {
            const S middle = (low + high) / S(2);
            (keeps_sign(middle) ? low : high) = middle;
        }
        reach = low;
    }
    return reach;
}

template <class S>
void TaylorExpansion<S>::visit_state(State& state)
{
    const State::Part part(state, "series");
    state("compiled", compiled_);
    if (!compiled_) return;
    BlockOrders orders = orders_;
    visit_orders(state, orders);
    require(state, are_of_same_parts(orders, geometry_.orders()), "orders");
    if (state.restoring()) {
        orders_ = std::move(orders);
        compile_for(orders_);
    }
    visit_sized(state, "point, unit and signs", in_);
    visit_sized(state, "powers of the unit", unit_powers_);
    if (state.restoring()) fill_scalars();
    visit_below(state, "order", order_, std::size_t(max_order_) + 1);
    state("direction", direction_);
    state("floors", floors_);
    require(state, floors_.size() == std::size_t(layout_.watched), "floors");
    state("negative", negative_);
    std::vector<S> rows(memory_, memory_ + layout_.at_row(max_order_));
    visit_sized(state, "coefficients", rows);
    if (state.restoring()) std::copy(rows.begin(), rows.end(), memory_);
}

template class TaylorExpansion<double>;
template class TaylorExpansion<Quad>;

}  // namespace involute
