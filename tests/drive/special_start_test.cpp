// SPDX-License-Identifier: Apache-2.0
// Starts at special points: what is zero, tiny, huge or at rest there is no reason to refuse one.
#include <cmath>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

Solution solved(const std::string& text, double to)
{
    SolveOptions options{.to = to};
    options.sampling.only_end = true;
    return solve(read_system(text), options);
}

/// r'' = 24 (2/r^13 - 1/r^7) from 1000 at speed -1: the force, 2.4e-20, is far below round-off of
/// the velocity, so that the motion is uniform.
void expect_uniform(const std::string& text, const std::string& distance)
{
    const Solution run = solved(text, 100);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, distance), 900, 1e-9) << text;
}

TEST(ALennardJonesPair, StartsFarApartInEveryForm)
{
    const std::string force = "24*(2/r^13 - 1/r^7)";
    expect_uniform("var r, v\nr' = v\nv' = " + force + "\nstart r = 1000, v = -1\n", "r");
    expect_uniform("var r\nr'' = " + force + "\nstart r = 1000, r' = -1\n", "r");
    const std::string pair = "start x1 = 0, x2 = 1000, x1' = 0, x2' = -1\n";
    expect_uniform("var x1, x2, r, F\nx1'' = -F\nx2'' = F\nr = x2 - x1\nF = " + force + "\n" + pair,
                   "r");
    expect_uniform(
        "var x1, x2, y1, y2, r, F\nx1'' = -F*(x2 - x1)/r\nx2'' = F*(x2 - x1)/r\n"
        "y1'' = -F*(y2 - y1)/r\ny2'' = F*(y2 - y1)/r\n"
        "r = sqrt((x2 - x1)^2 + (y2 - y1)^2)\nF = " +
            force + "\n" + pair + "start y1 = 0, y2 = 0, y1' = 0, y2' = 0\n",
        "r");
}

// A capacitor behind a diode at 5 volts: its first current is 1e-14 (exp(200) - 1) = 7e72, and the
// matrix of the equations has entries of 3e74. In the end v/1000 is the current.
TEST(AStart, MayHaveEntriesOfAllSizes)
{
    const Solution run = solved(
        "var u, v, i\nu = 5\ni = 1e-14*(exp((u - v)/0.025) - 1)\n1e-6*v' + v/1000 = i\n"
        "start v = 0\n",
        0.1);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    double v = 4.3;
    for (int k = 0; k < 50; ++k) {
        const double current = 1e-14 * std::exp((5 - v) / 0.025);
        v += (current - 1e-14 - v / 1000) / (current / 0.025 + 1e-3);
    }
    EXPECT_NEAR(end_value(run, "v"), v, 1e-7);
}

// Index 5, equations mixed by numbers, solutions that begin at 0. What rounding left of one of them
// is no factor to judge others by: x6*x6'' would make x6'' as large as 1e17.
TEST(AStart, DoesNotFollowFromWhatRoundingLeftOfZero)
{
    for (const char* x6 : {"0", "6.3e-18", "-1e-17"}) {
        const Solution run = solved(R"(var x1, x2, x3, x4, x5, x6
let X1 = (-0.386)*sin(1.41*t) + (-0.32)*t^2
let X2 = (-0.573)*sin(1.28*t) + 0.242*t^2
let X3 = 0.584*sin(1.05*t) + (-0.46)*t^2
let X4 = 0.497*sin(1.43*t) + (-0.429)*t^2
let X5 = 0.582*sin(1.27*t) + (-0.322)*t^2
let X6 = 0.887*sin(0.562*t) + (-0.294)*t^2
let f7 = x1' - (1 + 0.5*cos(t))*x2 + (-0.393)*sin(x1) - (X1' - (1 + 0.5*cos(t))*X2 + (-0.393)*sin(X1))
let f8 = x2' - 1*x3 + 0.352*x2*x6 - (X2' - 1*X3 + 0.352*X2*X6)
let f9 = x3' - 1*x4 + (-0.215)*x3 - (X3' - 1*X4 + (-0.215)*X3)
let f10 = x4' - (1 + x2^2)*x5 + 0.37*sin(x4) - (X4' - (1 + X2^2)*X5 + 0.37*sin(X4))
let f11 = x1 + 0.245*x6*x6 - (X1 + 0.245*X6*X6)
let f12 = x6' + 0.634*x6 + 0.257*sin(x1) - (X6' + 0.634*X6 + 0.257*sin(X1))
let g13 = f9 + 1*f10
let g14 = f7 + 1*f8
let g15 = g13 + (-2)*g14
let g16 = g15 + 3*g14
let g17 = g14 + (-3)*f12
let g18 = g16 + (-3)*f8
let g19 = f12 + (-3)*g18
g17 = 0
f8 = 0
g18 = 0
f10 = 0
f11 = 0
g19 = 0
guess x1 = 0.0174, x2 = 0.00388, x3 = 0.0133, x4 = 0.0135, x5 = -0.0462
start t = 0, x6 = )" + std::string(x6) + "\n",
                                    1);
        ASSERT_EQ(run.code, Outcome::finished) << x6 << run.reason;
        EXPECT_TRUE(run.singular_points.empty()) << x6;
        EXPECT_NEAR(end_value(run, "x1"), -0.386 * std::sin(1.41) - 0.32, 1e-6) << x6;
        EXPECT_NEAR(end_value(run, "x5"), 0.582 * std::sin(1.27) - 0.322, 1e-5) << x6;
    }
}

// Three unit rods in a line between walls 3 apart: they cannot move, and fourth derivatives of the
// constraints contradict the fall of the joints.
TEST(AStart, ThatHoldsOnItsOwnIsSingularAndNotMissing)
{
    const Solution run = solved(
        "var x1, y1, x2, y2, a, b, c\nx1'' + a*x1 - b*(x2 - x1) = 0\n"
        "y1'' + a*y1 - b*(y2 - y1) + 1 = 0\nx2'' + b*(x2 - x1) + c*(x2 - 3) = 0\n"
        "y2'' + b*(y2 - y1) + c*y2 + 1 = 0\nx1^2 + y1^2 = 1\n(x2 - x1)^2 + (y2 - y1)^2 = 1\n"
        "(x2 - 3)^2 + y2^2 = 1\n"
        "start x1 = 1, y1 = 0, x2 = 2, y2 = 0, x1' = 0, y1' = 0, x2' = 0, y2' = 0\n",
        1);
    EXPECT_EQ(run.code, Outcome::singular_start) << run.reason;
    EXPECT_TRUE(testing::says(run.reason, "isolated point")) << run.reason;
}

// Pendula of every size, at rest in the lowest and highest position and beside it: there they stay.
TEST(APendulum, StaysWhereItIsAtRest)
{
    for (const char* length : {"1e-9", "1", "1e6"})
        for (const char* sign : {"-", ""})
            for (const char* x : {"0", "1e-40", "(-6e-33)"}) {
                const std::string l = length;
                const Solution run = solved("var x, y, f\nx'' + f*x = 0\ny'' + f*y + " + l +
                                                " = 0\nx^2 + y^2 = " + l + "^2\nstart x = " + x +
                                                ", y = " + sign + l + ", x' = 0, y' = 0\n",
                                            3);
                ASSERT_EQ(run.code, Outcome::finished) << l << x << run.reason;
                // The pull of the rod balances the weight.
                EXPECT_NEAR(end_value(run, "y") / std::stod(sign + l), 1, 1e-12) << l << x;
                EXPECT_NEAR(end_value(run, "f"), *sign == '-' ? 1 : -1, 1e-9) << l << x;
            }
}

}  // namespace
}  // namespace involute
