// SPDX-License-Identifier: Apache-2.0
// The orders of every method along a path of length 2 on the surface in R^5, every stage projected
// orthogonally as in the papers: up to 1024 steps in quad precision.
#include <gtest/gtest.h>

#include "papers/measure_orders.hpp"

namespace involute::papers {
namespace {

TEST(OrdersWithOrthogonalProjections, OfEveryMethodAreAsClaimedAlongAPath)
{
    for (const MeasuredOrder& found : measure_orders())
        EXPECT_NEAR(found.global_order, found.order, 0.2)
            << found.method << ", last error " << found.global_errors.back();
}

}  // namespace
}  // namespace involute::papers
