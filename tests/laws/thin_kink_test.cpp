// SPDX-License-Identifier: Apache-2.0
// No passage of a switch of the state is stepped over. More of them:
// tests/nightly/thin_kink_test.cpp.
#include "tests/laws/thin_kinks.hpp"

namespace involute::testing {
namespace {

TEST(ThinKink, IsNeverMissed)
{
    for (unsigned k = 0; k < 200; ++k)
        expect_no_thin_kink_missed(1 + k, thin_kink_tolerances[k / 4 % 4]);
}

// Implicit steps of a stiff equation are as long as its slow solution allows, and what lies between
// their ends is known by a rough polynomial only. x = cos(t) is above 0.999 for acos(0.999) on
// either side of each turn; the last one before 20 is the third.
TEST(ThinKink, WithinLongImplicitStepsIsNotMissed)
{
    for (const double stiffness : {10.0, 1e3, 1e5})
        for (const double rtol : {1e-5, 1e-6, 1e-8, 1e-10})
            for (const char* method : {"auto", "radau", "radau5"}) {
                SolveOptions options{.to = 20, .rtol = rtol, .atol = rtol};
                options.method = method;
                const Solution run =
                    solve(read_system("var x, y\nx' = " + std::to_string(-stiffness) +
                                      "*(x - cos(t)) - sin(t)\ny' = if(x > 0.999, 1, 0)\n"
                                      "start x = 1, y = 0\n"),
                          options);
                ASSERT_EQ(run.code, Outcome::finished) << run.reason;
                EXPECT_NEAR(end_value(run, "y"), 7 * std::acos(0.999), 0.02)
                    << stiffness << method << rtol;
            }
}

}  // namespace
}  // namespace involute::testing
