// SPDX-License-Identifier: Apache-2.0
// The law of units on a few models; tests/nightly has all.
#include "tests/laws/units.hpp"

namespace involute::testing {
namespace {

class Units : public ::testing::TestWithParam<const char*> {};

TEST_P(Units, OfOneUnknownDoNotMatter)
{
    const System system = model(GetParam());
    for (const double factor : {1e6, 1e-6})
        for (int j = 0; j < system.unknowns(); ++j)
            EXPECT_EQ(differs_in_other_units(system, {j, factor}), "")
                << system.names.unknowns[std::size_t(j)] << " times " << factor;
}

INSTANTIATE_TEST_SUITE_P(Models, Units,
                         ::testing::Values("pendulum", "kepler", "van_der_pol", "robertson_dae",
                                           "hires", "henon_heiles"));

}  // namespace
}  // namespace involute::testing
