// SPDX-License-Identifier: Apache-2.0
// Two hundred guesses at 10 % and at 50 % of scale around each mechanism: the start found is no
// farther than twice the nearest of a thousand local searches, or refused with a reason.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/project/start_statistics.hpp"

namespace involute::test {
namespace {

class StartStatisticsTest : public ::testing::TestWithParam<std::tuple<std::string, double>> {};

TEST_P(StartStatisticsTest, HoldForTwoHundredGuesses)
{
    const auto& [name, spread] = GetParam();
    const StartStatistics s = StartTrial(name).run(spread, 200, 1000, 1);
    std::cout << name << " at " << spread << ": " << s.found << " found, " << s.refused
              << " refused, at most " << s.worst << " times as far as the best\n";
    EXPECT_EQ(s.found + s.refused, 200);
    EXPECT_EQ(s.wrong, 0);
    EXPECT_EQ(s.far, 0);
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, StartStatisticsTest,
                         ::testing::Combine(::testing::ValuesIn(mechanisms),
                                            ::testing::Values(0.1, 0.5)),
                         [](const auto& test) {
                             return std::get<0>(test.param) +
                                    (std::get<1>(test.param) < 0.3 ? "_10" : "_50");
                         });

}  // namespace
}  // namespace involute::test
