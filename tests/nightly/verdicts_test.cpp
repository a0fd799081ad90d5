// SPDX-License-Identifier: Apache-2.0
// The laws of tests/verdicts with more systems, of other seeds.
#include "tests/verdicts/circuit_laws.hpp"
#include "tests/verdicts/manufactured_laws.hpp"
#include "tests/verdicts/pencil_laws.hpp"

namespace involute::testing {
namespace {

constexpr unsigned others = 500;

template <class Law>
void expect_law_of(const Law& law, int count)
{
    expect_right_verdicts(law.name, maker(law), law.first_seed + others, count);
}

class ManyManufactured : public ::testing::TestWithParam<ManufacturedLaw> {};
TEST_P(ManyManufactured, HaveTheVerdictsTheyWereMadeFor)
{
    expect_law_of(GetParam(), 106);  // 2,226 in all
}
INSTANTIATE_TEST_SUITE_P(Verdicts, ManyManufactured, ::testing::ValuesIn(manufactured_laws),
                         [](const auto& law) { return law.param.name; });

class ManyPencils : public ::testing::TestWithParam<PencilLaw> {};
TEST_P(ManyPencils, HaveTheVerdictsOfTheirCanonicalForms)
{
    expect_law_of(GetParam(), 230);  // 2,070 in all
}
INSTANTIATE_TEST_SUITE_P(Verdicts, ManyPencils, ::testing::ValuesIn(pencil_laws),
                         [](const auto& law) { return law.param.name; });

class ManyCircuits : public ::testing::TestWithParam<CircuitLaw> {};
TEST_P(ManyCircuits, HaveTheVerdictsOfTheirPencils)
{
    expect_law_of(GetParam(), 200);
}
INSTANTIATE_TEST_SUITE_P(Verdicts, ManyCircuits, ::testing::ValuesIn(circuit_laws),
                         [](const auto& law) { return law.param.name; });

}  // namespace
}  // namespace involute::testing
