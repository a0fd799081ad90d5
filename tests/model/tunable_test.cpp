// SPDX-License-Identifier: Apache-2.0
// Which parameters can be set after reading, and what follows from setting them.
#include <gtest/gtest.h>

#include <cmath>

#include "involute/model/builder.hpp"
#include "involute/model/read.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

std::string refusal(const std::string& text, const std::vector<std::string>& tunable)
{
    try {
        read_system(text, "", {}, tunable);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& text, const std::string& part)
{
    return text.find(part) != text.npos;
}

const char* const decay = R"(
param m = 2, c = 3, k = c/m
var x
m*x' + k*x = 0
invariant e: x*exp(k*t) = 4*m
start x = 4*m
solve to 2*k
)";

TEST(Tunable, OnlyWhatIsAskedForStaysAParameter)
{
    const System folded = read_system(decay);
    EXPECT_FALSE(has_tunable(folded));
    EXPECT_TRUE(folded.graph.parameter_values().empty());
    const System system = read_system(decay, "", {}, {"m"});
    EXPECT_TRUE(has_tunable(system));
    EXPECT_EQ(print(system.graph, system.equations[0].f, system.names), "m*x' + 3*x/m");
}

TEST(Tunable, EverythingFollows)
{
    System system = read_system(decay, "", {}, {"m"});
    set_parameters(system, {{"m", 6}});
    EXPECT_EQ(to_double(system.parameters[2].value), 0.5);
    EXPECT_EQ(to_double(system.starts[0].value), 24);
    EXPECT_EQ(to_double(*system.invariants[0].value), 24);
    EXPECT_EQ(*system.solve.to, 1);
}

TEST(Tunable, ADefaultOfOthersHoldsUntilItIsSet)
{
    System system = read_system(decay, "", {}, {"m", "k"});
    set_parameters(system, {{"m", 6}});
    EXPECT_EQ(to_double(system.parameters[2].value), 0.5);
    set_parameters(system, {{"k", 9}});
    set_parameters(system, {{"m", 1}});
    EXPECT_EQ(to_double(system.parameters[2].value), 9);
    EXPECT_EQ(*system.solve.to, 18);
}

TEST(Tunable, NumbersAreTheDecimalsThatTheirTextSays)
{
    System system = read_system(decay, "", {}, {"m"});
    set_parameters(system, {{"m", 0.1}});
    EXPECT_EQ(system.graph.parameter_values()[0], Quad(1) / 10);
}

TEST(Tunable, FoldedIsTheModelWithThatNumber)
{
    System system = read_system(decay, "", {}, {"m", "k"});
    set_parameters(system, {{"m", 0.7}});
    const System folded = with_folded_parameters(system);
    const System read = read_system(decay, "", {{"m", 0.7}});
    EXPECT_FALSE(has_tunable(folded));
    EXPECT_EQ(print(folded.graph, folded.equations[0].f, folded.names),
              print(read.graph, read.equations[0].f, read.names));
    EXPECT_EQ(folded.starts[0].value, read.starts[0].value);
}

TEST(Tunable, WhatShapesTheSystemIsRefused)
{
    const auto refuses = [](const std::string& text, const std::string& why) {
        const std::string said = refusal(text, {"N"});
        EXPECT_TRUE(says(said, "`N` cannot be set once the model is read")) << said;
        EXPECT_TRUE(says(said, why)) << said;
    };
    refuses("param N = 2; var x[1..N]; for i in 1..2 { x[i]' = 1 }", "the bound of an array");
    refuses("param N = 2; var x[1..2]; for i in 1..N { x[i]' = 1 }", "the bound of a loop");
    refuses("param N = 2; var x[1..2]; x[N]' = 1; x[1]' = 2", "an index");
    refuses("param N = 2; var x; x' = x^N", "an integer exponent");
    refuses("param N = 2; var x; der(x, N) = 1", "the order of a derivative");
    refuses("param N = 2; var x; x' = sum(i in 1..N: x^i)", "the last index of a sum");
    refuses("param N = 1e-4; small N; var x; x'' + x/N^2 = 0", "declared small");
    refuses("param N = 2, M = N + 1; var x[1..M]; for i in 1..3 { x[i]' = 1 }",
            "the bound of an array");
}

TEST(Tunable, UnknownNamesAreNamed)
{
    EXPECT_TRUE(says(refusal(decay, {"mm"}), "the model has no parameter `mm`"));
    System system = read_system(decay, "", {}, {"m"});
    const auto said = [&](const Overrides& values) -> std::string {
        try {
            set_parameters(system, values);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_TRUE(says(said({{"c", 1}}), "`c` cannot be set: it was folded"));
    EXPECT_TRUE(says(said({{"q", 1}}), "the model has no parameter `q`"));
    EXPECT_TRUE(says(said({{"m", INFINITY}}), "is not finite"));
    EXPECT_TRUE(says(said({{"m", 7}, {"q", 1}}), "no parameter `q`"));
    EXPECT_EQ(to_double(system.parameters[0].value), 2);  // nothing was changed
}

TEST(Tunable, ARealExponentCanBeSet)
{
    EXPECT_EQ(refusal("param n = 1.5; var x; x' = x^n; start x = 1", {"n"}), "");
}

TEST(Tunable, ADerivativeOfAParameterIsStillAMistake)
{
    EXPECT_TRUE(
        says(refusal("param a = 2; var x; x' = a'", {"a"}), "the derivative of a parameter is 0"));
}

TEST(Tunable, ASystemCanBeReadAgain)
{
    System read = read_system(decay, "", {{"c", 30}});
    add_starts(read, "x = 5");
    read.solve.to = 7;
    System system = with_tunable(read, {"m"});
    set_parameters(system, {{"m", 6}});
    EXPECT_EQ(to_double(system.parameters[2].value), 5);
    EXPECT_EQ(to_double(system.starts[0].value), 5);
    EXPECT_EQ(*system.solve.to, 7);
}

TEST(Tunable, BuildersMakeThemToo)
{
    Builder m;
    const auto x = m.unknown("x"), k = m.parameter("k", 0.5);
    const auto slope = x.dot();  // first, whichever side of == a compiler evaluates first
    m.equation(slope == -k * x);
    System system = m.system();
    EXPECT_EQ(print(system.graph, system.equations[0].f, system.names), "x' + x*k");
    set_parameters(system, {{"k", 2}});
    EXPECT_EQ(system.graph.parameter_values()[0], 2);
    EXPECT_THROW(m.parameter("k", 1), Error);
    EXPECT_THROW(m.parameter("q", INFINITY), Error);
    EXPECT_THROW(with_tunable(system, {"k"}), Error);
}

}  // namespace
}  // namespace involute
