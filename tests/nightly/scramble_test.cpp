// SPDX-License-Identifier: Apache-2.0
// The scrambles of tests/catalogue with more seeds.
#include "tests/catalogue/scramble_cases.hpp"

namespace involute::testing {
namespace {

constexpr int times = 10;

// Further exceptions that more seeds show.
const std::vector<std::string> lost_by_some_seed{"hidden/curve_on_a_moving_frame",
                                                 "hidden/oscillator_and_chain_in_sums"};

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST(Scramble, ManyRegularMatricesChangeNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { mix_equations(s, random); },
                 {.times = times, .skip = joined(lost_when_mixed, lost_by_some_seed)});
}

TEST(Scramble, ManyOrdersChangeNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { rename_and_reorder(s, random); },
                 {.times = times, .skip = joined(lost_when_reordered, lost_by_some_seed)});
}

TEST(Scramble, AddingManyDerivativesChangesNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { add_a_derivative(s, random); },
                 {.times = times,
                  .same_index = false,
                  .skip = joined(lost_with_a_derivative, lost_by_some_seed)});
}

}  // namespace
}  // namespace involute::testing
