// SPDX-License-Identifier: Apache-2.0
// Results do not depend on how a system is written. The long version is
// tests/nightly/scramble_test.cpp.
#include "tests/catalogue/scramble_cases.hpp"

namespace involute::testing {
namespace {

TEST(Scramble, MixingEquationsByARegularMatrixChangesNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { mix_equations(s, random); },
                 {.skip = lost_when_mixed});
}

TEST(Scramble, NewNamesAndANewOrderChangeNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { rename_and_reorder(s, random); },
                 {.skip = lost_when_reordered});
}

TEST(Scramble, LargeUnitsChangeNothing)
{
    scramble_all([](Scrambled& s, std::mt19937&) { rescale(s, 1e6); },
                 {.skip = lost_in_small_numbers});
}

TEST(Scramble, SmallUnitsChangeNothing)
{
    scramble_all([](Scrambled& s, std::mt19937&) { rescale(s, 1e-6); },
                 {.skip = lost_in_large_numbers});
}

TEST(Scramble, AUnitForEachUnknownChangesNothing)
{
    scramble_all([](Scrambled& s, std::mt19937& random) { rescale_each(s, random); },
                 {.skip = lost_in_units});
}

TEST(Scramble, AddingTheDerivativeOfAnEquationChangesNothing)
{
    // It may spare a differentiation, so the index may become smaller.
    scramble_all([](Scrambled& s, std::mt19937& random) { add_a_derivative(s, random); },
                 {.same_index = false, .skip = lost_with_a_derivative});
}

}  // namespace
}  // namespace involute::testing
