// SPDX-License-Identifier: Apache-2.0
#include "involute/base/error.hpp"

#include <gtest/gtest.h>

namespace involute {
namespace {

TEST(Diagnostic, ShowsFileLineCaretAndHint)
{
    const Diagnostic d{"unknown name `lamda`",
                       "did you mean `lambda`?",
                       {2, 7, 5},
                       "x'' + lamda*x = 0",
                       "pendulum.ode"};
    EXPECT_EQ(to_string(d),
              "pendulum.ode:2:7: error: unknown name `lamda`\n"
              "    x'' + lamda*x = 0\n"
              "          ^~~~~\n"
              "    hint: did you mean `lambda`?");
}

TEST(Diagnostic, WithoutFileOrPlaceIsOneLine)
{
    EXPECT_EQ(to_string({.message = "rtol must be positive"}), "error: rtol must be positive");
    EXPECT_EQ(to_string({.message = "no equations", .file = "a.ode"}),
              "a.ode: error: no equations");
}

TEST(Diagnostic, CountsCharactersNotBytesAndTabsAsOne)
{
    const Diagnostic d{"here", "", {1, 4, 1}, "\té x", ""};
    EXPECT_EQ(to_string(d), "error: here\n     é x\n       ^");
}

TEST(Diagnostic, CannotSendControlCharactersToTheTerminal)
{
    const Diagnostic d{"here", "", {1, 1, 1}, "\x1b[31m\x80", "a\nb"};
    EXPECT_EQ(to_string(d), "a?b:1:1: error: here\n    ?[31m?\n    ^");
}

TEST(Diagnostic, ShowsTheNeighbourhoodOfAPlaceInALongLine)
{
    const std::string line = std::string(200, 'a') + "!" + std::string(200, 'b');
    const std::string text = to_string({"here", "", {1, 201, 1}, line, ""});
    EXPECT_EQ(text, "error: here\n    ... " + std::string(60, 'a') + "!" + std::string(39, 'b') +
                        " ...\n    " + std::string(64, ' ') + "^");
}

TEST(Diagnostic, SurvivesAnyPlace)
{
    for (const int column : {-5, 0, 1, 4, 5, 1000})
        for (const int length : {-1, 0, 1, 1000})
            EXPECT_FALSE(to_string({"m", "", {1, column, length}, "abc", "f"}).empty());
}

TEST(Error, ContainsEveryDiagnosticInItsMessage)
{
    const Error error({Diagnostic{.message = "one"}, Diagnostic{.message = "two"}});
    EXPECT_EQ(error.diagnostics().size(), 2u);
    EXPECT_STREQ(error.what(), "error: one\nerror: two");
}

}  // namespace
}  // namespace involute
