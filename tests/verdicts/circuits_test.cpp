// SPDX-License-Identifier: Apache-2.0
// Random circuits, with sources or made for a solution.
#include "tests/verdicts/circuit_laws.hpp"

namespace involute::testing {
namespace {

class Circuits : public ::testing::TestWithParam<CircuitLaw> {};

TEST_P(Circuits, HaveTheVerdictOfTheirPencil)
{
    expect_right_verdicts(GetParam().name, maker(GetParam()), GetParam().first_seed, 20);
}

INSTANTIATE_TEST_SUITE_P(Verdicts, Circuits, ::testing::ValuesIn(circuit_laws),
                         [](const auto& law) { return law.param.name; });

}  // namespace
}  // namespace involute::testing
