// SPDX-License-Identifier: Apache-2.0
// What a geometry remembers of the points it was asked about.
#include "involute/base/state_limits.hpp"
#include "involute/geometry/geometry.hpp"
#include "involute/geometry/orders_state.hpp"

namespace involute {

/// The order itself, not only the place it was chosen at: parameters may have had other values
/// there.
template <class S>
void Geometry<S>::visit_state(State& state)
{
    const State::Part part(state, "geometry");
    BlockOrders orders = orders_;
    std::vector<S> order_point = order_point_;
    visit_orders(state, orders);
    if (!orders_.empty()) require(state, are_of_same_parts(orders, orders_), "orders");
    visit_list(state, "order chosen at", order_point, std::size_t(layout().size));
    require(state, orders.empty() || !order_point.empty(), "order chosen at");
    if (!orders.empty() && !are_equal(orders, orders_)) {
        orders_ = std::move(orders);
        compile(order_point.data());
    }
    if (!order_point.empty()) order_point_ = std::move(order_point);
    state("order is old", order_is_old_);
    for (Reference* reference : {&field_reference_, &sweep_reference_}) {
        visit_sized(state, "floors", reference->floors);
        visit_sized(state, "inverses", reference->inverses);
    }
    state("negative field", field_negative_);
    state("negative sweep", sweep_negative_);
    state("unit of det J", unit_);
    state("fields", counts.fields);
    state("sweeps", counts.sweeps);
    state("jacobians", counts.jacobians);
    state("factorizations", counts.factorizations);
    state("fallbacks", counts.fallbacks);
    state("repivots", counts.repivots);
    state("fallbacks at order", fallbacks_at_order_);
    state("lowest det J", seen.lowest);
    state("last det J", seen.last);
    state("x of last det J", seen.x);
    visit_sized(state, "invariants", invariant_values_);
}

template <class S>
typename Geometry<S>::Memory Geometry<S>::memory() const
{
    return {.orders = orders_,
            .order_point = order_point_,
            .field = field_reference_,
            .sweep = sweep_reference_,
            .order_is_old = order_is_old_,
            .field_negative = field_negative_,
            .sweep_negative = sweep_negative_,
            .unit = unit_,
            .counts = counts,
            .fallbacks_at_order = fallbacks_at_order_,
            .seen = seen,
            .invariant_values = invariant_values_};
}

template <class S>
void Geometry<S>::put_back(const Memory& memory)
{
    if (!memory.orders.empty()) {
        if (!are_equal(memory.orders, orders_)) {
            orders_ = memory.orders;
            compile(memory.order_point.data());
        }
        order_point_ = memory.order_point;
        field_reference_ = memory.field;
        sweep_reference_ = memory.sweep;
        field_negative_ = memory.field_negative;
        sweep_negative_ = memory.sweep_negative;
    }
    order_is_old_ = memory.order_is_old;
    unit_ = memory.unit;
    counts = memory.counts;
    fallbacks_at_order_ = memory.fallbacks_at_order;
    seen = memory.seen;
    invariant_values_ = memory.invariant_values;
}

template Geometry<double>::Memory Geometry<double>::memory() const;
template void Geometry<double>::put_back(const Memory&);
template Geometry<Quad>::Memory Geometry<Quad>::memory() const;
template void Geometry<Quad>::put_back(const Memory&);
template void Geometry<double>::visit_state(State&);
template void Geometry<Quad>::visit_state(State&);

}  // namespace involute
