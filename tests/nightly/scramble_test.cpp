// SPDX-License-Identifier: Apache-2.0
// The scrambles of tests/catalogue with more seeds, on larger systems too, and all of them at once.
#include "tests/catalogue/scramble_cases.hpp"

namespace involute::testing {
namespace {

constexpr int times = 10;
constexpr std::size_t any_size = 100;

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST(Scramble, ManyRegularMatricesChangeNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { mix_equations(s, random); },
                 {.times = times, .most_equations = any_size, .skip = lost_when_mixed});
}

TEST(Scramble, ManyOrdersChangeNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { rename_and_reorder(s, random); },
                 {.times = times, .most_equations = any_size, .skip = lost_when_reordered});
}

TEST(Scramble, ManyDerivativesAddNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { add_a_derivative(s, random); },
                 {.times = times,
                  .most_equations = any_size,
                  .same_index = false,
                  .skip = lost_with_a_derivative});
}

TEST(Scramble, AllAtOnceChangeNothing)
{
    scramble_all(
        [](Scrambled& s, std::mt19937& random) {
            rename_and_reorder(s, random);
            rescale(s, std::bernoulli_distribution()(random) ? 1e6 : 1e-6);
            mix_equations(s, random);
        },
        {.times = times,
         .skip = joined(lost_in_other_units, joined(lost_when_mixed, lost_when_reordered))});
}

}  // namespace
}  // namespace involute::testing
