// SPDX-License-Identifier: Apache-2.0
// Sums, functions of the model, arrays of three indices and the younger functions, solved: values
// from closed forms. Rows are confirmed by walking the text, so both readers understand them.
#include <cmath>
#include <numbers>

#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

constexpr const char* text = R"(
    param n = 3
    var x, y, s, q[1..2, 1..2, 1..2]
    function pair(a, b) = erf(a) - asinh(b)
    let speed = x'^2 + y
    for i in 1..2 { let d[i] = i*x }
    x' = exp(-t^2)
    y' = pair(t, 0)
    s = sum(k in 1..n: x^k) + max(0, -1, log10(10 + t), acosh(1))
    for i in 1..2 { for j in 1..2 { for k in 1..2 { q[i, j, k]' = i*j*k; start q[i, j, k] = 0 } } }
    start x = 0, y = 0
    solve to 2
)";

TEST(Language, IsSolvedAsItIsWritten)
{
    const double x = std::sqrt(std::numbers::pi) / 2 * std::erf(2.0);
    const double y = 2 * std::erf(2.0) + (std::exp(-4.0) - 1) / std::sqrt(std::numbers::pi);
    for (const char* method : {"dop853", "taylor", "radau"}) {
        SolveOptions options{.method = method};
        options.columns = {"x", "y", "s", "speed", "d[2]", "q[2,2,2]", "atanh(x/2)"};
        const Solution run = solve(read_system(text), options);
        ASSERT_TRUE(succeeded(run)) << run.reason;
        EXPECT_NEAR(end_value(run, "x"), x, 1e-9) << method;
        EXPECT_NEAR(end_value(run, "y"), y, 1e-9) << method;
        EXPECT_NEAR(end_value(run, "s"), x + x * x + x * x * x + std::log10(12), 1e-8) << method;
        EXPECT_NEAR(end_value(run, "speed"), std::exp(-8.0) + y, 1e-9) << method;
        EXPECT_NEAR(end_value(run, "d[2]"), 2 * x, 1e-8) << method;
        EXPECT_NEAR(end_value(run, "q[2,2,2]"), 16, 1e-8) << method;
        EXPECT_NEAR(end_value(run, "atanh(x/2)"), std::atanh(x / 2), 1e-8) << method;
    }
}

}  // namespace
}  // namespace involute::testing
