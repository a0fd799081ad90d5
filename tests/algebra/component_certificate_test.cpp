// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "tests/algebra/support.hpp"

namespace involute::test {
namespace {

// A bead on two crossing wires, x = y and x = -y, falls along the first: x = y = 1 - t^2/4. At
// t = 2 the wires cross, and the author's multiplier lambda = 1/(4 x) is infinite.
const std::string wires = R"(
var x, y, lambda
x'' + 2*lambda*x = 0
y'' - 2*lambda*y + 1 = 0
x^2 - y^2 = 0
start x = 1, x' = 0
guess y = 1
)";

TEST(OnAComponent, RowsAreCheckedAgainstTheEquationsAsWritten)
{
    NEEDS_SINGULAR();
    const System system = read_system(wires);
    SolveOptions options{.to = 3.0};
    options.sampling.points = 301;
    const Solution run = solve(system, options);
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_EQ(run.route, Route::algebraic);
    ASSERT_EQ(run.rows.size(), 301u);
    EXPECT_NEAR(run.rows.back()[1], 1 - 9.0 / 4, 1e-8);
    EXPECT_LE(run.residual, 1e-12);
    bool is_the_authors = false;
    for (const Equation& equation : system.equations)
        is_the_authors |= run.residual_equation.find(equation.text) != std::string::npos;
    EXPECT_TRUE(is_the_authors) << run.residual_equation;
}

}  // namespace
}  // namespace involute::test
