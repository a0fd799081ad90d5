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

}  // namespace
}  // namespace involute
