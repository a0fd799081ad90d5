// SPDX-License-Identifier: Apache-2.0
// What an analysis says about systems whose answer is known.
#include <set>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::says;

TEST(Analysis, OfThePendulumFindsIndexThree)
{
    const Analysis found = analyze(model("pendulum"));
    EXPECT_EQ(found.status, Verdict::complete);
    EXPECT_EQ(found.equations, 3);
    EXPECT_EQ(found.unknowns, (std::vector<std::string>{"x", "y", "lambda"}));
    EXPECT_EQ(found.index, 3);
    EXPECT_EQ(found.differentiated, (std::vector<int>{0, 0, 2}));
    EXPECT_EQ(found.dimension, 2);
    EXPECT_EQ(found.route, Route::structural);
    ASSERT_EQ(found.hidden.size(), 1u);
    // x*x' + y*y' = 0 up to a factor, in whatever order it is printed.
    EXPECT_TRUE(says(found.hidden[0], "x*x'") || says(found.hidden[0], "x'*x")) << found.hidden[0];
    EXPECT_TRUE(says(found.hidden[0], "y*y'") || says(found.hidden[0], "y'*y")) << found.hidden[0];
    EXPECT_TRUE(says(found.message, "index 3")) << found.message;
    EXPECT_TRUE(says(found.message, "differentiated twice")) << found.message;
    EXPECT_TRUE(says(found.message, "2 free start values")) << found.message;
}

TEST(Analysis, OfTheDischargeControlDifferentiatesThreeEquations)
{
    const Analysis found = analyze(model("discharge_pressure"));
    EXPECT_EQ(found.status, Verdict::complete);
    EXPECT_EQ(found.differentiated, (std::vector<int>{1, 0, 1, 1, 2}));
    EXPECT_EQ(found.index, 2);
    EXPECT_EQ(found.dimension, 2);
}

TEST(Analysis, OfTheStiffPendulumFindsIndexOne)
{
    const Analysis found = analyze(model("stiff_pendulum_0.1"));
    EXPECT_EQ(found.index, 1);
    EXPECT_EQ(found.dimension, 4);
    EXPECT_EQ(found.differentiated, (std::vector<int>{0, 0, 0}));
}

TEST(Analysis, OfAnExplicitEquationFindsNothingToDo)
{
    const Analysis found = analyze(read_system(testing::oscillator));
    EXPECT_EQ(found.index, 0);
    EXPECT_EQ(found.dimension, 2);
    EXPECT_TRUE(found.hidden.empty());
    EXPECT_TRUE(says(found.message, "No equation needs to be differentiated")) << found.message;
}

// A chain of integrators whose end is prescribed: y = sin t, index n + 1, nothing is free.
TEST(Analysis, OfADifferentiationChainFindsItsLengthAsIndex)
{
    const Analysis found = analyze(read_system("var a, b, c\na' = b\nb' = c\na = sin(t)\n"));
    EXPECT_EQ(found.index, 3);
    EXPECT_EQ(found.differentiated, (std::vector<int>{1, 0, 2}));
    EXPECT_EQ(found.dimension, 0);
    EXPECT_TRUE(found.free.empty());
}

TEST(Analysis, SplitsTheStartIntoFreeAndDetermined)
{
    for (const std::string name : {"pendulum", "four_bar", "car_axis", "kepler", "andrews",
                                   "discharge_pressure", "six_point_chain"}) {
        const Analysis found = analyze(model(name));
        EXPECT_EQ(found.free.size(), std::size_t(found.dimension)) << name;
        std::set<std::string> all(found.free.begin(), found.free.end());
        all.insert(found.determined.begin(), found.determined.end());
        EXPECT_EQ(all.size(), found.free.size() + found.determined.size()) << name;
        for (const std::string& unknown : found.unknowns)
            EXPECT_EQ(all.count(unknown), 1u) << name << ": " << unknown;
    }
}

// Of (x, y, x', y') with x = 0 given, x' is the one speed that can be free: y' = -x x'/y = 0.
TEST(Analysis, CountsGivenStartValuesAsFree)
{
    const Analysis found =
        analyze(read_system("var x, y, lambda\n"
                            "x'' + lambda*x = 0\n"
                            "y'' + lambda*y + 1 = 0\n"
                            "x^2 + y^2 = 1\n"
                            "start x = 0, x' = 1\nguess y = -1\n"));
    EXPECT_EQ(found.free, (std::vector<std::string>{"x", "x'"}));
}

TEST(Analysis, NeedsNoStart)
{
    for (const std::string name : {"pendulum", "four_bar", "discharge_pressure", "andrews"}) {
        System system = model(name);
        const Analysis with = analyze(system);
        system.starts.clear();
        system.guesses.clear();
        const Analysis without = analyze(system);
        EXPECT_EQ(without.status, Verdict::complete) << name << ": " << without.message;
        EXPECT_EQ(without.index, with.index) << name;
        EXPECT_EQ(without.differentiated, with.differentiated) << name;
        EXPECT_EQ(without.dimension, with.dimension) << name;
    }
}

TEST(Analysis, JudgesInvariants)
{
    const std::string text = testing::pendulum +
                             "invariant E = (x'^2 + y'^2)/2 + y\n"
                             "impose F = x'^2 + 2*y'^2\n";
    const Analysis found = analyze(read_system(text));
    ASSERT_EQ(found.invariants.size(), 2u);
    EXPECT_EQ(found.invariants[0].name, "E");
    EXPECT_TRUE(found.invariants[0].holds);
    EXPECT_LE(found.invariants[0].defect, 1e-12);
    EXPECT_FALSE(found.invariants[1].holds);
    EXPECT_GT(found.invariants[1].defect, 1e-3);
    EXPECT_TRUE(says(found.message, "E: holds")) << found.message;
    EXPECT_TRUE(says(found.message, "F: does not hold")) << found.message;
}

TEST(Analysis, DoesNotDependOnTheUnitsOfTheEquations)
{
    for (const std::string factor : {"1e8", "1e-8"}) {
        const Analysis found = analyze(read_system("var x, y, lambda\n" + factor +
                                                   "*(x'' + lambda*x) = 0\n"
                                                   "y'' + lambda*y + 1 = 0\n" +
                                                   factor +
                                                   "*(x^2 + y^2 - 1) = 0\n"
                                                   "start x = 1, x' = 0\n"));
        EXPECT_EQ(found.index, 3);
        EXPECT_EQ(found.dimension, 2);
    }
}

TEST(Analysis, WorksForChainsOfAnyLength)
{
    for (const int n : {10, 12, 15}) {
        const Analysis found = analyze(model("chain", {{"N", double(n)}}));
        EXPECT_EQ(found.index, 3);
        EXPECT_EQ(found.dimension, 2 * n);
    }
}

TEST(StartReport, SaysWhatWasGivenWhatFollowedAndWhatMoved)
{
    // 0.8 and 0.601 are on the circle to two digits only; the point moves there, with a notice.
    const Solution run = solve(read_system("var x, y, lambda\n"
                                           "x'' + lambda*x = 0\n"
                                           "y'' + lambda*y + 1 = 0\n"
                                           "x^2 + y^2 = 1\n"
                                           "start x = 0.8, y = 0.601, x' = 0, y' = 0\n"),
                               {.to = 1.0});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    ASSERT_FALSE(run.notices.empty());
    EXPECT_TRUE(says(run.notices[0], "was moved to")) << run.notices[0];
    double x = 0, y = 0;
    for (const StartEntry& entry : run.start) {
        if (entry.name == "x") x = entry.value;
        if (entry.name == "y") y = entry.value;
        if (entry.name == "y") {
            EXPECT_TRUE(entry.given);
            EXPECT_NEAR(entry.moved, entry.value - 0.601, 1e-15);
        }
        // At rest lambda = |v|^2 - y.
        if (entry.name == "lambda") {
            EXPECT_FALSE(entry.given);
            EXPECT_FALSE(entry.free);
            EXPECT_NEAR(entry.value, -y, 1e-12);
        }
    }
    EXPECT_NEAR(x * x + y * y, 1, 1e-12);
    EXPECT_NEAR(x, 0.8, 0.01);
}

TEST(StartReport, LeavesConsistentValuesAlone)
{
    System system = read_system(testing::pendulum);
    add_starts(system, "x=1, y=0, x'=0, y'=0");
    const Solution run = solve(system, {.to = 0.5});
    EXPECT_TRUE(run.notices.empty());
    for (const StartEntry& entry : run.start) EXPECT_EQ(entry.moved, 0.0) << entry.name;
}

}  // namespace
}  // namespace involute
