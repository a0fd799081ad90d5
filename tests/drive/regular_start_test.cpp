// SPDX-License-Identifier: Apache-2.0
// Regular points of the equations as written, at which combinations that completion makes of them
// are singular: unknowns in a frame that moves with time, x = Q(t) w, where Q(0) is the identity.
#include <cmath>

#include "support.hpp"

namespace involute {
namespace {

constexpr double gravity = 9.81;
// A pendulum of length 1 let go at the height of its pivot: y = -cn(K - sqrt(g) t)^2, modulus
// sqrt(1/2), computed with mpmath; from the energy its force is -3 g y.
constexpr double height_at_0_3 = -0.424681436237905826;

struct MovingPendulum {
    std::string text{};
    std::string y{};                // the unknown that is the height, or
    std::string along{}, across{};  // those of the frame in which it stands
    double rate = 0;                // of the frame
};

double height(const MovingPendulum& form, const Solution& run)
{
    if (!form.y.empty()) return end_value(run, form.y);
    const double angle = form.rate * 0.3;
    return end_value(run, form.along) * std::cos(angle) -
           end_value(run, form.across) * std::sin(angle);
}

TEST(APendulumInAMovingFrame, StartsAtARegularPoint)
{
    const std::string rotated =
        "let x = u*cos(1.3*t) + v*sin(1.3*t)\n"
        "let y = v*cos(1.3*t) - u*sin(1.3*t)\n";
    const std::string with_force =
        "let x = u*cos(1.3*t) + w*sin(1.3*t)\n"
        "let l = w*cos(1.3*t) - u*sin(1.3*t)\n";
    const std::string second_order = "x'' + l*x = 0\ny'' + l*y + 9.81 = 0\nx^2 + y^2 = 1\n";
    const std::string first_order =
        "x' = p\ny' = q\np' + l*x = 0\nq' + l*y + 9.81 = 0\nx^2 + y^2 = 1\n";
    for (const MovingPendulum& form :
         {MovingPendulum{"var u, v, l\n" + rotated + second_order +
                             "start u = 1, v' = 1.3\nguess v = 0, u' = 0\n",
                         "", "v", "u", 1.3},
          {"var u, v, l, p, q\n" + rotated + first_order +
               "start v = 0, q = 0\nguess u = 1, p = 0\n",
           "", "v", "u", 1.3},
          // The force takes part in the frame: its derivatives vanish at the start alone.
          {"var u, y, w\n" + with_force + second_order +
               "start y = 0, y' = 0\nguess u = 1, w = 0\n",
           "y"},
          {"var u, y, w, p, q\n" + with_force + first_order +
               "start y = 0, q = 0\nguess u = 1, p = 0, w = 0\n",
           "y"}}) {
        const System system = read_system(form.text);
        const Analysis found = analyze(system, {.max_seconds = 5});
        EXPECT_EQ(found.status, Verdict::complete) << form.text << found.message;
        EXPECT_EQ(found.dimension, 2) << form.text;
        for (const double rtol : {1e-8, 1e-11}) {
            SolveOptions options{.to = 0.3, .rtol = rtol, .atol = rtol / 100};
            options.sampling.only_end = true;
            const Solution run = solve(system, options);
            ASSERT_EQ(run.code, Outcome::finished) << rtol << "\n" << form.text << run.reason;
            EXPECT_NEAR(height(form, run), height_at_0_3, 100 * rtol) << form.text;
            if (form.y.empty()) {
                EXPECT_NEAR(end_value(run, "l"), -3 * gravity * height_at_0_3, 1e4 * rtol);
            }
        }
    }
}

// Where the frame has exchanged position and force the rows that ranks chose lose rank, and other
// ones are chosen: the solution goes on, in steps as long as before. Heights as above.
TEST(APendulumInAMovingFrame, GoesOnWherePositionAndForceAreExchanged)
{
    const std::string frame =
        "let x = u*cos(1.3*t) + w*sin(1.3*t)\n"
        "let l = w*cos(1.3*t) - u*sin(1.3*t)\n";
    const std::string second_order = "var u, y, w\n" + frame +
                                     "x'' + l*x = 0\ny'' + l*y + 9.81 = 0\nx^2 + y^2 = 1\n"
                                     "start y = 0, y' = 0\nguess u = 1, w = 0\n";
    const std::string first_order =
        "var u, y, w, p, q\n" + frame +
        "x' = p\ny' = q\np' + l*x = 0\nq' + l*y + 9.81 = 0\nx^2 + y^2 = 1\n"
        "start y = 0, q = 0\nguess u = 1, p = 0, w = 0\n";
    for (const std::string& text : {second_order, first_order})
        for (const auto& [rtol, atol] : {std::pair(1e-6, 1e-8), {1e-8, 1e-10}, {1e-8, 1e-13}}) {
            SolveOptions options{.rtol = rtol, .atol = atol};
            options.sampling.only_end = true;
            options.max_steps = 2000;  // with rows of all orders blended it took 18,000
            for (const auto& [end, height] :
                 {std::pair(3.0, -0.984273409737892617), {10.0, -0.961419205099125064}}) {
                options.to = end;
                const Solution run = solve(read_system(text), options);
                ASSERT_EQ(run.code, Outcome::finished) << rtol << "\n" << text << run.reason;
                EXPECT_NEAR(end_value(run, "y"), height, 1000 * rtol) << text;
                for (const std::string& notice : run.notices)
                    EXPECT_TRUE(testing::says(notice, "2 free values as before")) << notice;
            }
        }
}

// The same in frames of other speeds. At t = 1.18392, half a period, force and velocities vanish
// together: rows that were chosen before come to an end there, and sizes must not be taken from
// that place.
TEST(APendulumInAMovingFrame, GoesOnWhereForceAndVelocitiesVanish)
{
    for (const char* speed : {"0.8", "1.5", "1.9"}) {
        const std::string angle = "(" + std::string(speed) + "*t)";
        SolveOptions options{.to = 10, .max_steps = 5000};
        options.sampling.only_end = true;
        const Solution run =
            solve(read_system("var u, y, w, p, q\nlet x = u*cos" + angle + " + w*sin" + angle +
                              "\nlet l = w*cos" + angle + " - u*sin" + angle +
                              "\nx' = p\ny' = q\np' + l*x = 0\nq' + l*y + 9.81 = 0\nx^2 + y^2 = 1\n"
                              "start y = 0, q = 0\nguess u = 1, w = 0, p = 0\n"),
                  options);
        ASSERT_EQ(run.code, Outcome::finished) << speed << run.reason;
        EXPECT_NEAR(end_value(run, "y"), -0.961419205099125064, 1e-6) << speed;
    }
}

// Index 2, with the solution X5 .. X8 in units of its own, equations mixed by functions that do not
// vanish: J as the structure says is singular at rest, the derivative array is not.
TEST(AMixture, StartsAtARegularPointWhereItsStructureIsSingular)
{
    const System system = read_system(R"(var x1, x2, x3, x4
let v1 = 10*x1
let v2 = 10*x2
let v3 = 1*x3
let v4 = 0.001*x4
let X5 = (-0.787)*cos(0.615*t) + 0.787 + 0.459*t^2
let X6 = 0.694*cos(1.44*t) + (-0.694) + 0.539*t^2
let X7 = (-0.396)*cos(0.931*t) + 0.396 + 0.292*t^2
let X8 = (-0.768)*cos(1.08*t) + 0.768 + 0.418*t^2
let f9 = v1' - (1 + 0.5*cos(t))*v2 + (-0.269)*v4 - (X5' - (1 + 0.5*cos(t))*X6 + (-0.269)*X8)
let f10 = v1 + 0.368*v4*v4 - (X5 + 0.368*X8*X8)
let f11 = (v3 + 0.237*v3^3) + 0 - ((X7 + 0.237*X7^3) + 0)
let f12 = v4' + 0.732*v4 + 0.335*v4*v4 - (X8' + 0.732*X8 + 0.335*X8*X8)
let g13 = f12 + exp(v3)*f11
let g14 = f10 + cos(v2)*g13
let g15 = f9 + exp(v4)*f11
g15 = 0
g14 = 0
f11 = 0
g13 = 0
start t = 0, x4 = 0, x1 = 0, x2 = 0, x3 = 0

solve to 1
)");
    const Analysis found = analyze(system, {.max_seconds = 5});
    EXPECT_EQ(found.code, Outcome::complete) << found.message;
    EXPECT_EQ(found.dimension, 1);
    const Solution run = solve(system);
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "x3"), -0.396 * std::cos(0.931) + 0.396 + 0.292, 1e-7);
    EXPECT_NEAR(end_value(run, "x4"), 1000 * (-0.768 * std::cos(1.08) + 0.768 + 0.418), 1e-4);
}

}  // namespace
}  // namespace involute
