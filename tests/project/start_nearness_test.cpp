// SPDX-License-Identifier: Apache-2.0
// A small version of tests/nightly/starts_test.cpp.
#include <gtest/gtest.h>

#include "tests/project/start_statistics.hpp"

namespace involute::test {
namespace {

class StartNearness : public ::testing::TestWithParam<std::string> {};

TEST_P(StartNearness, IsThatOfTheBestOfManySearchesWithinAFactorOfTwo)
{
    StartTrial trial(GetParam());
    for (const double spread : {0.1, 0.5}) {
        const StartStatistics s = trial.run(spread, 10, 30, 7);
        EXPECT_EQ(s.guesses, 10);
        EXPECT_EQ(s.found + s.refused, 10);
        EXPECT_EQ(s.wrong, 0) << spread;
        EXPECT_EQ(s.far, 0) << spread << ": farther than the best by " << s.worst;
        // All of these mechanisms can be put together near any guess.
        EXPECT_EQ(s.refused, 0) << spread;
    }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, StartNearness, ::testing::ValuesIn(mechanisms),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace involute::test
