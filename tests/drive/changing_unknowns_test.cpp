// SPDX-License-Identifier: Apache-2.0
// A pendulum in unknowns that turn with time, x = Q(t) w with Q(t) regular and Q(0) = 1. Equations
// are combined with factors that vanish on the way, here where cos(1.15 t) = 0 and in the lowest
// point, where the pendulum itself is as regular as anywhere. Let go in horizontal position it
// hangs down at t = K and is horizontal again, at rest, at t = 2 K, with K the complete elliptic
// integral for the modulus 1/sqrt(2), Γ(1/4)²/(4 sqrt(π)) = 1.85407...
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace involute::test {
namespace {

const double quarter = std::pow(std::tgamma(0.25), 2) / (4 * std::sqrt(std::numbers::pi));

// q = (x, y, x', y', lambda)
const std::string equations = R"(
q1' = q3
q2' = q4
q3' = -q5*q1
q4' = -q5*q2 - 1
q1^2 + q2^2 = 1
start w1 = 1, w2 = 0, w3 = 0
guess w4 = 0, w5 = 0
)";

const std::string head = R"(
var w1, w2, w3, w4, w5
let c = cos(1.15*t)
let s = sin(1.15*t)
)";

SolveOptions to(double end)
{
    SolveOptions options;
    options.to = end;
    return options;
}

TEST(ChangingUnknowns, PositionsAndVelocitiesTurnedIntoEachOther)
{
    const System system = read_system(head + R"(
let a = c*w1 - s*w4
let b = s*w1 + c*w4
let q1 = c*a - s*w2
let q2 = s*a + c*w2
let q3 = s*b + c*w3
let q4 = c*b - s*w3
let q5 = w5
)" + equations);
    const Solution run = solve(system, to(2 * quarter));
    ASSERT_EQ(run.status, RunStatus::finished) << run.reason;
    // x = -1 and y = x' = y' = 0: a = -c, w2 = s, b = 0.
    const double c = std::cos(2.3 * quarter), s = std::sin(2.3 * quarter);
    EXPECT_NEAR(end_value(run, "w1"), -c * c, 1e-7);
    EXPECT_NEAR(end_value(run, "w2"), s, 1e-7);
    EXPECT_NEAR(end_value(run, "w3"), 0, 1e-7);
    EXPECT_NEAR(end_value(run, "w4"), s * c, 1e-7);
    EXPECT_NEAR(end_value(run, "w5"), 0, 1e-7);
    const Analysis analysis = analyze(system);
    EXPECT_EQ(analysis.index, 3);
    EXPECT_EQ(analysis.dimension, 2);
}

}  // namespace
}  // namespace involute::test
