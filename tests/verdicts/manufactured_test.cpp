// SPDX-License-Identifier: Apache-2.0
// Systems made for a solution, of index 1 to 6, in nineteen forms. The long version is
// tests/nightly/verdicts_test.cpp.
#include "tests/verdicts/manufactured_laws.hpp"

namespace involute::testing {
namespace {

class Manufacture : public ::testing::TestWithParam<ManufacturedLaw> {};

TEST_P(Manufacture, HasTheVerdictItWasMadeFor)
{
    expect_right_verdicts(GetParam().name, maker(GetParam()), GetParam().first_seed, 8);
}

INSTANTIATE_TEST_SUITE_P(Verdicts, Manufacture, ::testing::ValuesIn(manufactured_laws),
                         [](const auto& law) { return law.param.name; });

}  // namespace
}  // namespace involute::testing
