// SPDX-License-Identifier: Apache-2.0
// Rows of the constraints that depend on each other along the whole solution: on a circular Kepler
// orbit the gradients of energy and angular momentum are parallel.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace involute::test {
namespace {

const std::string kepler =
    "var x, y\n"
    "x'' = -x/(x^2 + y^2)^(3/2)\n"
    "y'' = -y/(x^2 + y^2)^(3/2)\n";
const std::string circular = "start x = 1, y = 0, x' = 0, y' = 1\n";

/// x = cos t, y = sin t: radius, speed and period of the orbit with E = -1/2, L = 1.
void expect_circle(const std::string& text, const SolveOptions& options, double tolerance)
{
    const Solution solution = solve(read_system(text), options);
    ASSERT_EQ(solution.code, Outcome::finished) << solution.reason;
    EXPECT_EQ(solution.end, 50);
    EXPECT_NEAR(end_value(solution, "x"), std::cos(50), tolerance);
    EXPECT_NEAR(end_value(solution, "y"), std::sin(50), tolerance);
    EXPECT_NEAR(end_value(solution, "x'"), -std::sin(50), tolerance);
    EXPECT_NEAR(end_value(solution, "y'"), std::cos(50), tolerance);
}

const std::string free_invariants =
    "invariant E = (x'^2 + y'^2)/2 - 1/sqrt(x^2 + y^2)\n"
    "invariant L = x*y' - y*x'\n";
const std::string prescribed_invariants =
    "invariant E: (x'^2 + y'^2)/2 - 1/sqrt(x^2 + y^2) = -1/2\n"
    "invariant L: x*y' - y*x' = 1\n";

// Errors stay at a hundredth of the tolerance a step; over eight turns the phase collects hundreds.
constexpr double allowed = 100;

TEST(CircularKepler, KeepsEnergyAndMomentumThatDependOnEachOther)
{
    for (const double rtol : {1e-6, 1e-8, 1e-10})
        expect_circle(kepler + circular + free_invariants,
                      {.to = 50, .rtol = rtol, .atol = rtol / 100}, allowed * rtol);
}

TEST(CircularKepler, ReachesPrescribedValuesThatDependOnEachOther)
{
    for (const double rtol : {1e-6, 1e-8, 1e-10})
        expect_circle(kepler + circular + prescribed_invariants,
                      {.to = 50, .rtol = rtol, .atol = rtol / 100}, allowed * rtol);
}

TEST(CircularKepler, InQuadruplePrecision)
{
    SolveOptions options{.to = 50, .rtol = 1e-14, .atol = 1e-16};
    options.precision = Precision::quad;
    options.method = "taylor";
    expect_circle(kepler + circular + prescribed_invariants, options, 1e-11);
}

}  // namespace
}  // namespace involute::test
