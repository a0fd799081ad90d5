// SPDX-License-Identifier: Apache-2.0
// An order of elimination as what is remembered between steps.
#pragma once

#include <algorithm>

#include "involute/base/state.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute {

inline void visit_orders(State& state, BlockOrders& orders)
{
    state.list("orders", orders, [&](PivotOrder& order) {
        state("rows", order.rows);
        state("columns", order.columns);
        state("odd", order.negative);
    });
}

/// Whether one is the other in another order, block by block.
inline bool are_of_same_parts(const BlockOrders& a, const BlockOrders& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const PivotOrder& one, const PivotOrder& other) {
                          return std::ranges::is_permutation(one.rows, other.rows) &&
                                 std::ranges::is_permutation(one.columns, other.columns);
                      });
}

inline bool are_equal(const BlockOrders& a, const BlockOrders& b)
{
    const auto same = [](const PivotOrder& one, const PivotOrder& other) {
        return one.rows == other.rows && one.columns == other.columns;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace involute
