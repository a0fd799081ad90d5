// SPDX-License-Identifier: Apache-2.0
// J of a large system, factored by loops over lists where a small one is eliminated by code of its
// own (elimination.hpp): such code is as long as the elimination, and a processor fetches code far
// more slowly than lists. Order and pivots are the same.
#pragma once

#include <vector>

#include "involute/geometry/completed_system.hpp"
#include "involute/geometry/elimination_plan.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute {

/// Whether J is large and does not depend on the tops, so that they are found by one solve.
bool is_for_lists(const CompletedSystem& completed);

template <class S>
class ListedElimination {
public:
    ListedElimination(const CompletedSystem& completed, const BlockOrders& orders);

    /// entries: in the order of completed.jacobian. False: a pivot is zero or not finite.
    bool factor(const S* entries);
    /// In order of elimination.
    const std::vector<S>& pivots() const { return pivots_; }
    /// b := J⁻¹ b.
    void solve(S* b);

private:
    EliminationPlan plan_;
    std::vector<int> slots_;  // by entry
    std::vector<S> values_, inverses_, pivots_, ones_, work_;
};

extern template class ListedElimination<double>;
extern template class ListedElimination<Quad>;

}  // namespace involute
