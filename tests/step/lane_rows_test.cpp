// SPDX-License-Identifier: Apache-2.0
#include "involute/step/lane_rows.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "involute/step/lanes.hpp"

namespace involute {
namespace {

constexpr std::int64_t marked = -1;

// Two pivots of four lanes, with floors 1 and 2: above, below, one of them on either side of zero,
// and one that is no number.
TEST(LaneRows, TellsOfEachLaneWhetherItsPivotsKeptTheirSizesAndTheirSigns)
{
    if (Lanes::most() < 4) GTEST_SKIP() << "no lanes here";
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> least{1, -5, -3, 1, /**/ 2, -3, 2, nan};
    const std::vector<double> greatest{4, -1, 3, 2, /**/ 2, -2, 9, 5};
    const std::vector<double> floors{1, 1, 1, 1, /**/ 2, 2, 2, 2};
    LaneFlags good(4), negative(4);
    judge_pivots(4, {least.data(), greatest.data(), floors.data(), 2}, good, negative);
    EXPECT_EQ(good, (LaneFlags{marked, marked, 0, 0}));
    EXPECT_EQ(negative[0], 0);
    EXPECT_EQ(negative[1], 0);  // two of them: the sign of the product has not changed
    judge_pivots(4, {least.data(), greatest.data(), floors.data(), 1}, good, negative);
    EXPECT_EQ(negative[1], marked);
    judge_pivots(4, {nullptr, nullptr, nullptr, 0}, good, negative);
    EXPECT_EQ(good, LaneFlags(4, marked));
}

TEST(LaneRows, TakesTheNumbersOfMarkedLanesAlone)
{
    if (Lanes::most() < 4) GTEST_SKIP() << "no lanes here";
    for (int lanes = 4; lanes <= Lanes::most(); lanes += 4) {
        std::vector<double> from, to(std::size_t(3 * lanes), 0.5), expected = to;
        LaneFlags which(std::size_t(lanes), 0);
        for (int k = 0; k < 3 * lanes; ++k) from.push_back(k);
        for (int lane = 0; lane < lanes; lane += 3) {
            which[std::size_t(lane)] = marked;
            for (int row = 0; row < 3; ++row)
                expected[std::size_t(row * lanes + lane)] = row * lanes + lane;
        }
        take_lanes(lanes, which, from.data(), to.data(), 3);
        EXPECT_EQ(to, expected);
    }
}

}  // namespace
}  // namespace involute
