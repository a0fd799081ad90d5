// SPDX-License-Identifier: Apache-2.0
// Runs side by side are the runs they would be alone, to the last bit: whatever they do on the way,
// and however many there are at once.
#include "tests/sweep/lanes.hpp"

#include <fstream>
#include <sstream>

#include "involute/base/fiber.hpp"

namespace involute::testing {
namespace {

const std::string pendulum =
    "param g = 1; var x, y, lambda\n"
    "x'' + lambda*x = 0; y'' + lambda*y + g = 0; x^2 + y^2 = 1\n"
    "start y = 0, y' = 0; guess x = 1\nsection low: x = 0\nsolve to 5\n";

// Between g = -1 and 1 the pendulum stands still, and turns over: sections, extremes and rows
// between steps ask for the slopes of the step.
TEST(Lanes, KeepTheBitsOfPendulaWithSections)
{
    for (const std::string method : {"auto", "dopri54", "dop853", "rkf78", "taylor"})
        expect_same({pendulum,
                     {axis("g=-1:2:300")},
                     "x(end), lambda(end), max(lambda), t(low), crossings(low), x at 1,2.5",
                     {.method = method}});
}

TEST(Lanes, KeepTheBitsOfTolerancesOfTheirOwn)
{
    expect_same({pendulum, {axis("g=1:2:40")}, "x(end)", {.atol_of = {{"x", 1e-6}}}});
    expect_same({pendulum, {axis("g=1:2:40")}, "x(end)", {.rtol = 1e-5, .max_step = 0.1}});
}

// Functions are called for each lane; the slope has a corner at x = 0, which some runs cross and
// others do not.
TEST(Lanes, KeepTheBitsOfFunctionsAndCorners)
{
    expect_same(
        {"param a = 1, b = 2\nvar x\n"
         "x'' = -sin(a*x) - abs(x)^1.5 - max(x, x')*exp(-b*t) + tanh(x)\n"
         "start x = 1, x' = 0\nsolve to 6\n",
         {axis("a=0.5:2:10"), axis("b=0:3:6")},
         "x(end), x'(end), min(x)"});
    expect_same(
        {"param a = 1\nvar x, y\nx' = if(y > 0, -a*x, sin(t))\ny' = cos(a*t) - y\n"
         "start x = 1, y = 0.3\nsolve to 8\n",
         {axis("a=0.5:2:60")},
         "x(end), y(end)"});
}

// x' = x^2 - a has no solution beyond a pole for large x(0): some lanes end early, with reasons.
TEST(Lanes, KeepTheReasonsOfRunsThatFail)
{
    const auto rows = expect_same({"param a = 1\nvar x\nx' = x^2 - a\nstart x = 0\nsolve to 10\n",
                                   {axis("x=-2:2:41"), axis("a=-1,0,1")},
                                   "x(end)"});
    std::size_t failed = 0;
    for (const SweepRow& row : rows) failed += row.code != Outcome::finished;
    EXPECT_GT(failed, 10u);  // by the closed form every a = -1 and every x > sqrt(a)
    EXPECT_LT(failed, rows.size());
}

std::string model_text(const std::string& name)
{
    std::ifstream file(std::string(INVOLUTE_MODELS) + "/" + name + ".ode");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Lanes, KeepTheBitsOfModels)
{
    const auto expect_same_of = [](const std::string& name, const std::string& over, double to) {
        SCOPED_TRACE(name);
        expect_same({model_text(name), {axis(over)}, "", {.to = to, .method = "dop853"}});
    };
    expect_same_of("andrews", "mom=0.02:0.04:24", 0.01);
    expect_same_of("car_axis", "g=0.9:1.1:40", 1);
    expect_same_of("four_bar", "T=0.7:0.9:40", 1);
    expect_same_of("six_point_chain", "k=4:6:40", 2);
    expect_same_of("pendulum_energy", "g=1:2:40", 5);
    expect_same_of("van_der_pol", "eps=0.5:1:40", 2);
}

// A corner makes steps be tried again, and rows between steps ask for slopes of the one before:
// they must still be there.
TEST(Lanes, KeepTheBitsOfRowsBetweenStepsThatAreTriedOften)
{
    expect_same(
        {"param a = 1\nvar x, y\nx' = abs(y - a)\ny' = cos(3*t) - x*y\n"
         "start x = 0, y = 0\nsection half: y = a/4\nsolve to 20\n",
         {axis("a=0.05:1:60")},
         "x(end), max(y), crossings(half), t(half), x at 1,2,3.5,11,19",
         {.method = "dop853"}});
    expect_same({pendulum, {axis("g=1:2:60")}, "rows", {.sampling = {.every = 0.1}}});
}

// Each takes its turn; what one throws and catches while another is in its handler stays its own.
TEST(Fibers, TakeTurnsInsideOfHandlers)
{
    if (!Fiber::available()) GTEST_SKIP() << "no fibers here";
    std::string said;
    Fiber* first = nullptr;
    Fiber* second = nullptr;
    const auto body = [&said](Fiber*& self, int number) {
        return [&said, &self, number] {
            try {
                throw number;
            } catch (int caught) {
                self->leave();
                said += std::to_string(caught);
                try {
                    throw std::string("inner");
                } catch (const std::string& inner) {
                    self->leave();
                    said += inner.front();
                }
                self->leave();
                said += std::to_string(std::uncaught_exceptions());
            }
        };
    };
    Fiber a(body(first, 1)), b(body(second, 2));
    first = &a;
    second = &b;
    while (!a.ended() || !b.ended()) {
        if (!a.ended()) a.resume();
        if (!b.ended()) b.resume();
    }
    EXPECT_EQ(said, "12ii00");
}

}  // namespace
}  // namespace involute::testing
