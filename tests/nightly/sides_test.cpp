// SPDX-License-Identifier: Apache-2.0
// The law of tests/laws/sides_test.cpp with more systems.
#include "tests/laws/sides.hpp"

namespace involute::testing {
namespace {

/// A start exactly on a switch of the state may be called singular, and the first step beyond a
/// switch be refused by the certificate: one of a thousand may stay open.
TEST(TwoSides, OfManySwitchesAreFollowed)
{
    std::string words, open;
    int unfinished = 0;
    for (unsigned seed = 10'000; seed < 15'000; ++seed) {
        if (follows_both_sides(seed, words)) continue;
        ++unfinished;
        open += words;
    }
    EXPECT_LE(unfinished, 5) << open;
}

}  // namespace
}  // namespace involute::testing
