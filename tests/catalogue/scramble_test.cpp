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

// The difference of the outer cranks, x*(cos(phi) - 1) + y*sin(phi) = 0, twice differentiated at
// phi = phi' = 0 is y*phi'' = 0. Searches that begin with random numbers end where y = 0 and
// phi'' = 0 cross; beside it the equations of this mixture have more rank than on either set.
TEST(Scramble, AMixtureHasTheConstraintsOfItsSolutionsNotOfPlacesWhereSetsCross)
{
    for (const Case& c : scrambled_cases(8)) {
        if (c.name != "redundant/three_parallel_cranks") continue;
        for (const unsigned matrix : {2, 4}) {
            std::mt19937 random(7919 * matrix + 1);
            Scrambled s = unscrambled(c.system);
            mix_equations(s, random);
            const Analysis found = analyze(s.system);
            EXPECT_EQ(found.status, Verdict::complete) << matrix << found.message;
            EXPECT_EQ(found.dimension, 2) << matrix;
        }
    }
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
