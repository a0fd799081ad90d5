// SPDX-License-Identifier: Apache-2.0
// The table of options in docs/guide.md is what the table of the library prints. To write it again:
//     INVOLUTE_WRITE=1 build/dev/tests_options --gtest_filter='Guide.*'
#include <gtest/gtest.h>

#include <cstdlib>

#include "involute/options/option_table.hpp"
#include "tests/options/sources.hpp"

namespace involute {
namespace {

const std::string begin_mark = "<!-- options: written by tests/options/guide_test.cpp -->\n";
const std::string end_mark = "<!-- end of options -->\n";

/// Bars end a cell.
std::string cell(std::string_view text)
{
    std::string result;
    for (const char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
    return result;
}

std::string code(std::string_view text)
{
    return text.empty() ? std::string() : "`" + cell(text) + "`";
}

std::string option_lines()
{
    std::string text = "| program | C++ | | if not given |\n|---|---|---|---|\n";
    for (const OptionRow& row : option_table()) {
        std::string flag(row.flag);
        if (!row.value.empty()) flag += " " + std::string(row.value);
        const std::string field = std::string(row.field) + (row.inverted ? " = false" : "");
        const bool words = row.otherwise.empty();
        text += "| " + code(flag) + " | " + code(field) + " | " + cell(row.help) + " | " +
                (words ? code(default_text(row)) : cell(default_text(row))) + " |\n";
    }
    return text;
}

std::string word_lines()
{
    std::string text = "\n| of | word | |\n|---|---|---|\n";
    for (const OptionRow& row : option_table()) {
        if (!row.access.words) continue;
        std::string_view of = row.flag;
        for (const OptionWord& one : row.access.words()) {
            text += "| " + code(of) + " | " + code(one.word) + " | " + cell(one.meaning) + " |\n";
            of = "";
        }
    }
    return text;
}

TEST(Guide, HasTheTableOfOptions)
{
    const std::string guide = test::text_of("docs/guide.md");
    const std::size_t begin = guide.find(begin_mark), end = guide.find(end_mark);
    ASSERT_NE(begin, std::string::npos);
    ASSERT_NE(end, std::string::npos);
    const std::size_t inside = begin + begin_mark.size();
    const std::string expected = option_lines() + word_lines();
    if (std::getenv("INVOLUTE_WRITE"))
        std::ofstream(INVOLUTE_SOURCE "/docs/guide.md")
            << guide.substr(0, inside) << expected << guide.substr(end);
    else
        EXPECT_EQ(guide.substr(inside, end - inside), expected)
            << "write it again with INVOLUTE_WRITE=1";
}

}  // namespace
}  // namespace involute
