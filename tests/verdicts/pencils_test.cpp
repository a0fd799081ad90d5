// SPDX-License-Identifier: Apache-2.0
// Linear systems with constant coefficients, made from Kronecker's canonical form.
#include "tests/verdicts/pencil_laws.hpp"

namespace involute::testing {
namespace {

class Pencils : public ::testing::TestWithParam<PencilLaw> {};

TEST_P(Pencils, HaveTheVerdictOfTheirCanonicalForm)
{
    expect_right_verdicts(GetParam().name, maker(GetParam()), GetParam().first_seed, 12);
}

INSTANTIATE_TEST_SUITE_P(Verdicts, Pencils, ::testing::ValuesIn(pencil_laws),
                         [](const auto& law) { return law.param.name; });

}  // namespace
}  // namespace involute::testing
