// SPDX-License-Identifier: Apache-2.0
// The table says of every option what the structs say, and reads what it prints.
#include "involute/options/option_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "tests/options/sources.hpp"

namespace involute {
namespace {

/// The names of the fields of a struct, read from the text of its header.
std::vector<std::string> fields_of(const std::string& header, const std::string& name)
{
    const std::string text = test::text_of(header);
    const std::size_t begin = text.find("struct " + name + " {");
    EXPECT_NE(begin, std::string::npos) << name;
    const std::string body = text.substr(begin, text.find("\n};", begin) - begin);
    const std::regex field(R"(\n    [\w:]+(?:<.*>)? (\w+)(?: = [^;\n]+|\{\});)");
    std::vector<std::string> fields;
    for (std::sregex_iterator it(body.begin(), body.end(), field), end; it != end; ++it)
        fields.push_back((*it)[1]);
    return fields;
}

TEST(OptionTable, HasOneRowForEveryField)
{
    std::vector<std::string> fields;
    for (const std::string& field : fields_of("involute/options/solve_options.hpp", "SolveOptions"))
        if (field != "technique" && field != "sampling") fields.push_back(field);
    for (const std::string& field : fields_of("involute/options/technique.hpp", "Technique"))
        fields.push_back("technique." + field);
    for (const std::string& field : fields_of("involute/options/solve_options.hpp", "Sampling"))
        fields.push_back("sampling." + field);
    std::vector<std::string> rows;
    for (const OptionRow& row : option_table()) rows.emplace_back(row.field);
    std::ranges::sort(fields);
    std::ranges::sort(rows);
    EXPECT_EQ(rows, fields);
    EXPECT_GE(rows.size(), 40u);  // the headers were read at all
}

TEST(OptionTable, NamesEveryFlagOnce)
{
    std::vector<std::string_view> flags;
    for (const OptionRow& row : option_table()) {
        EXPECT_FALSE(row.help.empty()) << row.field;
        if (row.flag.empty()) continue;
        EXPECT_TRUE(row.flag.starts_with("--")) << row.field;
        EXPECT_TRUE(row.access.read) << row.field;
        flags.push_back(row.flag);
    }
    std::ranges::sort(flags);
    EXPECT_EQ(std::ranges::adjacent_find(flags), flags.end());
}

TEST(OptionTable, SaysEveryWordInItsHelp)
{
    int words = 0;
    for (const OptionRow& row : option_table()) {
        if (!row.access.words) continue;
        for (const OptionWord& one : row.access.words()) {
            EXPECT_NE(row.help.find(one.word), std::string_view::npos) << row.field << one.word;
            EXPECT_FALSE(one.meaning.empty()) << one.word;
            ++words;
        }
    }
    EXPECT_GE(words, 28);
}

TEST(OptionTable, SetsTheFieldThatItNames)
{
    SolveOptions o;
    std::vector<Diagnostic> wrong;
    const auto set = [&](const char* field, const char* text) {
        const OptionRow* row = find_option(field);
        ASSERT_TRUE(row) << field;
        set_option(o, *row, text, wrong);
        EXPECT_TRUE(wrong.empty()) << field;
        EXPECT_TRUE(is_given(*row, o)) << field;
    };
    set("to", "-1.5");
    set("method", "radau5");
    set("native", "false");
    set("technique.newton", "full");
    set("technique.distribution", "null-space");
    set("technique.metric", "x=1, x'=10");
    set("sampling.points", "7");
    set("sampling.at", "1, 2.5");
    set("columns", "x, f(x, y)");
    set("continuations", "2,1");
    EXPECT_EQ(o.to, -1.5);
    EXPECT_EQ(o.method, "radau5");
    EXPECT_FALSE(o.native);
    EXPECT_EQ(o.technique.newton, StageNewton::full);
    EXPECT_EQ(o.technique.distribution, Distribution::null_space);
    EXPECT_EQ(o.technique.metric[1], (std::pair<std::string, double>("x'", 10)));
    EXPECT_EQ(o.sampling.points, 7);
    EXPECT_EQ(o.sampling.at, (std::vector<double>{1, 2.5}));
    EXPECT_EQ(o.columns, (std::vector<std::string>{"x", "f(x, y)"}));
    EXPECT_EQ(o.continuations, (std::vector<int>{2, 1}));
}

/// Another value than the default, as text.
std::string example(const OptionRow& row)
{
    if (row.field == "technique.metric" || row.field == "atol_of") return "x=2, x'=0.5";
    if (row.value.empty()) return row.inverted ? "false" : "true";
    if (const auto words = row.access.words(); !words.empty()) return std::string(words[1].word);
    return row.least > 0 ? "3" : "0.25";
}

TEST(OptionTable, ReadsWhatItPrints)
{
    for (const OptionRow& row : option_table()) {
        if (!row.access.read) continue;
        SolveOptions first, second;
        std::vector<Diagnostic> wrong;
        set_option(first, row, example(row), wrong);
        if (row.inverted) continue;  // what is switched off prints as nothing
        set_option(second, row, option_text(row, first), wrong);
        EXPECT_EQ(option_text(row, second), option_text(row, first)) << row.field;
        EXPECT_EQ(option_text(row, first), example(row)) << row.field;
        EXPECT_TRUE(wrong.empty()) << row.field;
    }
}

/// The same as a value of the type that the row says.
OptionValue example_value(const OptionRow& row)
{
    switch (row.access.type) {
        case OptionType::flag:
            return !row.inverted;
        case OptionType::number:
            return 0.25;
        case OptionType::whole:
            return 3L;
        case OptionType::text:
            return example(row);
        case OptionType::numbers:
            return std::vector<double>{0.25};
        case OptionType::wholes:
            return std::vector<int>{3};
        case OptionType::texts:
            return std::vector<std::string>{"0.25"};
        case OptionType::lengths:
            break;
    }
    return std::vector<std::pair<std::string, double>>{{"x", 2}, {"x'", 0.5}};
}

TEST(OptionTable, TakesValuesAsItTakesTexts)
{
    for (const OptionRow& row : option_table()) {
        ASSERT_EQ(row.access.assign == nullptr, row.access.read == nullptr) << row.field;
        if (!row.access.assign) continue;
        SolveOptions by_text, by_value;
        std::vector<Diagnostic> wrong;
        set_option(by_text, row, example(row), wrong);
        assign_option(by_value, row, example_value(row), wrong);
        EXPECT_EQ(option_text(row, by_value), option_text(row, by_text)) << row.field;
        EXPECT_TRUE(is_given(row, by_value)) << row.field;
        EXPECT_TRUE(wrong.empty()) << row.field;
    }
}

TEST(OptionTable, RefusesValuesThatNoFieldCanHold)
{
    SolveOptions options;
    std::vector<Diagnostic> wrong;
    assign_option(options, *find_option("branch"), 5'000'000'000L, wrong);
    assign_option(options, *find_option("technique.newton"), std::string("fulll"), wrong);
    assign_option(options, *find_option("technique.distribution"), std::string("nul"), wrong);
    EXPECT_EQ(wrong.size(), 3u);
    EXPECT_EQ(options.branch, 0);
    EXPECT_FALSE(options.technique.distribution);
    EXPECT_THROW(assign_option(options, *find_option("rtol"), std::string("1"), wrong),
                 std::bad_variant_access);
}

TEST(OptionTable, LeavesTheFieldWhereTheTextIsWrong)
{
    for (const OptionRow& row : option_table()) {
        if (!row.access.read) continue;
        SolveOptions options;
        std::vector<Diagnostic> wrong;
        set_option(options, row, "-?", wrong);
        const bool any_text =
            row.field == "method" || row.field == "singular" || row.field == "columns";
        EXPECT_EQ(wrong.size(), any_text ? 0u : 1u) << row.field;
        if (any_text) continue;
        EXPECT_FALSE(is_given(row, options)) << row.field;
        EXPECT_EQ(wrong[0].message.find("option `" + std::string(row.field) + " = -?`"), 0u)
            << wrong[0].message;
    }
}

TEST(OptionTable, SaysTheDefaults)
{
    EXPECT_EQ(default_text(*find_option("rtol")), "1e-8");
    EXPECT_EQ(default_text(*find_option("atol")), "1e-10");
    EXPECT_EQ(default_text(*find_option("method")), "auto");
    EXPECT_EQ(default_text(*find_option("technique.projection")), "sweep");
    EXPECT_EQ(default_text(*find_option("first_step")), "chosen for you");
    EXPECT_EQ(default_text(*find_option("max_step")), "");
}

TEST(OptionTable, FindsTheDefaultsSensible)
{
    EXPECT_TRUE(senseless_values({}).empty());
}

}  // namespace
}  // namespace involute
