// SPDX-License-Identifier: Apache-2.0
// Nothing a file contains may crash the program, hang it or fill the memory.
#include <gtest/gtest.h>

#include "involute/base/limits.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

std::string repeated(std::string_view text, int times)
{
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

// The limit a text runs into: the hint of its first mistake.
std::string limit_met(const std::string& text)
{
    try {
        read_system(text, "model.ode");
    } catch (const Error& error) {
        return error.diagnostics().front().hint;
    }
    return "none";
}

TEST(Limits, EachIsNamedInItsMessage)
{
    const std::string head = "var x\n";
    EXPECT_EQ(limit_met(std::string(std::size_t(limits::file_size.value) + 1, ' ')),
              limit_text(limits::file_size));
    EXPECT_EQ(limit_met(head + repeated("(", 1'000'000) + "x" + repeated(")", 1'000'000) + " = 0"),
              limit_text(limits::nesting));
    EXPECT_EQ(limit_met(head + repeated("-", 1'000'000) + "x = 0"), limit_text(limits::nesting));
    EXPECT_EQ(limit_met(head + "x" + repeated("^x", 1'000'000) + " = 0"),
              limit_text(limits::nesting));
    EXPECT_EQ(limit_met(head + repeated("sin(", 1'000'000) + "x = 0"), limit_text(limits::nesting));
    EXPECT_EQ(limit_met("var " + repeated("a", 1'000'000)), limit_text(limits::name_length));
    EXPECT_EQ(limit_met(head + "x = " + repeated("1", 1'000'000)),
              limit_text(limits::number_length));
    EXPECT_EQ(limit_met("var p[1..1e9]\n"), limit_text(limits::unknowns));
    EXPECT_EQ(limit_met("var p[1..1e9, 1..1e9]\n"), limit_text(limits::unknowns));
    EXPECT_EQ(limit_met(head + "for i in 1..1000001 { x = i }\n"), limit_text(limits::equations));
    EXPECT_EQ(limit_met(head + repeated("for i in 1..2 { ", 11) + "x = 1" + repeated(" }", 11)),
              limit_text(limits::loop_nesting));
    EXPECT_EQ(limit_met(head + "for i in 1..1e6 { for j in 1..1e6 { } }\n"),
              limit_text(limits::loop_turns));
    EXPECT_EQ(limit_met(head + "for i in 1..1e6 { expect index 1 }\n"), limit_text(limits::items));
    EXPECT_EQ(limit_met(head + "x^1e9 = 1\n"), limit_text(limits::exponent));
    EXPECT_EQ(limit_met(head + "der(x, 1e9) = 1\n"), limit_text(limits::derivative_order));
    EXPECT_EQ(limit_met(head + "x" + repeated("'", 1'000'000) + " = 1\n"),
              limit_text(limits::derivative_order));
    EXPECT_EQ(limit_met(head + "for i in 1..1e6 { x = " + repeated("x + ", 100) + "i }\n"),
              limit_text(limits::expression_nodes));
}

TEST(Limits, LongSumsNeedNoDeepNesting)
{
    const System s = read_system("var x, y\nx" + repeated(" + sin(y)*x^2 - 3", 50'000) + " = 0\n");
    EXPECT_EQ(s.equations.size(), 1u);
}

TEST(Limits, SharedSubexpressionsAreDifferentiatedOnce)
{
    const System s = read_system(
        "var th[1..2000]\n"
        "let X[0] = 0\n"
        "for i in 1..2000 { let X[i] = X[i-1] + sin(th[i]) }\n"
        "for i in 1..2000 { X[i]'' = th[i] }\n");
    EXPECT_LT(s.graph.size(), 60'000u);
}

TEST(Limits, ArbitraryBytesGiveAnErrorMessage)
{
    std::string all;
    for (int i = 0; i < 256; ++i) all += char(i);
    for (const std::string& text :
         {all, repeated(all, 100), std::string(100'000, '\0'), repeated("\"", 10'000),
          repeated("(\n", 10'000), repeated("}{", 10'000), std::string("\xEF\xBB\xBF")})
        EXPECT_THROW(read_system(text, "model.ode"), Error);
}

}  // namespace
}  // namespace involute
