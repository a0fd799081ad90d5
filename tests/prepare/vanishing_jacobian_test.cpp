// SPDX-License-Identifier: Apache-2.0
// J that is regular beside the solutions and singular on them. A chain x1 = sin(t), x2 = x1', ..,
// x6 = x5' with an oscillator has index 6 and two free values; row operations with functions of
// the state as factors change neither, but make J regular wherever the equations do not hold.
#include "involute/prepare/vanishing_jacobian.hpp"

#include <gtest/gtest.h>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "involute/project/start.hpp"

namespace involute::test {
namespace {

const std::string chain_in_changing_sums = R"(
var x1, x2, x3, x4, x5, x6, u, w
let r0 = (x1' - x2) + x4*(w' + u)
let r1 = (x1 - sin(t)) + w*(x3' - x4)
let r2 = (w' + u) + cos(x4)*(x4' - x5)
let r3 = r2 + x1*r0
let r4 = r3 + cos(x2)*(x3' - x4)
let r5 = r0 + cos(u)*(x3' - x4)
let r6 = (x5' - x6) + x2*w*r5
let r7 = (x2' - x3) + x2*(x4' - x5)
let r8 = (x3' - x4) + sin(w)*r5
let r9 = r6 + u*x3*(u' - w)
let r10 = r5 + x6*(x4' - x5)
let r11 = r8 + sin(x3)*r7
let r12 = r10 + x4*x6*(u' - w)
let r13 = r1 + sin(x6)*r7
let r14 = r13 + sin(x5)*r11
let r15 = (u' - w) + u*x2*r12
let r16 = r14 + cos(x3)*r12
let r17 = r16 + u*x6*r15
r9 = 0
r17 = 0
r15 = 0
x4' - x5 = 0
r12 = 0
r4 = 0
r7 = 0
r11 = 0
start u = 0.5, w = 0.2
solve to 1
)";

const std::string pendulum = R"(
var x, y, lambda
x'' = -lambda*x
y'' = -lambda*y - 1
x^2 + y^2 = 1
start y = 0, y' = 0
guess x = 1
)";

/// Whether J of the structural route looks regular at the start, and whether it vanishes on M.
struct Judged {
    bool looks_regular = false, vanishes = false;
};

Judged judged(const std::string& text)
{
    System system = read_system(text);
    Structure structure = find_structure(system);
    Geometry<double> geometry(make_completed(std::move(system), std::move(structure)), false);
    const Scale scale{1e-2};
    const Start<double> start = consistent_start(geometry, scale);
    if (start.outcome != Outcome::complete) return {};
    return {true, vanishes_on_manifold(geometry, start.p, start.z, scale)};
}

TEST(VanishingJacobian, IsToldFromARegularMatrix)
{
    const Judged chain = judged(chain_in_changing_sums);
    EXPECT_TRUE(chain.looks_regular);
    EXPECT_TRUE(chain.vanishes);
    const Judged regular = judged(pendulum);
    EXPECT_TRUE(regular.looks_regular);
    EXPECT_FALSE(regular.vanishes);
}

TEST(VanishingJacobian, DoesNotDecideAboutIndexAndDimension)
{
    const System system = read_system(chain_in_changing_sums);
    const Analysis analysis = analyze(system);
    EXPECT_EQ(analysis.status, Verdict::complete);
    EXPECT_EQ(analysis.index, 6);
    EXPECT_EQ(analysis.dimension, 2);
    const Solution solution = solve(system);
    ASSERT_EQ(solution.status, RunStatus::finished) << solution.reason;
    EXPECT_NEAR(end_value(solution, "x6"), std::cos(1.0), 1e-7);  // the fifth derivative of sin
    EXPECT_NEAR(end_value(solution, "u"), 0.5 * std::cos(1.0) + 0.2 * std::sin(1.0), 1e-7);
}

}  // namespace
}  // namespace involute::test
