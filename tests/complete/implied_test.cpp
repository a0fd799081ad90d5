// SPDX-License-Identifier: Apache-2.0
// Systems that say something twice: what is left out must be a sum of the rest, everywhere, and
// the answers those of the systems without it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "involute/complete/redundant/fewer.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace involute::test {
namespace {

using Ints = std::vector<int>;

Ints left_out(const std::string& text)
{
    const auto fewer = fewer_equations(read_system(text));
    return fewer ? fewer->implied : Ints{};
}

Analysis analysis_of(const std::string& text)
{
    return analyze(read_system(text));
}

TEST(Implied, DecimalsAreExact)
{
    // In doubles 0.1 + 0.2 is not 0.3.
    EXPECT_EQ(left_out("var x, y\nx + y = 0.3\nx + y = 0.1 + 0.2\nx - y = t"), Ints{1});
    EXPECT_EQ(left_out("var x, y\n0.1*x + y = t\n0.3*x + 3*y = 3*t\nx - y = 0"), Ints{1});
}

TEST(Implied, WhatDiffersByLittleIsAContradictionOrNews)
{
    const std::string apart = "var x, y\nx + y = 1\nx + y = 1 + 1e-12\nx - y = t";
    EXPECT_EQ(left_out(apart), Ints{});
    EXPECT_EQ(analysis_of(apart).status, Verdict::inconsistent);
    // y = 0, whatever the little factor is.
    const std::string news = "var x, y\nx + y = 1\nx + (1 + 1e-12)*y = 1\nx' + y' = 0";
    EXPECT_EQ(left_out(news), Ints{2});
    EXPECT_EQ(analysis_of(news).dimension, 0);
}

TEST(Implied, WhatHoldsAtSpecialPointsOnlyIsKept)
{
    // Dependent where y = 1, and where x = 0.
    EXPECT_EQ(left_out("var x, y\nx' = y\nx'*y = y^2\ny' = -x\nstart x = 0, y = 1"), Ints{});
    EXPECT_EQ(left_out("var x, y\nx^2 + y^2 = 1\nx*(x^2 + y^2) = x\ny' = x*y\nstart x = 0, y = 1"),
              Ints{});
}

TEST(Implied, DerivativesImplyNothingOfWhatTheyAreDerivativesOf)
{
    const std::string pendulum = R"(var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + 1 = 0
)";
    const std::string speed = "x*x' + y*y' = 0\n", place = "x^2 + y^2 = 1\n";
    const std::string start = "start x = 0.6, x' = 0.8\nguess y = -0.8, y' = 0.6, lambda = 0.2\n";
    EXPECT_EQ(left_out(pendulum + place + speed + start), Ints{3});
    EXPECT_EQ(left_out(pendulum + speed + place + start), Ints{2});
    EXPECT_EQ(left_out(pendulum + speed + start), Ints{});
    const Analysis both = analysis_of(pendulum + place + speed + start);
    EXPECT_EQ(both.status, Verdict::complete);
    EXPECT_EQ(both.dimension, 2);
    EXPECT_EQ(both.differentiated, (Ints{0, 0, 2, 0}));
}

TEST(Implied, OfTwoThatFollowFromEachOtherOneStays)
{
    EXPECT_EQ(left_out("var x, y\nx - y = t\n2*x - 2*y = 2*t\n3*y - 3*x = -3*t\nx' = -y"),
              (Ints{1, 2}));
}

TEST(Implied, UnknownsOfWhichACombinationOccursAreForcesWhereEquationsAreEnough)
{
    const Analysis forces = analysis_of("var x, a, b\nx = sin(t)\nx'' = a + b\n3*x = 3*sin(t)\n");
    EXPECT_EQ(forces.status, Verdict::complete) << forces.message;
    EXPECT_EQ(forces.gauge, (std::vector<std::string>{"a", "b"}));
    // One equation fewer, and one is missing.
    const std::string open = "var x, a, b, c\nx = sin(t)\nx'' = a + b + c\n3*x = 3*sin(t)\n";
    EXPECT_EQ(analysis_of(open).status, Verdict::underdetermined);
    // What an equation determines at once is no force.
    const std::string known = "var x, a, b\nx' = -x\na + b = x\n2*a + 2*b = 2*x\nstart x = 1\n";
    EXPECT_EQ(analysis_of(known).status, Verdict::underdetermined);
}

TEST(Implied, FamiliesWithOneContradictionAreContradictions)
{
    const std::string ring = R"(param N = 40
var x[1..N]
for i in 1..N-1 { x[i+1] - x[i] = sin(i*t) }
x[1] - x[N] = -sum(i in 1..N-1: sin(i*t)))";
    const std::string rest = "\nx[1]' = -x[N]\nstart x[1] = 1\n";
    EXPECT_EQ(left_out(ring + rest), Ints{39});
    const Analysis same = analysis_of(ring + rest);
    EXPECT_EQ(same.status, Verdict::complete) << same.message;
    EXPECT_EQ(same.dimension, 1);
    EXPECT_EQ(left_out(ring + " + 1e-9" + rest), Ints{});
    EXPECT_EQ(analysis_of(ring + " + 1e-9" + rest).status, Verdict::inconsistent);
}

TEST(Implied, ParametersThatAreSetChangeWhatIsImplied)
{
    const char* text = R"(param a = 2
var x, y
x + 2*y = exp(-t)
x + a*y = exp(-t)
x' = -x
start x = 1
)";
    // Dependent at a = 2 alone, but x = exp(-t) and y = 0 for every a.
    EXPECT_EQ(left_out(text), Ints{1});
    Simulation sim(read_system(text), {.tunable = {"a"}, .solve = {.rtol = 1e-10}});
    for (const double a : {2.0, 3.0}) {
        sim.set("a", a).advance_to(a);
        EXPECT_NEAR(sim["x"], std::exp(-a), 1e-8);
        EXPECT_NEAR(sim["y"], 0, 1e-8);
    }
}

// ---- laws

/// Ordinary equations, algebraic ones of other unknowns, and what follows from them: sums with
/// fractions, of the equations and of derivatives of the algebraic ones.
struct RandomSystem {
    std::mt19937 random;
    int states = 0, others = 0;
    std::vector<std::string> equations{};  // that are 0
    std::string starts{};

    explicit RandomSystem(unsigned seed) : random(seed)
    {
        states = 2 + below(4), others = 1 + below(4);
        for (int i = 1; i <= states; ++i) {
            equations.push_back(fmt::format("x[{}]' + x[{}] - 0.3*sin(x[{}]) - 0.1*z[{}]*cos(t)", i,
                                            i, 1 + below(states), 1 + below(others)));
            starts += fmt::format("start x[{}] = {}\n", i, 1 + 0.25 * i);
        }
        for (int j = 1; j <= others; ++j)
            equations.push_back(fmt::format("z[{}] - 0.2*x[{}]^2 - 0.7*x[{}] - 0.1*t", j,
                                            1 + below(states), 1 + below(states)));
    }

    int below(int n) { return int(random() % unsigned(n)); }
    std::string fraction()
    {
        return fmt::format("({}/{})", below(2) ? 1 + below(9) : -1 - below(9), 1 + below(12));
    }
    /// Something that is 0 along every solution.
    std::string consequence()
    {
        std::string sum = "0";
        for (int k = 0; k < 2 + below(3); ++k)
            sum += " + " + fraction() + "*(" + equations[std::size_t(below(states + others))] + ")";
        if (below(2))
            sum +=
                " + " + fraction() + "*(" + equations[std::size_t(states + below(others))] + ")'";
        return sum;
    }
    /// With further equations at random places.
    std::string with(std::vector<std::string> more)
    {
        std::vector<std::string> all = equations;
        for (std::string& one : more)
            all.insert(all.begin() + below(int(all.size()) + 1), std::move(one));
        std::string text = fmt::format("var x[1..{}], z[1..{}]\n", states, others);
        for (const std::string& one : all) text += one + " = 0\n";
        return text + starts + "solve to 1\n";
    }
};

TEST(Implied, RandomConsequencesChangeNothing)
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        RandomSystem made(seed);
        const std::string plain = made.with({});
        const std::string longer = made.with({made.consequence(), made.consequence()});
        const Analysis found = analysis_of(longer);
        ASSERT_EQ(found.status, Verdict::complete) << seed << found.message << longer;
        EXPECT_EQ(found.dimension, made.states) << seed;
        const auto fewer = fewer_equations(read_system(longer));
        ASSERT_TRUE(fewer) << seed << longer;
        EXPECT_EQ(fewer->implied.size(), 2u) << seed;
        EXPECT_EQ(int(fewer->system.equations.size()), made.states + made.others) << seed;
        if (seed % 4 != 0) continue;
        SolveOptions options{.rtol = 1e-9, .atol = 1e-9};
        options.sampling.only_end = true;
        const Solution one = solve(read_system(plain), options);
        const Solution other = solve(read_system(longer), options);
        ASSERT_TRUE(succeeded(other)) << seed << other.reason;
        // Two walks within 1e-9 a step or so.
        for (const char* name : {"x[1]", "x[2]", "z[1]"})
            EXPECT_NEAR(end_value(one, name), end_value(other, name), 1e-7) << seed << name;
    }
}

TEST(Implied, RandomConsequencesWithANumberMoreAreContradictions)
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        RandomSystem made(seed);
        const std::string wrong = made.consequence() + " + " + made.fraction() + "/1000";
        const std::string longer = made.with({made.consequence(), wrong});
        EXPECT_EQ(analysis_of(longer).status, Verdict::inconsistent) << seed << longer;
    }
}

}  // namespace
}  // namespace involute::test
