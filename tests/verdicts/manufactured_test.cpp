// SPDX-License-Identifier: Apache-2.0
// Systems made for a solution, of index 1 to 6, in twenty-one forms. The long version is
// tests/nightly/verdicts_test.cpp.
#include "tests/verdicts/manufactured_laws.hpp"

namespace involute::testing {
namespace {

class Manufacture : public ::testing::TestWithParam<ManufacturedLaw> {};

TEST_P(Manufacture, HasTheVerdictItWasMadeFor)
{
    expect_right_verdicts(GetParam().name, maker(GetParam()), GetParam().first_seed, 10);
}

// What equations say does not depend on how accurately they are to be solved.
TEST_P(Manufacture, HasOneVerdictAtAllTolerances)
{
    for (unsigned seed = GetParam().first_seed; seed < GetParam().first_seed + 3; ++seed) {
        const KnownSystem known = maker(GetParam())(seed);
        const System system = read_system(known.text);
        std::optional<Analysis> first;
        for (const double rtol : {1e-8, 1e-4, 1e-11}) {
            SolveOptions options;
            options.rtol = rtol;
            options.atol = rtol * (SolveOptions{}.atol / SolveOptions{}.rtol);
            const Analysis found = analyze(system, options);
            if (!first) first = found;
            EXPECT_EQ(found.status, first->status) << rtol << "\n" << known.text;
            EXPECT_EQ(found.code, first->code) << rtol << "\n" << known.text;
            EXPECT_EQ(found.dimension, first->dimension) << rtol << "\n" << known.text;
            EXPECT_EQ(found.index, first->index) << rtol << "\n" << known.text;
            EXPECT_EQ(found.free, first->free) << rtol << "\n" << known.text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Verdicts, Manufacture, ::testing::ValuesIn(manufactured_laws),
                         [](const auto& law) { return law.param.name; });

}  // namespace
}  // namespace involute::testing
